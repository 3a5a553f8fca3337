import fc from 'fast-check';
import { contact, distance, type Shape } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { type ConvexKind, convexShape, coreOf, moved, sizeOf } from '../../support/convexShapes';
import { exactGap } from '../../support/exactGap';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { each, type Triple, vec } from '../../support/triple';

/** Distances and depths are off by less than this share of the largest coordinate. */
const ROUNDING = 2 ** -46;

const kinds = ['capsule', 'triangle', 'aabb', 'obb', 'rounded'] as const;
const pairKinds = kinds.flatMap((kind) => kinds.map((other) => [kind, other] as const));

interface Pair {
  readonly shape: Shape;
  readonly other: Shape;
}

/** Two shapes that are apart, touch or overlap: a vertex or a middle of one is at, beside or in a vertex or a middle of the other. */
function pairOf(random: Random, kind: ConvexKind, otherKind: ConvexKind): Pair {
  const size = random.pick([1, 1, 1, 1e-5, 1e5]);
  const at = random.pick<Triple>([[0, 0, 0], [0, 0, 0], random.triple(-100 * size, 100 * size)]);
  const other = convexShape(random, otherKind, at, size);
  const shape = convexShape(random, kind, [0, 0, 0], size * random.pick([1, 1, 0.01, 20]));
  const [from, to] = [placeOn(random, shape), placeOn(random, other)];
  const radii = coreOf(shape).radius + coreOf(other).radius;
  const off = random.pick([0, radii, radii]) + size * random.pick([0, 1, 2, 3, 1e-3, 1e-6, random.between(-1, 1)]);
  const direction = random.pick<Triple>([random.direction(), [1, 0, 0], [0, -1, 0], [0, 0, 1]]);
  return { shape: moved(shape, vec(each((k) => to[k] - from[k] + off * direction[k])), 1), other };
}

/** Returns a vertex of a shape's core, or a point between vertices. */
function placeOn(random: Random, shape: Shape): Triple {
  const { points } = coreOf(shape);
  const [p, q] = [random.pick(points), random.pick(points)];
  const share = random.pick([0, 0, 0.5, random.next()]);
  return each((k) => p[k] + share * (q[k] - p[k]));
}

function check({ shape, other }: Pair): 'apart' | 'overlapping' {
  const { point, normal, depth } = contact(shape, other);
  const tolerance = ROUNDING * Math.max(sizeOf(shape), sizeOf(other));
  expect(Math.abs(depth + exactGap(shape, other))).toBeLessThanOrEqual(tolerance);
  const gap = exactGap(moved(shape, normal, depth), other);
  expect(Math.abs(gap)).toBeLessThanOrEqual(4 * tolerance);
  expect(Math.abs(exactGap(point, other))).toBeLessThanOrEqual(4 * tolerance);
  expect(distance(shape, other)).toBe(Math.max(0, -depth));
  return depth >= 0 ? 'overlapping' : 'apart';
}

describe.each(pairKinds)('the contact of a %s and a %s', (kind, other) => {
  it('has the depth and a way out that exact arithmetic finds, and a point on the surface of the other shape', async () => {
    const counts = { apart: 0, overlapping: 0 };
    await search(
      2,
      fc.property(fc.noShrink(fc.nat()), (seed) => {
        const pair = pairOf(new Random(seed), kind, other);
        try {
          counts[check(pair)]++;
        } catch (cause) {
          throw new Error(JSON.stringify(pair), { cause });
        }
      }),
      20,
    );
    expect(counts.apart).toBeGreaterThan(3);
  });
});
