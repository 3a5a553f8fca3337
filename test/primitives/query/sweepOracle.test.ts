import fc from 'fast-check';
import { contact, type Sweep, sweep, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { exactGap } from '../../support/exactGap';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { type MovingPair, movingPair, numbersOf, pairKinds } from '../../support/shapePairs';

/** A gap within this share of the numbers involved is a touch. */
const TOUCHING = 2 ** -46;

/**
 * The gap that a sweep leaves at t at most, as a share of the numbers involved. It is {@link TOUCHING} but for very small radii, whose
 * normals are badly rounded, and for needles: see docs/shapes.md. `SLABTREE_RUNS=5000` tries 100,000 pairs of each kind.
 */
const GAPS: Record<(typeof pairKinds)[number][0], number> = {
  point: TOUCHING,
  sphere: TOUCHING,
  capsule: TOUCHING,
  aabb: TOUCHING,
  obb: TOUCHING,
  rounded: 2 ** -26,
  triangle: TOUCHING,
};

function approachOf({ x, y, z }: Vec3, { normal }: Sweep): number {
  return -(normal.x * x + normal.y * y + normal.z * z);
}

/** Throws unless the answer of a sweep is right, apart from rounding. Returns what the answer is. */
function check(pair: MovingPair, tolerance: number): 'start' | 'miss' | 'hit' {
  const { shape, motion, other } = pair;
  const hit = sweep(shape, motion, other);
  const gapAtStart = exactGap(shape, other);
  const size = numbersOf(pair);
  if (hit === null) {
    expect(contact(shape, other).depth).toBeLessThan(0);
    const least = exactGap(shape, other, { motion, from: 0, to: 1 });
    expect(least).toBeGreaterThanOrEqual(-tolerance * Math.max(size, numbersOf(pair, 1)));
    return 'miss';
  }
  expect(hit.startsOverlapping).toBe(contact(shape, other).depth >= 0);
  if (hit.startsOverlapping) {
    expect(gapAtStart).toBeLessThanOrEqual(TOUCHING * size);
    expect(hit).toMatchObject({ t: 0, ...contact(shape, other) });
    return 'start';
  }
  const numbers = numbersOf(pair, hit.t);
  expect(gapAtStart).toBeGreaterThanOrEqual(-TOUCHING * size);
  const gap = exactGap(shape, other, { motion, from: hit.t, to: hit.t });
  expect(Math.abs(gap)).toBeLessThanOrEqual(tolerance * numbers);
  // The gap is a convex function of t that falls at t. So it was open until shortly before.
  const approach = approachOf(motion, hit);
  expect(approach).toBeGreaterThan(0);
  const before = hit.t - (4 * TOUCHING * numbers) / approach;
  if (before > 0) expect(exactGap(shape, other, { motion, from: 0, to: before })).toBeGreaterThan(0);
  return 'hit';
}

describe.each(pairKinds)('a %s that moves past a %s', (moving, still) => {
  it('a hit is where the gap first closes, and a miss keeps a gap, by exact arithmetic', async () => {
    const counts = { start: 0, miss: 0, hit: 0 };
    await search(
      3,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const pair = movingPair(new Random(seed), moving, still);
        try {
          counts[check(pair, GAPS[moving])]++;
        } catch (cause) {
          throw new Error(JSON.stringify(pair), { cause });
        }
      }),
      20,
    );
    expect(counts.hit).toBeGreaterThan(5);
  });
});
