import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aabbFromPoints, intersectsPlane, obbFromCenter, planeSide, type Vec3 } from 'slabtree';
import { Matrix4 } from 'three';
import { show } from '../../support/compare';
import { sideOf } from '../../support/loop';
import { planeAmong } from '../../support/planes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { type Triple, vec } from '../../support/triple';

const tilted = { normal: { x: 0, y: 1, z: 0.5 }, constant: 0 };
const ground = { normal: { x: 0, y: 1, z: 0 }, constant: 0 };

/** The eight corners of a box, given two opposite ones. */
function corners(a: Triple, b: Triple): Triple[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [
    (bits & 1) === 0 ? a[0] : b[0],
    (bits & 2) === 0 ? a[1] : b[1],
    (bits & 4) === 0 ? a[2] : b[2],
  ]);
}

/** Another method: a box is on one side if all eight corners are. */
function sideOfCorners(points: readonly Triple[], normal: Triple, constant: number): 1 | 0 | -1 {
  const distances = points.map(([x, y, z]) => normal[0] * x + normal[1] * y + normal[2] * z + constant);
  if (distances.every((distance) => distance > 0)) return 1;
  return distances.every((distance) => distance < 0) ? -1 : 0;
}

describe('planeSide of an axis-aligned box', () => {
  it.each<[Triple, Triple, boolean]>([
    [[-2, -2, -2], [-1, -1, -1], false],
    [[2, 1, 2], [4, 3, 4], false],
    [[1, 0, 1], [0, -1, 0], true],
    [[5, 5, 5], [-5, -5, -5], true],
  ])('the side of a box with corners at %o and %o does not depend on their order', (a, b, meets) => {
    for (const corner of corners(a, b)) {
      const opposite = corner.map((value, k) => a[k] + b[k] - value);
      const box = aabbFromPoints(vec(corner), vec([opposite[0], opposite[1], opposite[2]]));
      expect(intersectsPlane(box, tilted)).toBe(meets);
      expect(intersectsPlane(box, { normal: { x: 0, y: -1, z: -0.5 }, constant: 0 })).toBe(meets);
    }
  });

  it('planeSide distinguishes boxes in front of a plane, crossing it and behind it', () => {
    const at = (low: number, high: number): { min: Vec3; max: Vec3 } => ({
      min: { x: 0, y: low, z: 0 },
      max: { x: 1, y: high, z: 1 },
    });
    expect(planeSide(at(1, 2), ground)).toBe(1);
    expect(planeSide(at(-1, 2), ground)).toBe(0);
    expect(planeSide(at(-2, -1), ground)).toBe(-1);
    expect(planeSide(at(1, 2), { normal: { x: 0, y: -3, z: 0 }, constant: 0 })).toBe(-1);
    expect(planeSide(at(1, 2), { normal: { x: 0, y: 1, z: 0 }, constant: -5 })).toBe(-1);
  });

  it('a box that touches a plane from either side crosses it', () => {
    const above = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 1 } };
    const below = { min: { x: 0, y: -2, z: 0 }, max: { x: 1, y: 0, z: 1 } };
    const flat = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 0, z: 1 } };
    for (const box of [above, below, flat]) {
      expect(planeSide(box, ground)).toBe(0);
      expect(intersectsPlane(box, ground)).toBe(true);
    }
    expect(planeSide({ min: { x: 0, y: 1e-323, z: 0 }, max: { x: 0, y: 1e-323, z: 0 } }, ground)).toBe(1);
  });

  it('planeSide accepts a normal of any length', () => {
    const box = { min: { x: 1, y: 1, z: 1 }, max: { x: 2, y: 2, z: 2 } };
    for (const scale of [1e-200, 1e-3, 1, 1e3, 1e200]) {
      expect(planeSide(box, { normal: { x: scale, y: scale, z: scale }, constant: -2.5 * scale })).toBe(1);
      expect(planeSide(box, { normal: { x: scale, y: scale, z: scale }, constant: -4.5 * scale })).toBe(0);
      expect(planeSide(box, { normal: { x: scale, y: scale, z: scale }, constant: -6.5 * scale })).toBe(-1);
    }
  });

  it('planeSide accepts boxes as large as numbers allow', () => {
    const box = { min: { x: -1.7e308, y: 1e308, z: 0 }, max: { x: 1.7e308, y: 1.7e308, z: 1 } };
    expect(planeSide(box, ground)).toBe(1);
    expect(planeSide(box, { normal: { x: 1, y: 0, z: 0 }, constant: 0 })).toBe(0);
  });

  it('the side by centre and extents is the side by all eight corners', async () => {
    // Multiples of 1/8 of a moderate size have exact sums and products. Both methods are then exact.
    const number = fc.integer({ min: -80, max: 80 }).map((value) => value / 8);
    const point = fc.tuple(number, number, number);
    const normal = point.filter((values) => values.some((value) => value !== 0));
    await search(
      20,
      fc.property(point, point, normal, number, (a, b, normal, constant) => {
        const box = aabbFromPoints(vec(a), vec(b));
        expect(planeSide(box, { normal: vec(normal), constant })).toBe(sideOfCorners(corners(a, b), normal, constant));
      }),
    );
  });
});

describe('planeSide of an oriented box', () => {
  it('planeSide distinguishes oriented boxes in front of a plane, crossing it and behind it', () => {
    const turned = new Matrix4().makeRotationX(Math.PI / 4);
    const at = (y: number): { min: Vec3; max: Vec3; matrix: Matrix4 } => ({
      min: { x: -1, y: -1, z: -1 },
      max: { x: 1, y: 1, z: 1 },
      matrix: new Matrix4().makeTranslation(0, y, 0).multiply(turned),
    });
    expect(planeSide(at(1.42), ground)).toBe(1);
    expect(planeSide(at(1.41), ground)).toBe(0);
    expect(planeSide(at(-1.41), ground)).toBe(0);
    expect(planeSide(at(-1.42), ground)).toBe(-1);
    expect(intersectsPlane(at(1.41), ground)).toBe(true);
    expect(intersectsPlane(at(1.42), ground)).toBe(false);
  });

  it('an oriented box that touches a plane crosses it', () => {
    const box = obbFromCenter({ x: 0, y: 3, z: 0 }, { x: 1, y: 2, z: 3 }, { x: 0, y: 0, z: 0, w: 1 });
    expect(planeSide(box, { normal: { x: 0, y: 1, z: 0 }, constant: -1 })).toBe(0);
    expect(planeSide(box, { normal: { x: 0, y: 1, z: 0 }, constant: -5 })).toBe(0);
    expect(planeSide(box, { normal: { x: 0, y: 1, z: 0 }, constant: -0.5 })).toBe(1);
  });

  it('an oriented box is on the side of its eight corners if the matrix is small integers', async () => {
    const whole = fc.integer({ min: -4, max: 4 });
    const point = fc.tuple(whole, whole, whole);
    const linear = fc
      .tuple(point, point, point)
      .filter(
        ([a, b, c]) =>
          a[0] * (b[1] * c[2] - b[2] * c[1]) -
            a[1] * (b[0] * c[2] - b[2] * c[0]) +
            a[2] * (b[0] * c[1] - b[1] * c[0]) !==
          0,
      );
    const normal = point.filter((values) => values.some((value) => value !== 0));
    await search(
      10,
      fc.property(point, point, linear, point, normal, whole, (from, to, [x, y, z], at, normal, constant) => {
        const matrix = [...x, 0, ...y, 0, ...z, 0, ...at, 1];
        const box = { ...aabbFromPoints(vec(from), vec(to)), matrix };
        const points = corners(from, to).map(([u, v, w]): Triple => [
          x[0] * u + y[0] * v + z[0] * w + at[0],
          x[1] * u + y[1] * v + z[1] * w + at[1],
          x[2] * u + y[2] * v + z[2] * w + at[2],
        ]);
        expect(planeSide(box, { normal: vec(normal), constant })).toBe(sideOfCorners(points, normal, constant));
      }),
    );
  });
});

it('planeSide returns exactly the answer of its formula', async () => {
  await search(
    10,
    fc.property(fc.constantFrom(...familyNames), recipes(10), fc.nat(), (family, recipe, seed) => {
      const boxes = boxesOf(family, recipe);
      const random = new Random(seed);
      for (const box of boxes) {
        const plane = planeAmong(random, boxes);
        const expected = sideOf(box, plane);
        const bounds = { min: vec(box.min), max: vec(box.max) };
        const { matrix } = box;
        const found = planeSide(matrix === null ? bounds : { ...bounds, matrix }, {
          normal: vec(plane.normal),
          constant: plane.constant,
        });
        if (found !== expected) throw new Error(show({ found, expected, box, plane }));
      }
    }),
  );
});
