import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Aabb, aabbFromPoints, type Obb, obbFromCenter, overlaps, type Sphere } from 'slabtree';
import * as THREE from 'three';
import { distanceToBox } from '../../../src/primitives/query/closestPoint';
import { show } from '../../support/compare';
import { type BadCall, expectComplaint, untyped } from '../../support/errors';
import { placed } from '../../support/matrices';
import { Random } from '../../support/random';
import { runsOf, search } from '../../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../../support/scenes';
import { boxOf, shapeAmong } from '../../support/shapes';
import { each, type Triple, triple, vec } from '../../support/triple';
import { step } from '../../support/ulps';

function cubeAt(x: number, y: number, z: number, size = 1): Aabb {
  return { min: { x, y, z }, max: { x: x + size, y: y + size, z: z + size } };
}

const unit = cubeAt(0, 0, 0);
const identity = placed([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]);

describe('overlaps: two axis-aligned boxes', () => {
  it.each([
    ['share a face', cubeAt(1, 0, 0)],
    ['share a part of a face', cubeAt(-0.5, 1, 0.5)],
    ['share an edge', cubeAt(-1, 1, 0)],
    ['share a corner', cubeAt(1, -1, 1)],
    ['are the same', unit],
    ['lie one inside the other', cubeAt(0.25, 0.25, 0.25, 0.5)],
    ['touch, though one is a point', cubeAt(1, 1, 1, 0)],
  ])('two boxes overlap if they %s', (_, other) => {
    expect(overlaps(unit, other)).toBe(true);
    expect(overlaps(other, unit)).toBe(true);
  });

  it('two boxes with the smallest gap on one axis do not overlap', () => {
    for (const axis of ['x', 'y', 'z'] as const) {
      const other = cubeAt(0.5, 0.5, 0.5);
      other.min[axis] = step(1, 1);
      other.max[axis] = 2;
      expect(overlaps(unit, other)).toBe(false);
      expect(overlaps(other, unit)).toBe(false);
      other.min[axis] = 1;
      expect(overlaps(unit, other)).toBe(true);
    }
  });

  it('overlaps accepts boxes as large and as far away as numbers allow', () => {
    const all = { min: vec([-1.7e308, -1.7e308, -1.7e308]), max: vec([1.7e308, 1.7e308, 1.7e308]) };
    expect(overlaps(all, unit)).toBe(true);
    expect(overlaps(cubeAt(1.7e308, 0, 0, 0), cubeAt(-1.7e308, 0, 0, 0))).toBe(false);
    expect(overlaps(cubeAt(1.7e308, 0, 0, 0), all)).toBe(true);
  });
});

describe('overlaps: an oriented box', () => {
  const half = vec([1, 1, 1]);
  const eighth = { x: 0, y: 0, z: 1, w: 1 + Math.SQRT2 };
  const diamond = obbFromCenter(vec([0, 0, 0]), half, eighth);

  it('an oriented box does not overlap an axis-aligned box that is only inside its bounds', () => {
    expect(overlaps(diamond, cubeAt(0.7, 0.7, 0))).toBe(true);
    expect(overlaps(diamond, cubeAt(0.71, 0.71, 0))).toBe(false);
    expect(overlaps(diamond, cubeAt(1.41, -0.5, -0.5))).toBe(true);
    expect(overlaps(diamond, cubeAt(1.42, -0.5, -0.5))).toBe(false);
  });

  it('two oriented boxes do not overlap if an edge of each separates them', () => {
    // Each box points an edge at the other, and the two edges cross at right angles halfway between.
    const tent = obbFromCenter(vec([0, 0, 0]), half, { x: 1, y: 0, z: 0, w: 1 + Math.SQRT2 });
    const at = (z: number): Obb => obbFromCenter(vec([0, 0, z]), half, { x: 0, y: 1, z: 0, w: 1 + Math.SQRT2 });
    expect(overlaps(tent, at(2.82))).toBe(true);
    expect(overlaps(tent, at(2.83))).toBe(false);
    // Turned about another axis first: the world axes then do not separate them either.
    const turned = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(0.4, 0.5, 0.6));
    const turn = ({ matrix, ...box }: Obb): Obb => ({
      ...box,
      matrix: new THREE.Matrix4().fromArray(matrix as number[]).premultiply(turned),
    });
    expect(overlaps(turn(tent), turn(at(2.82)))).toBe(true);
    expect(overlaps(turn(tent), turn(at(2.83)))).toBe(false);
  });

  it('an oriented box overlaps another that shares the plane of a face, near the origin and far away', () => {
    // The columns have length 5, so the normals are whole numbers.
    const linear = [3, 4, 0, -4, 3, 0, 0, 0, 5];
    const box = { min: vec([-1, -1, -1]), max: half };
    for (const origin of [0, 6_400_000, -123_456_789]) {
      const at = (x: number, y: number): Obb => ({ ...box, matrix: placed(linear, [origin + x, origin + y, origin]) });
      expect(overlaps(at(0, 0), at(6, 8))).toBe(true);
      expect(overlaps(at(0, 0), at(6 - 4, 8 + 3))).toBe(true);
      expect(overlaps(at(0, 0), at(6 + 1e-6, 8 + 1e-6))).toBe(false);
      expect(overlaps(at(0, 0), at(6 - 1e-6, 8 - 1e-6))).toBe(true);
    }
  });

  it('overlaps accepts flat, sheared and mirrored oriented boxes, and points', () => {
    const sheared = placed([1, 0, 0, 10, 1, 0, 0, 0, -1], [0, 0, 0]);
    const sheet = { ...unit, max: vec([1, 1, 0]), matrix: sheared };
    expect(overlaps(sheet, cubeAt(10, 0.95, 0, 0.05))).toBe(true);
    expect(overlaps(sheet, cubeAt(5, 0, 0, 0.3))).toBe(false);
    expect(overlaps(sheet, { ...cubeAt(5, 0.45, 0, 0), matrix: identity })).toBe(true);
    expect(overlaps(sheet, { ...cubeAt(5, 0.45, 0.001, 0), matrix: identity })).toBe(false);
    expect(overlaps({ ...unit, matrix: sheared }, cubeAt(5, 0.45, -1, 0))).toBe(true);
    expect(overlaps({ ...unit, matrix: sheared }, cubeAt(5, 0.45, 0.001, 0))).toBe(false);
  });

  it('faces separate an oriented box as large as numbers allow, never an overflowing product', () => {
    const linear = [1, 1, 0, -1, 1, 0, 0, 0, 1].map((value) => value * 1e100);
    const at = (x: number, y: number): Obb => ({
      min: vec([-1e100, -1e100, -1e100]),
      max: vec([1e100, 1e100, 1e100]),
      matrix: placed(linear, [x * 1e200, y * 1e200, 0]),
    });
    expect(overlaps(at(0, 0), at(1, 1))).toBe(true);
    expect(overlaps(at(0, 0), at(2, 0))).toBe(true);
    expect(overlaps(at(0, 0), at(3, 3))).toBe(false);
  });
});

/** The eight corners and the edges of a box of whole numbers under a matrix of whole numbers. */
function solidOf(
  min: Triple,
  max: Triple,
  matrix: readonly number[],
): {
  corners: Triple[];
  edges: Triple[];
} {
  const edges = [0, 1, 2].map((column) => each((k) => matrix[4 * column + k]));
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
    const local = each((k) => ((bits >> k) & 1 ? max[k] : min[k]));
    return each((k) => edges[0][k] * local[0] + edges[1][k] * local[1] + edges[2][k] * local[2] + matrix[12 + k]);
  });
  return { corners, edges };
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/**
 * Another method: two boxes are apart if all corners of one are beyond all corners of the other, along a normal of a
 * face or across two edges.
 */
function cornersOverlap(a: ReturnType<typeof solidOf>, b: ReturnType<typeof solidOf>): boolean {
  const axes = [a.edges, b.edges].flatMap(([x, y, z]) => [cross(x, y), cross(y, z), cross(z, x)]);
  for (const x of a.edges) for (const y of b.edges) axes.push(cross(x, y));
  return axes.every((axis) => {
    const along = (corners: readonly Triple[]): number[] =>
      corners.map((corner) => axis[0] * corner[0] + axis[1] * corner[1] + axis[2] * corner[2]);
    const [ofA, ofB] = [along(a.corners), along(b.corners)];
    return Math.max(...ofA) >= Math.min(...ofB) && Math.max(...ofB) >= Math.min(...ofA);
  });
}

it('overlaps agrees with a test of all corners if the matrices are small integers', async () => {
  const whole = fc.integer({ min: -4, max: 4 });
  const point = fc.tuple(whole, whole, whole);
  const linear = fc
    .tuple(point, point, point)
    .filter(([x, y, z]) => {
      const normal = cross(x, y);
      return normal[0] * z[0] + normal[1] * z[1] + normal[2] * z[2] !== 0;
    })
    .map((columns) => columns.flat());
  const at = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -12, max: 12 }))) as fc.Arbitrary<
    [number, number, number]
  >;
  const oriented = fc.record({ from: point, to: point, linear, at });
  const counts = { overlap: 0, apart: 0 };
  await search(
    30,
    fc.property(oriented, oriented, fc.boolean(), (a, b, isAligned) => {
      const boxes = [a, b].map(({ from, to, linear, at }, i) => {
        const { min, max } = aabbFromPoints(vec(from), vec(to));
        return { min, max, ...(isAligned && i === 0 ? {} : { matrix: placed(linear, at) }) };
      });
      const [solidA, solidB] = boxes.map(({ min, max, matrix }) =>
        solidOf(triple(min), triple(max), matrix ?? identity),
      );
      const expected = cornersOverlap(solidA, solidB);
      counts[expected ? 'overlap' : 'apart']++;
      expect(overlaps(boxes[0], boxes[1])).toBe(expected);
    }),
  );
  expect(Math.min(counts.overlap, counts.apart)).toBeGreaterThan(runsOf(30) / 50);
});

it.each(wildFamilyNames)('two boxes overlap in either order, and each overlaps itself: %s', async (family) => {
  await search(
    0.5,
    fc.property(recipes(12), (recipe) => {
      const boxes = boxesOf(family, recipe).map(boxOf);
      for (const a of boxes) {
        if (!overlaps(a, a)) throw new Error(`does not overlap itself: ${show(a)}`);
        for (const b of boxes) {
          if (overlaps(a, b) !== overlaps(b, a)) throw new Error(`only in one order: ${show([a, b])}`);
        }
      }
    }),
  );
});

describe('overlaps: a sphere', () => {
  const at = (x: number, y: number, z: number, radius: number): Sphere => ({ center: { x, y, z }, radius });

  it('a sphere overlaps a box whose face, edge or corner it touches', () => {
    expect(overlaps(at(2, 0.5, 0.5, 1), unit)).toBe(true);
    expect(overlaps(at(step(2, 1), 0.5, 0.5, 1), unit)).toBe(false);
    expect(overlaps(at(4, 5, 0.5, 5), unit)).toBe(true);
    expect(overlaps(at(4, 5.001, 0.5, 5), unit)).toBe(false);
    expect(overlaps(at(3, 3, 2, 3), unit)).toBe(true);
    expect(overlaps(at(3, 3, 2.001, 3), unit)).toBe(false);
  });

  it('a sphere of radius 0 overlaps like a point', () => {
    expect(overlaps(at(1, 1, 1, 0), unit)).toBe(true);
    expect(overlaps(at(1, 1, step(1, 1), 0), unit)).toBe(false);
    expect(overlaps(at(0, 0, 5e-324, 0), cubeAt(0, 0, 0, 0))).toBe(false);
    expect(overlaps(at(0, 0, 5e-324, 5e-324), cubeAt(0, 0, 0, 0))).toBe(true);
  });

  it('a sphere overlaps an oriented box, but not empty space in its bounds', () => {
    const diamond = obbFromCenter(vec([0, 0, 0]), vec([1, 1, 1]), { x: 0, y: 0, z: 1, w: 1 + Math.SQRT2 });
    expect(overlaps(at(1, 1, 0, 0.4), diamond)).toBe(false);
    expect(overlaps(at(1, 1, 0, 0.42), diamond)).toBe(true);
  });

  it('a sphere overlaps the boxes whose distance from its centre is at most its radius', async () => {
    await search(
      5,
      fc.property(fc.constantFrom(...wildFamilyNames), recipes(10), fc.nat(), (family, recipe, seed) => {
        const boxes = boxesOf(family, recipe);
        const random = new Random(seed);
        const shape = shapeAmong(random, boxes);
        if (!('radius' in shape)) return;
        for (const box of boxes.map(boxOf)) {
          expect(overlaps(shape, box)).toBe(distanceToBox(box, shape.center) <= shape.radius);
        }
      }),
    );
  });
});

it('overlaps accepts the objects of three.js', () => {
  const box = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
  expect(overlaps(box, unit)).toBe(true);
  expect(overlaps(new THREE.Sphere(new THREE.Vector3(2, 0.5, 0.5), 1), box)).toBe(true);
  expect(overlaps(box, { ...unit, matrix: new THREE.Matrix4().makeTranslation(2, 0, 0) })).toBe(false);
});

const badCalls: BadCall[] = [
  [
    'a missing shape',
    () => overlaps(untyped(undefined), unit),
    TypeError,
    ['shape', '{ center, radius }', '{ a, b, c }', 'undefined'],
  ],
  ['a number as a shape', () => overlaps(untyped(3), unit), TypeError, ['shape', '3']],
  ['a missing box', () => overlaps(unit, untyped(null)), TypeError, ['other', '{ min, max }', '{ a, b, c }', 'null']],
  [
    'an inverted shape',
    () => overlaps({ min: unit.max, max: unit.min }, unit),
    RangeError,
    ['shape.min.x', 'shape.max.x', 'aabbFromPoints'],
  ],
  ['a negative radius', () => overlaps({ center: unit.min, radius: -1 }, unit), RangeError, ['shape.radius', '-1']],
  ['NaN as a radius', () => overlaps({ center: unit.min, radius: NaN }, unit), RangeError, ['shape.radius', 'NaN']],
  [
    'an infinite radius',
    () => overlaps({ center: unit.min, radius: Infinity }, unit),
    RangeError,
    ['shape.radius', 'Infinity', 'finite'],
  ],
  [
    'a string as a radius',
    () => overlaps(untyped({ center: unit.min, radius: '1' }), unit),
    TypeError,
    ['shape.radius', '"1"'],
  ],
  ['a sphere without a centre', () => overlaps(untyped({ radius: 1 }), unit), TypeError, ['shape.center', 'undefined']],
  [
    'NaN in a centre',
    () => overlaps({ center: { ...unit.min, y: NaN }, radius: 1 }, unit),
    RangeError,
    ['shape.center.y', 'NaN'],
  ],
  [
    'a shape with a singular matrix',
    () => overlaps({ ...unit, matrix: new Array<number>(15).fill(0).concat(1) }, unit),
    RangeError,
    ['shape.matrix', 'singular'],
  ],
  [
    'a box with a singular matrix',
    () => overlaps(unit, { ...unit, matrix: new Array<number>(15).fill(0).concat(1) }),
    RangeError,
    ['other.matrix', 'singular'],
  ],
];

it.each(badCalls)('overlaps rejects %s', (_, call, kind, names) => {
  expectComplaint(call, kind, names);
});
