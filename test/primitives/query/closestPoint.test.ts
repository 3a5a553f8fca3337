import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestPoint, distanceToBox } from 'slabtree';
import { show } from '../../support/compare';
import { type BadCall, expectComplaint, untyped } from '../../support/errors';
import { boundsOf, type LoopBox } from '../../support/loop';
import { IDENTITY, placed } from '../../support/matrices';
import { boxOf } from '../../support/shapes';
import { pointAmong } from '../../support/points';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, familyNames, wildFamilyNames } from '../../support/scenes';
import { each, type Triple, triple, vec } from '../../support/triple';

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Triple, b: Triple): Triple => each((k) => a[k] - b[k]);
const largest = (...numbers: number[]): number => Math.max(...numbers.map(Math.abs));
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function axesOf({ matrix }: LoopBox): readonly Triple[] {
  const m = matrix ?? placed(IDENTITY, [0, 0, 0]);
  return [0, 4, 8].map((at): Triple => [m[at], m[at + 1], m[at + 2]]);
}

/**
 * How much farther a point is along a direction than the whole box. Negative if the box reaches farther. Both are
 * relative to the matrix's translation.
 */
function beyond(box: LoopBox, point: Triple, direction: Triple): number {
  let reach = 0;
  axesOf(box).forEach((axis, k) => {
    const each = dot(axis, direction);
    reach += each * (each > 0 ? box.max[k] : box.min[k]);
  });
  return dot(point, direction) - reach;
}

/** The size of the largest numbers that a box and a point are made of. */
function sizeOf(box: LoopBox, point: Triple): number {
  const local = each((k) => largest(box.min[k], box.max[k]));
  return largest(...point, ...axesOf(box).flatMap((axis, k) => axis.map((value) => value * local[k])));
}

/**
 * Throws unless an answer is right up to rounding. The closest point must be in the box and at the distance. The whole
 * box must be behind the plane through the closest point that is perpendicular to the way from there to the given
 * point.
 */
function verify(box: LoopBox, point: Triple): void {
  const found = triple(closestPoint(boxOf(box), vec(point)));
  const distance = distanceToBox(boxOf(box), vec(point));
  const complain = (what: string, value: unknown): never => {
    throw new Error(`${what}: ${show({ value, found, distance, point, box })}`);
  };
  const translation: Triple = box.matrix === null ? [0, 0, 0] : each((k) => box.matrix?.[12 + k] ?? 0);
  const there = minus(point, translation);
  const relative = minus(found, translation);
  const tolerance = 1e-14 * sizeOf(box, there) + 1e-15 * largest(...found, ...translation) + 1e-300;
  const axes = axesOf(box);
  const normals = [
    ...[0, 1, 2].map((k) => cross(axes[(k + 1) % 3], axes[(k + 2) % 3])),
    ...axes,
    [1, 0, 0] as const,
    [0, 1, 0] as const,
    [0, 0, 1] as const,
    [1, 1, 1] as const,
    [1, -1, 2] as const,
  ];
  for (const normal of normals) {
    for (const sign of [1, -1]) {
      const size = Math.hypot(...normal);
      if (size === 0 || distance === 0) continue;
      const direction = each((k) => (sign * normal[k]) / size);
      const out = beyond(box, relative, direction);
      if (out > tolerance) complain('the point is not in the box', out);
    }
  }
  const way = minus(there, relative);
  const length = Math.hypot(...way);
  if (Math.abs(length - distance) > tolerance) complain('the point is not at the distance', length);
  if (distance === 0) {
    if (!found.every((value, k) => value === point[k])) complain('a point on the box has another closest point', 0);
    for (const normal of normals) {
      const size = Math.hypot(...normal);
      if (size === 0) continue;
      const out = Math.max(
        beyond(
          box,
          there,
          each((k) => normal[k] / size),
        ),
        beyond(
          box,
          there,
          each((k) => -normal[k] / size),
        ),
      );
      if (out > tolerance) complain('the given point is not in the box', out);
    }
    return;
  }
  // Perpendicular to a face, an edge or neither. If the way is short, rounding can turn it, and a large box would then
  // reach in front of the plane.
  const ways = [
    way,
    ...normals.slice(0, 3),
    ...normals.slice(0, 3).map((normal) => each((k) => -normal[k])),
    ...axes.map((axis) => cross(axis, cross(way, axis))),
  ];
  const least = Math.max(
    // No distance is less than 0. In a box sheared this much, rounding may turn every way.
    0,
    ...ways.map((direction) => {
      const size = Math.hypot(...direction);
      return size === 0
        ? 0
        : beyond(
            box,
            there,
            each((k) => direction[k] / size),
          );
    }),
  );
  // A distance beyond the largest number cannot be compared with anything.
  const isLost = distance === Infinity && least > Number.MAX_VALUE / 2;
  if (!isLost && distance - least > 4 * tolerance) complain('another point is nearer', least);
}

describe('closestPoint and the loop', () => {
  it.each(familyNames)('the closest point is in the box, and no other point is nearer: %s', async (family) => {
    await search(
      1,
      fc.property(fc.nat(), (seed) => {
        const boxes = boxesOf(family, { count: 6, seed });
        const random = new Random(seed);
        for (const box of boxes) {
          for (let i = 0; i < 8; i++) verify(box, pointAmong(random, random.chance(0.7) ? [box] : boxes));
        }
      }),
    );
  });

  it.each(wildFamilyNames)('the closest point is never nearer than the bounds, and never NaN: %s', async (family) => {
    await search(
      0.3,
      fc.property(fc.nat(), (seed) => {
        const boxes = boxesOf(family, { count: 6, seed });
        const random = new Random(seed);
        for (const box of boxes) {
          const { min, max } = boundsOf(box);
          const point = pointAmong(random, boxes);
          const distance = distanceToBox(boxOf(box), vec(point));
          const { x, y, z } = closestPoint(boxOf(box), vec(point));
          expect([x, y, z, distance]).not.toContain(NaN);
          const away = each((k) => (point[k] < min[k] ? min[k] - point[k] : point[k] > max[k] ? point[k] - max[k] : 0));
          // The bounds are rounded by a small part of their own coordinates.
          const rounding = 2 ** -48 * largest(...min, ...max, ...point, ...(box.matrix ?? []).slice(12, 15));
          if (rounding < Infinity) expect(distance).toBeGreaterThanOrEqual(Math.max(...away) - rounding);
        }
      }),
    );
  });
});

describe('closestPoint', () => {
  const unit = { min: vec([0, 0, 0]), max: vec([1, 1, 1]) };
  const at = (translation: Triple, ...linear: number[]): number[] =>
    placed(linear.length === 0 ? IDENTITY : linear, translation);

  it.each<[string, Triple, Triple, number]>([
    ['a face', [0.5, 0.25, 3], [0.5, 0.25, 1], 2],
    ['an edge', [4, 0.5, 5], [1, 0.5, 1], 5],
    ['a corner', [-1, -2, -2], [0, 0, 0], 3],
    ['the inside', [0.5, 0.25, 0.125], [0.5, 0.25, 0.125], 0],
    ['a point on a face', [1, 0.25, 0.5], [1, 0.25, 0.5], 0],
  ])('closestPoint finds the nearest part of a box: %s', (_, point, closest, distance) => {
    const boxes = [
      unit,
      { ...unit, matrix: at([0, 0, 0]) },
      // The same box: turned by a quarter, and mirrored at twice the size of its local box.
      { min: vec([-1, 0, 0]), max: vec([0, 1, 1]), matrix: at([0, 0, 0], 0, -1, 0, 1, 0, 0, 0, 0, 1) },
      { min: vec([-0.5, 0, 0]), max: vec([0, 0.5, 0.5]), matrix: at([0, 0, 0], -2, 0, 0, 0, 2, 0, 0, 0, 2) },
    ];
    for (const box of boxes) {
      expect(distanceToBox(box, vec(point))).toBe(distance);
      const found = triple(closestPoint(box, vec(point)));
      found.forEach((value, k) => {
        expect(value).toBeCloseTo(closest[k], 15);
      });
    }
  });

  it('closestPoint and distanceToBox work with flat boxes, rods and points', () => {
    const flat = { min: vec([0, 0, 0]), max: vec([2, 2, 0]) };
    const turned = { ...flat, matrix: at([0, 0, 5], 0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1) };
    expect(distanceToBox(flat, vec([1, 1, 7]))).toBe(7);
    expect(distanceToBox(turned, vec([0.3, 0.9, 5]))).toBe(0);
    expect(closestPoint(turned, vec([0.3, 0.9, 5]))).toEqual(vec([0.3, 0.9, 5]));
    expect(distanceToBox(turned, vec([0, 0, 7]))).toBe(2);
    const point = { min: vec([1, 1, 1]), max: vec([1, 1, 1]), matrix: at([1, 0, 0]) };
    expect(closestPoint(point, vec([9, 9, 9]))).toEqual(vec([2, 1, 1]));
    expect(distanceToBox(point, vec([2, 4, 5]))).toBe(5);
    expect(distanceToBox(point, vec([2, 1, 1]))).toBe(0);
    const rod = { min: vec([0, 0, 0]), max: vec([4, 0, 0]), matrix: at([0, 0, 0], 1, 1, 0, 5, 0, 0, 0, 0, 5) };
    expect(closestPoint(rod, vec([4, 0, 0]))).toEqual(vec([2, 2, 0]));
  });

  it('closestPoint measures perpendicular to the faces of a sheared box, not along its own axes', () => {
    // A parallelogram that leans over by 4 as it rises by 2.
    const leaning = { ...unit, matrix: at([0, 0, 0], 1, 0, 0, 4, 2, 0, 0, 0, 1) };
    expect(closestPoint(leaning, vec([1.5, -2, 0.5]))).toEqual(vec([1, 0, 0.5]));
    // The point is beside the edge from (1, 0) to (5, 2). In the box's own space it is also beyond the minimum of that
    // edge.
    const { x, y, z } = closestPoint(leaning, vec([4, 0, 0.5]));
    expect([x, y, z].map((value) => Math.round(value * 1e14) / 1e14)).toEqual([3.4, 1.2, 0.5]);
    expect(distanceToBox(leaning, vec([4, 0, 0.5]))).toBeCloseTo(Math.hypot(0.6, 1.2), 14);
  });

  it('closestPoint and distanceToBox lose no precision far from the origin', () => {
    const box = {
      min: vec([-1, -1, -1]),
      max: vec([1, 1, 1]),
      matrix: at([6.4e6, -6.4e6, 6.4e6], 0, 1, 0, -1, 0, 0, 0, 0, 1),
    };
    expect(distanceToBox(box, vec([6.4e6 + 1 + 2 ** -20, -6.4e6, 6.4e6]))).toBe(2 ** -20);
    expect(distanceToBox(box, vec([6.4e6 + 1, -6.4e6, 6.4e6]))).toBe(0);
  });

  it('closestPoint and distanceToBox work when squared distances overflow or underflow', () => {
    for (const size of [1e-300, 1e-200, 1e200, 1e300]) {
      const point = vec([-3 * size, -4 * size, 0]);
      const box = { min: vec([0, 0, 0]), max: vec([size, size, size]) };
      expect(distanceToBox(box, point) / size).toBeCloseTo(5, 14);
      const turned = { ...unit, max: vec([size, size, size]), matrix: at([0, 0, 0], 0, 1, 0, 1, 0, 0, 0, 0, 1) };
      expect(distanceToBox(turned, point) / size).toBeCloseTo(5, 14);
    }
  });

  it('closestPoint and distanceToBox work where differences of coordinates overflow', () => {
    // Turned by a quarter, from x = -1.7e308 to -0.3e308.
    const far = {
      min: vec([-1e308, -0.7e308, -1e300]),
      max: vec([1e308, 0.7e308, 1e300]),
      matrix: at([-1e308, 0, 0], 0, 1, 0, -1, 0, 0, 0, 0, 1),
    };
    expect(closestPoint(far, vec([1e308, 0, 0])).x / 1e308).toBeCloseTo(-0.3, 14);
    expect(distanceToBox(far, vec([1e308, 0, 0])) / 1e308).toBeCloseTo(1.3, 14);
    // This distance is beyond float64.
    expect(closestPoint(far, vec([1.7e308, 0, 0])).x / 1e308).toBeCloseTo(-0.3, 14);
    expect(distanceToBox(far, vec([1.7e308, 0, 0]))).toBe(Infinity);
    expect(distanceToBox({ min: vec([-1.7e308, 0, 0]), max: vec([-1.6e308, 1, 1]) }, vec([1e308, 0, 0]))).toBe(
      Infinity,
    );
  });

  const bad: BadCall[] = [
    ['a missing box', () => closestPoint(untyped(undefined), vec([0, 0, 0])), TypeError, ['box', 'undefined']],
    ['a missing point', () => closestPoint(unit, untyped(undefined)), TypeError, ['point', '{ x, y, z }', 'undefined']],
    ['NaN in the point', () => distanceToBox(unit, vec([0, NaN, 0])), RangeError, ['point.y', 'NaN']],
    [
      'min greater than max',
      () => distanceToBox({ min: unit.max, max: unit.min }, vec([0, 0, 0])),
      RangeError,
      ['box.min.x'],
    ],
    [
      'a singular matrix',
      () => distanceToBox({ ...unit, matrix: at([0, 0, 0], 1, 0, 0, 1, 0, 0, 0, 0, 1) }, vec([0, 0, 0])),
      RangeError,
      ['box.matrix', 'singular'],
    ],
  ];

  it.each(bad)('closestPoint and distanceToBox reject %s', (_, call, kind, names) => {
    expectComplaint(call, kind, names);
  });
});
