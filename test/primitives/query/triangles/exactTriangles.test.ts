import fc from 'fast-check';
import { closestPoints, contact, distance, overlaps, penetration } from 'slabtree';
import { expect, it } from 'vitest';
import { coresMeet } from '../../../support/exactGap';
import { Random } from '../../../support/random';
import { runsOf, search } from '../../../support/runs';
import { type CornersPair, integerPair, nearlyDegeneratePair, triangleOf } from '../../../support/trianglePairs';
import type { Corners } from '../../../support/triangles';
import { each, type Triple } from '../../../support/triple';
import { step } from '../../../support/ulps';

/** Whether two triangles have a point in common, as each function says. */
function verdicts([a, b]: CornersPair): Record<string, boolean> {
  const [shape, other] = [triangleOf(a), triangleOf(b)];
  const gap = distance(shape, other);
  const closest = closestPoints(shape, other);
  return {
    overlaps: overlaps(shape, other),
    'overlaps, in the other order': overlaps(other, shape),
    distance: gap === 0,
    'distance, in the other order': distance(other, shape) === 0,
    closestPoints: closest.distance === 0,
    contact: contact(shape, other).depth >= 0,
    penetration: penetration(shape, other) !== null,
  };
}

const tiny = 2 ** -1000;
const above2 = step(2, 1);
const floor: Corners = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];
const line: Corners = [
  [0, 0, 0],
  [4, 4, 4],
  [2, 2, 2],
];
const point: Corners = [
  [1, 2, 3],
  [1, 2, 3],
  [1, 2, 3],
];

const cases: readonly (readonly [string, boolean, Corners, ...Corners])[] = [
  ['are the same', true, floor, ...floor],
  ['are the same, seen from the back', true, floor, [0, 4, 0], [4, 0, 0], [0, 0, 0]],
  ['share an edge', true, floor, [0, 0, 0], [4, 0, 0], [0, 0, 4]],
  ['share an edge, in one plane', true, floor, [0, 0, 0], [4, 0, 0], [0, -4, 0]],
  ['share a corner', true, floor, [4, 0, 0], [7, 1, 2], [7, 1, -2]],
  ['share a corner, in one plane', true, floor, [4, 0, 0], [7, 1, 0], [7, -1, 0]],
  ['cross', true, floor, [1, 1, -1], [1, 1, 1], [2, 1, 1]],
  ['cross at an edge of each', true, floor, [2, 2, -1], [2, 2, 1], [5, 5, 0]],
  ['pass each other by a step, edge by edge', false, floor, [above2, 2, -1], [above2, 2, 1], [5, 5, 0]],
  ['touch with a corner on a face', true, floor, [1, 1, 0], [1, 1, 3], [2, 1, 3]],
  ['nearly touch with a corner on a face', false, floor, [1, 1, tiny], [1, 1, 3], [2, 1, 3]],
  ['touch with a corner in the middle of an edge', true, floor, [2, 0, 0], [2, -3, 0], [3, -3, 0]],
  ['touch with a corner on a slanted edge', true, floor, [2, 2, 0], [5, 5, 1], [5, 5, -1]],
  ['nearly touch with a corner on a slanted edge', false, floor, [2, above2, 0], [5, 5, 1], [5, 5, -1]],
  ['touch along parts of their edges', true, floor, [1, 0, 0], [9, 0, 0], [5, -1, 1]],
  [
    'touch at an end of two edges on one line',
    true,
    [
      [4, 0, 0],
      [0, 0, 0],
      [0, 4, 0],
    ],
    [4, 0, 0],
    [9, 0, 0],
    [5, 0, 3],
  ],
  ['lie in one plane, one in the other', true, floor, [1, 1, 0], [2, 1, 0], [1, 2, 0]],
  ['lie in one plane and cross', true, floor, [1, -1, 0], [1, 9, 0], [2, 9, 0]],
  ['lie in one plane, apart', false, floor, [5, 5, 0], [6, 5, 0], [5, 6, 0]],
  ['lie in one plane, nearly touching', false, floor, [2, above2, 0], [5, 5, 0], [5, 6, 0]],
  ['lie in two planes that are nearly one', false, floor, [0, 0, tiny], [4, 0, tiny], [0, 4, tiny]],
  ['are apart, although each crosses the plane of the other', false, floor, [6, 1, -1], [6, 1, 1], [3, 9, 0]],
  ['touch, one being a line through the other', true, floor, [1, 1, -1], [1, 1, 1], [1, 1, 0]],
  ['touch, one being a line in the plane of the other', true, floor, [-1, 1, 0], [9, 1, 0], [3, 1, 0]],
  ['are apart, one being a line', false, floor, [3, 3, -1], [3, 3, 1], [3, 3, 0]],
  ['are apart, one being a line in the plane of the other', false, floor, [2, above2, 0], [9, 9, 0], [9, 9, 0]],
  ['touch, one being a point in the other', true, floor, [1, 1, 0], [1, 1, 0], [1, 1, 0]],
  ['touch, one being a point on an edge', true, floor, [2, 2, 0], [2, 2, 0], [2, 2, 0]],
  ['are apart, one being a point', false, floor, [2, above2, 0], [2, above2, 0], [2, above2, 0]],
  ['are lines that cross', true, line, [0, 2, 2], [4, 2, 2], [4, 2, 2]],
  ['are lines that touch at an end', true, line, [4, 4, 4], [4, 4, 4], [9, 0, 1]],
  ['are lines that pass each other', false, line, [0, 2, above2], [4, 2, above2], [4, 2, above2]],
  ['are lines of which each crosses the other, seen along each axis', false, line, [0, 1, 4], [4, 2, 1], [4, 2, 1]],
  ['are parallel lines', false, line, [1, 0, 0], [5, 4, 4], [5, 4, 4]],
  ['are parts of one line that overlap', true, line, [3, 3, 3], [3, 3, 3], [9, 9, 9]],
  ['are parts of one line, apart', false, line, [5, 5, 5], [6, 6, 6], [7, 7, 7]],
  ['are a line and a point on it', true, line, [1, 1, 1], [1, 1, 1], [1, 1, 1]],
  ['are a line and a point beside it', false, line, [1, 1, 2], [1, 1, 2], [1, 1, 2]],
  ['are points at one place', true, point, ...point],
  ['are points apart', false, point, [1, 2, 4], [1, 2, 4], [1, 2, 4]],
];

/** Where the triangles of a case are put: turned or mirrored, at another size, or away. */
interface Place {
  readonly axes: Triple;
  readonly signs: Triple;
  readonly size: number;
  readonly offset: number;
  /** Whether the place rounds coordinates that are not whole. */
  readonly isRounded: boolean;
}

const places: readonly Place[] = [
  { axes: [0, 1, 2], signs: [1, 1, 1], size: 1, offset: 0, isRounded: false },
  { axes: [2, 0, 1], signs: [-1, 1, 1], size: 1, offset: 0, isRounded: false },
  { axes: [1, 0, 2], signs: [1, 1, -1], size: 2 ** 1000, offset: 0, isRounded: false },
  { axes: [1, 2, 0], signs: [1, -1, 1], size: 2 ** -60, offset: 0, isRounded: false },
  { axes: [0, 2, 1], signs: [1, 1, 1], size: 2 ** -1000, offset: 0, isRounded: true },
  { axes: [0, 1, 2], signs: [-1, -1, 1], size: 1, offset: 1e15, isRounded: true },
];

it.each(cases)('all functions agree about two triangles that %s', (_, expected, a, ...b) => {
  const isWhole = [...a, ...b].flat().every(Number.isInteger);
  for (const { axes, signs, size, offset, isRounded } of places) {
    if (isRounded && !isWhole) continue;
    const put = ([p, q, r]: Corners): Corners => [putCorner(p), putCorner(q), putCorner(r)];
    const putCorner = (corner: Triple) => each((k) => signs[k] * size * corner[axes[k]] + (k + 1) * offset);
    for (const [name, verdict] of Object.entries(verdicts([put(a), put(b)])))
      expect(verdict, `${name}, size ${size}, offset ${offset}`).toBe(expected);
  }
});

it.each([
  ['of small integers', integerPair],
  ['up to eight steps from a degenerate place', nearlyDegeneratePair],
])('all functions say of two triangles %s whether they have a point in common, as integers do', async (_, pairOf) => {
  const counts = { overlap: 0, apart: 0 };
  await search(
    150,
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      const pair = pairOf(new Random(seed));
      const expected = coresMeet(triangleOf(pair[0]), triangleOf(pair[1]));
      const found = verdicts(pair);
      counts[expected ? 'overlap' : 'apart']++;
      if (Object.values(found).some((verdict) => verdict !== expected))
        throw new Error(JSON.stringify({ seed, pair, expected, found }));
    }),
    200,
  );
  expect(Math.min(counts.overlap, counts.apart)).toBeGreaterThan(runsOf(20));
});
