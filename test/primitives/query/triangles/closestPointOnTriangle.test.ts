import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestPoint, closestPointOnTriangle, distanceToBox, distanceToTriangle, type Triangle } from 'slabtree';
import { closestOnTriangle } from '../../../../src/primitives/query/triangles/closestPointOnTriangle';
import { type BadCall, expectComplaint, untyped } from '../../../support/errors';
import { Random } from '../../../support/random';
import { search } from '../../../support/runs';
import { type Corners, exactDistance } from '../../../support/triangles';
import { each, type Triple, triple, vec } from '../../../support/triple';
import { step } from '../../../support/ulps';

function triangle([a, b, c]: Corners): Triangle {
  return { a: vec(a), b: vec(b), c: vec(c) };
}

const corners: Corners = [
  [0, 0, 2],
  [4, 0, 2],
  [0, 4, 2],
];
const flat = triangle(corners);

describe('closestPointOnTriangle', () => {
  it.each<[string, Triple, Triple, number]>([
    ['above the inside', [1, 1, 5], [1, 1, 2], 3],
    ['inside', [1, 2, 2], [1, 2, 2], 0],
    ['beside an edge', [2, -3, 6], [2, 0, 2], 5],
    ['beside the second edge', [-3, 1, 6], [0, 1, 2], 5],
    ['beside the long edge', [5, 5, 2], [2, 2, 2], Math.sqrt(18)],
    ['beyond a', [-2, -2, 3], [0, 0, 2], 3],
    ['beyond b', [6, -1, 4], [4, 0, 2], 3],
    ['beyond c', [-1, 6, 0], [0, 4, 2], 3],
    ['corner a', corners[0], corners[0], 0],
    ['corner b', corners[1], corners[1], 0],
    ['corner c', corners[2], corners[2], 0],
    ['a point on an edge', [1, 0, 2], [1, 0, 2], 0],
    ['a point on the long edge', [3, 1, 2], [3, 1, 2], 0],
  ])('closestPointOnTriangle finds the nearest point from %s', (_, from, nearest, distance) => {
    expect(closestPointOnTriangle(flat, vec(from))).toEqual(vec(nearest));
    expect(distanceToTriangle(flat, vec(from))).toBe(distance);
  });

  it.each<[string, Corners, Triple, Triple, number]>([
    [
      'a line',
      [
        [0, 0, 0],
        [4, 0, 0],
        [2, 0, 0],
      ],
      [1, 3, 4],
      [1, 0, 0],
      5,
    ],
    [
      'a line whose last corner is an end',
      [
        [0, 0, 0],
        [2, 0, 0],
        [4, 0, 0],
      ],
      [3, 3, 4],
      [3, 0, 0],
      5,
    ],
    [
      'a line whose first corner is in the middle',
      [
        [2, 0, 0],
        [0, 0, 0],
        [4, 0, 0],
      ],
      [3, 3, 4],
      [3, 0, 0],
      5,
    ],
    [
      'a line with a corner twice',
      [
        [1, 1, 1],
        [1, 1, 1],
        [1, 5, 1],
      ],
      [4, 3, 5],
      [1, 3, 1],
      5,
    ],
    [
      'a line with the last corner twice',
      [
        [1, 5, 1],
        [1, 1, 1],
        [1, 1, 1],
      ],
      [4, 3, 5],
      [1, 3, 1],
      5,
    ],
    [
      'a point',
      [
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ],
      [1, 5, 7],
      [1, 2, 3],
      5,
    ],
  ])('closestPointOnTriangle finds the nearest point of %s', (_, corners, from, nearest, distance) => {
    expect(closestPointOnTriangle(triangle(corners), vec(from))).toEqual(vec(nearest));
    expect(distanceToTriangle(triangle(corners), vec(from))).toBe(distance);
  });

  it.each([2 ** 1000, 2 ** -1000, 2 ** -1070])(
    'closestPointOnTriangle finds the nearest point of a triangle whose size is %s',
    (size) => {
      const sized = corners.map((corner) => each((k) => corner[k] * size)) as unknown as Corners;
      expect(closestPointOnTriangle(triangle(sized), vec([2 * size, -3 * size, 6 * size]))).toEqual(
        vec([2 * size, 0, 2 * size]),
      );
      expect(distanceToTriangle(triangle(sized), vec([2 * size, -3 * size, 6 * size]))).toBe(5 * size);
    },
  );

  it('closestPointOnTriangle finds the nearest point where even the edges overflow', () => {
    const most = Number.MAX_VALUE;
    const sized = triangle([
      [-most, -most, 0],
      [most, -most, 0],
      [0, most, 0],
    ]);
    expect(closestPointOnTriangle(sized, vec([0, 0, most / 2]))).toEqual(vec([0, 0, 0]));
    expect(distanceToTriangle(sized, vec([0, 0, most / 2]))).toBe(most / 2);
    expect(closestPointOnTriangle(sized, vec([most, -most, most]))).toEqual(vec([most, -most, 0]));
  });
});

it.each([NaN, Infinity, -Infinity])('the search ends if a corner is at %s', (value) => {
  for (let at = 0; at < 9; at++) {
    const numbers = new Float64Array(9).map((_, i) => i);
    numbers[at] = value;
    expect(closestOnTriangle(numbers, 0, 3, 6, 1, 1, 1, new Float64Array(3))).not.toBe(0);
  }
});

/** Corners of a triangle whose angle at each corner is wide, or of any. */
function cornersAmong(random: Random, isWide: boolean): Corners {
  const middle = random.triple(-1, 1).map((value) => value * random.pick([0, 1, 1000]));
  const size = 10 ** random.between(-2, 2);
  const at = () => each((k) => middle[k] + size * random.between(-1, 1));
  const [a, b, c] = [at(), at(), at()];
  if (isWide) {
    const [ab, ac] = [each((k) => b[k] - a[k]), each((k) => c[k] - a[k])];
    const normal = Math.hypot(
      ab[1] * ac[2] - ab[2] * ac[1],
      ab[2] * ac[0] - ab[0] * ac[2],
      ab[0] * ac[1] - ab[1] * ac[0],
    );
    return normal > 0.1 * Math.hypot(...ab) * Math.hypot(...ac) ? [a, b, c] : cornersAmong(random, isWide);
  }
  const s = random.pick([0, 1, random.next(), random.between(-1, 2)]);
  const by = size * random.pick([0, 1e-18, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1]);
  const thin = each((k) => a[k] + s * (b[k] - a[k]) + by * random.between(-1, 1));
  return random.pick<Corners>([
    [a, b, thin],
    [thin, a, b],
    [b, thin, a],
  ]);
}

function pointAmong(random: Random, [a, b, c]: Corners): Triple {
  const size = Math.max(...each((k) => Math.max(Math.abs(b[k] - a[k]), Math.abs(c[k] - a[k]))));
  const [u, v] = [random.between(-0.5, 1.5), random.between(-0.5, 1.5)];
  const off = size * random.pick([0, 0, 1e-9, 0.1, 1, 100, 1e6]);
  return each((k) => a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]) + off * random.between(-1, 1));
}

describe('distanceToTriangle', () => {
  it.each([
    ['as wide as others', true, 2 ** -44],
    ['as thin as rounding allows', false, 2 ** -44],
  ])('the distance from a triangle agrees with exact arithmetic if it is %s', async (_, isWide, rounding) => {
    await search(
      30,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const corners = cornersAmong(random, isWide);
        const point = pointAmong(random, corners);
        const expected = exactDistance(corners, point);
        const found = distanceToTriangle(triangle(corners), vec(point));
        const size = Math.max(
          ...each((k) => Math.max(...corners.map((corner) => Math.abs(corner[k] - corners[0][k])))),
        );
        const largest = Math.max(...corners.flat().map(Math.abs));
        const tolerance = rounding * size + 2 ** -50 * largest + 2 ** -44 * expected;
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance);
      }),
    );
  });

  it("the distance leads to the nearest point, is at least the bounds' distance, and 0 at the corners", async () => {
    await search(
      30,
      fc.property(fc.nat(), fc.boolean(), (seed, isWide) => {
        const random = new Random(seed);
        const scale = random.pick([1, 1, 2 ** 900, 2 ** -900, 2 ** -1060]);
        const corners = cornersAmong(random, isWide).map((corner) =>
          each((k) => corner[k] * scale),
        ) as unknown as Corners;
        const point = each((k) => step(pointAmong(random, corners)[k], random.below(3) - 1));
        const distance = distanceToTriangle(triangle(corners), vec(point));
        const nearest = closestPointOnTriangle(triangle(corners), vec(point));
        const at = { min: nearest, max: nearest };
        expect(distance).toBe(distanceToBox(at, vec(point)));
        const [min, max] = [Math.min, Math.max].map((best) => vec(each((k) => best(...corners.map((c) => c[k])))));
        expect(distance).toBeGreaterThanOrEqual(distanceToBox({ min, max }, vec(point)));
        expect(closestPoint({ min, max }, nearest)).toEqual(nearest);
        for (const corner of corners) {
          expect(distanceToTriangle(triangle(corners), vec(corner))).toBe(0);
          expect(triple(closestPointOnTriangle(triangle(corners), vec(corner)))).toEqual(each((k) => corner[k] + 0));
        }
      }),
    );
  });
});

const badCalls: BadCall[] = [
  [
    'a box as a triangle',
    () => distanceToTriangle(untyped({ min: flat.a, max: flat.b }), flat.a),
    TypeError,
    ['triangle must be a triangle { a, b, c }, got an object with min, max'],
  ],
  ['a missing triangle', () => closestPointOnTriangle(untyped(null), flat.a), TypeError, ['triangle', '{ a, b, c }']],
  [
    'an infinite corner',
    () => closestPointOnTriangle({ ...flat, c: { x: 0, y: 0, z: -Infinity } }, flat.a),
    RangeError,
    ['triangle.c.z', '-Infinity'],
  ],
  ['NaN in a point', () => distanceToTriangle(flat, { x: NaN, y: 0, z: 0 }), RangeError, ['point.x', 'NaN']],
];

it.each(badCalls)('closestPointOnTriangle rejects %s', (_, call, kind, names) => {
  expectComplaint(call, kind, names);
});
