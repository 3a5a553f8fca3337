import fc from 'fast-check';
import { contact, type Sweep, sweep, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { exactGap } from '../../support/exactGap';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { type MovingPair, movingPair, numbersOf, pairKinds } from '../../support/shapePairs';
import { vec } from '../../support/triple';

/** A gap within this share of the numbers involved is a touch. */
const TOUCHING = 2 ** -46;

/**
 * The gap that a sweep leaves at t at most, as a share of the numbers involved. The contacts by which rounded boxes are moved are themselves
 * rounded. `SLABTREE_RUNS=5000` tries 100,000 pairs of each kind.
 */
function gapOf(moving: (typeof pairKinds)[number][0]): number {
  return moving === 'rounded' ? 2 * TOUCHING : TOUCHING;
}

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
          counts[check(pair, gapOf(moving))]++;
        } catch (cause) {
          throw new Error(JSON.stringify(pair), { cause });
        }
      }),
      20,
    );
    expect(counts.hit).toBeGreaterThan(5);
  });
});

/** Pairs that a long search has found, with fewer digits where these do not matter. */
const found: readonly (readonly [string, MovingPair])[] = [
  [
    'a point that grazes the edge of a triangle nearly along its face',
    {
      shape: vec([-0.35657310431312883, 0.8698637494504076, -0.7190728012650811]),
      motion: vec([-17.64650924811302, -7.153778820777249, 6.1175289079546324]),
      other: {
        a: vec([-0.24065934845170744, 0.37872917181215726, 0.7328532934808956]),
        b: vec([-0.7694717781382978, 0.7543788450604632, -0.7203494089323352]),
        c: vec([0.28668972263440273, 0.9506929723419637, -0.44137343344167856]),
      },
    },
  ],
  [
    'a capsule with a tiny radius that passes an edge beyond its end, and meets another edge',
    {
      shape: {
        a: vec([0.1972916155519362, 999.1546815784047, -0.3274429388429203]),
        b: vec([0.19035062176268847, 999.9143509441118, -0.31500521668711534]),
        radius: 1e-8,
      },
      motion: vec([0, -2000.00002, 0]),
      other: {
        a: vec([0.39025500910875666, 0.9628151990451967, 0.4637370628413571]),
        b: vec([-0.28425471414410164, -0.4759317804355414, 0.7027625062490082]),
        c: vec([0.19729161052101474, -0.845328429798224, -0.32744293577521333]),
      },
    },
  ],
  [
    'a box that is a line and meets the end of a triangle that is a line',
    {
      shape: {
        min: vec([-0.1, 0, 0]),
        max: vec([0.1, 0, 0]),
        matrix: [
          -0.7896948129248739, 0.12060438173477052, 0.866041533539485, 0, -0.9806867228078132, 0.051338632655453215,
          -0.9013827304167649, 0, -0.12329197488380515, -1.2565939870508442, 0.06256941008063334, 0, 9.407689860663812,
          -8.567333952675007, 8.594882299419636, 1,
        ],
      },
      motion: vec([-1.4900276656880302, 3.6351354068969126, 0.7520692315263906]),
      other: {
        a: vec([8.448737285924233, -5.551188061593949, 8.905162046588098]),
        b: vec([8.741645509112285, -6.761826687400027, 8.884312761828884]),
        c: vec([8.741645509112285, -6.761826687400027, 8.884312761828884]),
      },
    },
  ],
];

it.each(found)('%s hits where the gap first closes', (_, pair) => {
  expect(check(pair, TOUCHING)).toBe('hit');
});
