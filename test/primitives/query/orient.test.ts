import fc from 'fast-check';
import { orient2d, orient3d } from 'slabtree';
import { Vector2, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type BadCall, expectComplaint, untyped } from '../../support/errors';
import { exact } from '../../support/exact';
import { Random } from '../../support/random';
import { runsOf, search } from '../../support/runs';
import { integerPair, nearlyDegeneratePair } from '../../support/trianglePairs';
import { type Triple, vec } from '../../support/triple';
import { step } from '../../support/ulps';

type Pair = readonly [x: number, y: number];

const most = Number.MAX_VALUE;
const least = Number.MIN_VALUE;

function turnOf([a, b, c]: readonly Pair[]): number {
  const [p, q, r] = [a, b, c].map(([x, y]) => ({ x, y }));
  return Math.sign(orient2d(p, q, r));
}

function sideOf([a, b, c, d]: readonly Triple[]): number {
  return Math.sign(orient3d(vec(a), vec(b), vec(c), vec(d)));
}

/** The sign of a determinant whose rows are the ways from the last point to all others, in integers. */
function exactSign(points: readonly (readonly number[])[]): number {
  const integers = points.map((point) => point.map(exact));
  const last = integers[integers.length - 1];
  const rows = integers.slice(0, -1).map((point) => point.map((value, k) => value - last[k]));
  const cross = ([aX, aY]: readonly bigint[], [bX, bY]: readonly bigint[]) => aX * bY - aY * bX;
  const [a, b, c] = rows;
  const determinant = rows.length === 2 ? cross(a, b) : a[2] * cross(b, c) + b[2] * cross(c, a) + c[2] * cross(a, b);
  return Number(determinant > 0n) - Number(determinant < 0n);
}

describe('orient2d', () => {
  it.each<readonly [string, Pair, Pair, Pair, number]>([
    ['to the left of a line', [0, 0], [1, 0], [0, 1], 1],
    ['to the right of a line', [0, 0], [1, 0], [0, -1], -1],
    ['on a line', [0, 0], [1, 3], [2, 6], 0],
    ['on a line behind its start', [0, 0], [1, 3], [-2, -6], 0],
    ['at the start of a line', [0.1, 0.7], [1, 3], [0.1, 0.7], 0],
    ['beside two points at one place', [0.1, 0.7], [0.1, 0.7], [5, 5], 0],
    ['one step beside a diagonal', [0.5, 0.5], [12, 12], [24, step(24, 1)], 1],
    ['one step beside a diagonal, on the other side', [0.5, 0.5], [12, 12], [24, step(24, -1)], -1],
    ['on a diagonal of numbers that round', [0.1, 0.1], [0.7, 0.7], [1e17, 1e17], 0],
    ['the least number beside an axis', [-1e300, 0], [1e300, 0], [1e-300, least], 1],
    ['the least number beside a diagonal', [0, 0], [most, most], [0, least], 1],
    ['between the largest numbers', [-most, -most], [most, most], [0, 0], 0],
    ['beside the largest numbers', [-most, -most], [most, most], [1, 0], -1],
    ['among the least numbers', [0, 0], [least, 0], [0, least], 1],
    ['at a third of the bits', [0, 0], [3, 1], [1, 1 / 3], -1],
  ])('a point %s has the sign of its side', (_, a, b, c, sign) => {
    expect(turnOf([a, b, c])).toBe(sign);
    expect(turnOf([b, c, a])).toBe(sign);
    expect(turnOf([b, a, c]) + 0).toBe(0 - sign);
  });

  it('it accepts the vectors of three.js', () => {
    expect(orient2d(new Vector2(0, 0), new Vector2(1, 0), new Vector2(0, 1))).toBeGreaterThan(0);
  });
});

describe('orient3d', () => {
  it.each<readonly [string, Triple, Triple, Triple, Triple, number]>([
    ['below a triangle that goes round counter-clockwise', [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, -1], 1],
    ['above it', [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], -1],
    ['in its plane', [0, 0, 0], [1, 0, 0], [0, 1, 0], [7, -3, 0], 0],
    ['at its corner', [0.1, 0.2, 0.3], [1, 0, 0.7], [0, 1, 0.3], [1, 0, 0.7], 0],
    ['on one of its edges', [0, 0, 0], [1, 3, 5], [0, 1, 0], [0.5, 1.5, 2.5], 0],
    ['in a plane of rounded numbers', [0.1, 0.2, 0.3], [0.7, 0.1, 0.3], [0.2, 1 / 3, 0.3], [1e9, -0.7, 0.3], 0],
    ['one step below that plane', [0.1, 0.2, 0.3], [0.7, 0.1, 0.3], [1 / 3, 1, 0.3], [1e9, 1, step(0.3, -1)], 1],
    ['on a slanted plane', [1, 0, 0], [0, 1, 0], [0, 0, 1], [3, 4, -6], 0],
    ['one step above a slanted plane', [1, 0, 0], [0, 1, 0], [0, 0, 1], [3, 4, step(-6, 1)], -1],
    ['beside three points on a line', [0, 0, 0], [1, 1, 1], [2, 2, 2], [5, 6, 8], 0],
    ['the least number below a plane', [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, -least], 1],
    ['the least number below a vast triangle', [-most, -most, 0], [most, -most, 0], [0, most, 0], [0, 0, -least], 1],
    ['among the least numbers', [0, 0, 0], [least, 0, 0], [0, least, 0], [0, 0, least], -1],
    ['among the largest numbers', [most, 0, 0], [0, most, 0], [0, 0, most], [-most, -most, -most], 1],
    ['among small numbers', [0, 0, 0], [1e-200, 0, 0], [0, 1e-200, 0], [0, 0, 1e-200], -1],
    ['of which some are large, some small', [0, 0, 0], [1e300, 0, 0], [0, 1e-300, 0], [1e300, 1e300, -1e-300], 1],
  ])('a point %s has the sign of its side', (_, a, b, c, d, sign) => {
    expect(sideOf([a, b, c, d])).toBe(sign);
    expect(sideOf([b, c, a, d])).toBe(sign);
    expect(sideOf([c, d, a, b])).toBe(sign);
    expect(sideOf([b, a, c, d]) + 0).toBe(0 - sign);
    expect(sideOf([a, b, d, c]) + 0).toBe(0 - sign);
  });

  it('it accepts the vectors of three.js', () => {
    const [a, b, c] = [new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(0, 1, 0)];
    expect(orient3d(a, b, c, new Vector3(0, 0, 1))).toBeLessThan(0);
  });
});

it.each([
  ['small integers', integerPair],
  ['points up to eight steps from a degenerate place', nearlyDegeneratePair],
])('both have the signs of integers for %s', async (_, pairOf) => {
  const counts = { zero: 0, other: 0 };
  await search(
    60,
    fc.property(fc.noShrink(fc.nat()), (seed) => {
      const [a, b] = pairOf(new Random(seed));
      for (const d of b) {
        const expected = exactSign([...a, d]);
        counts[expected === 0 ? 'zero' : 'other']++;
        if (sideOf([...a, d]) !== expected) throw new Error(JSON.stringify({ a, d, expected }));
        for (const [x, y] of [
          [0, 1],
          [1, 2],
          [2, 0],
        ]) {
          const points = [a[0], a[1], d].map((point): Pair => [point[x], point[y]]);
          const turn = exactSign(points);
          if (turnOf(points) !== turn) throw new Error(JSON.stringify({ points, turn }));
        }
      }
    }),
  );
  expect(Math.min(counts.zero, counts.other)).toBeGreaterThan(runsOf(10));
});

const origin = { x: 0, y: 0, z: 0 };
const badCalls: BadCall[] = [
  [
    'a missing point of a plane',
    () => orient2d(untyped(null), origin, origin),
    TypeError,
    ['a must be a point { x, y }'],
  ],
  ['an array', () => orient2d(origin, untyped([1, 2]), origin), TypeError, ['b must be a point { x, y }']],
  ['NaN', () => orient2d(origin, origin, { x: 0, y: NaN }), RangeError, ['c.y', 'NaN']],
  ['a missing point', () => orient3d(origin, origin, origin, untyped(undefined)), TypeError, ['d must be a vector']],
  ['Infinity', () => orient3d(origin, { ...origin, z: Infinity }, origin, origin), RangeError, ['b.z', 'Infinity']],
];

it.each(badCalls)('orient2d and orient3d reject %s', (_, call, kind, names) => {
  expectComplaint(call, kind, names);
});
