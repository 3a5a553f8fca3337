import { describe, it } from 'vitest';
import {
  aabbFromPoints,
  frustumFromMatrix,
  intersectsPlane,
  lineIntersectsAabb,
  obbFromCenter,
  planeFromNormalAndDistance,
  planeFromNormalAndPoint,
  planeSide,
  raycastAabb,
  raycastObb,
  rayPointAt,
  screenRay,
} from 'slabtree';
import { type BadCall, expectComplaint, untyped } from '../support/errors';

const zero = { x: 0, y: 0, z: 0 };
const one = { x: 1, y: 1, z: 1 };
const ray = { origin: zero, direction: one };
const box = { min: zero, max: one };
const plane = { normal: one, constant: 0 };
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const flatMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const projective = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1];
const obb = { ...box, matrix: identity };
/** The identity with one element replaced. */
function replaced(at: number, value: number): number[] {
  return identity.map((element, i) => (i === at ? value : element));
}

const turn = { x: 0, y: 0, z: 0, w: 1 };
const pointer = { x: 1, y: 1, width: 2, height: 2 };
const camera = { view: identity, projection: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0] };

const badRays: BadCall[] = [
  [
    'a missing ray',
    () => raycastAabb(untyped(undefined), box),
    TypeError,
    ['ray', '{ origin, direction }', 'undefined'],
  ],
  ['null as a ray', () => raycastAabb(untyped(null), box), TypeError, ['ray', 'null']],
  ['a number as a ray', () => raycastObb(untyped(5), obb), TypeError, ['ray', '5']],
  ['a missing origin', () => raycastAabb(untyped({ direction: one }), box), TypeError, ['ray.origin', 'undefined']],
  ['a missing direction', () => raycastAabb(untyped({ origin: one }), box), TypeError, ['ray.direction', 'undefined']],
  [
    'NaN in an origin',
    () => raycastAabb({ origin: { ...zero, y: NaN }, direction: one }, box),
    RangeError,
    ['ray.origin.y', 'NaN', 'finite'],
  ],
  [
    'Infinity in an origin',
    () => rayPointAt({ origin: { ...zero, x: Infinity }, direction: one }, 1),
    RangeError,
    ['ray.origin.x', 'Infinity', 'finite'],
  ],
  [
    '-Infinity in a direction',
    () => raycastObb({ origin: zero, direction: { ...one, z: -Infinity } }, obb),
    RangeError,
    ['ray.direction.z', '-Infinity', 'finite'],
  ],
  [
    'a string in a direction',
    () => raycastAabb({ origin: zero, direction: untyped({ x: 0, y: 1, z: '2' }) }, box),
    TypeError,
    ['ray.direction.z', '"2"', 'number'],
  ],
  ['a zero direction', () => raycastAabb({ origin: one, direction: zero }, box), RangeError, ['ray.direction', 'zero']],
  [
    'a direction of -0',
    () => lineIntersectsAabb({ origin: one, direction: { x: -0, y: 0, z: -0 } }, box),
    RangeError,
    ['direction', 'zero'],
  ],
  ['Infinity as t', () => rayPointAt(ray, Infinity), RangeError, ['t ', 'Infinity', 'finite']],
  ['NaN as t', () => rayPointAt(ray, NaN), RangeError, ['t ', 'NaN', 'finite']],
  ['a string as t', () => rayPointAt(ray, untyped('1')), TypeError, ['t ', '"1"', 'number']],
];

const badRanges: BadCall[] = [
  ['NaN as tMin', () => raycastAabb(ray, box, { tMin: NaN }), RangeError, ['range.tMin', 'NaN']],
  ['Infinity as tMin', () => raycastAabb(ray, box, { tMin: Infinity }), RangeError, ['range.tMin', 'Infinity']],
  ['NaN as tMax', () => raycastObb(ray, obb, { tMax: NaN }), RangeError, ['range.tMax', 'NaN']],
  [
    '-Infinity as tMax',
    () => raycastAabb(ray, box, { tMin: -Infinity, tMax: -Infinity }),
    RangeError,
    ['range.tMax', '-Infinity'],
  ],
  [
    'tMin greater than tMax',
    () => raycastAabb(ray, box, { tMin: 3, tMax: 2 }),
    RangeError,
    ['range.tMin', 'tMax', '3', '2'],
  ],
  ['a tMax below the default tMin', () => raycastAabb(ray, box, { tMax: -1 }), RangeError, ['tMin', 'tMax', '-1']],
  ['a string as tMin', () => raycastAabb(ray, box, { tMin: untyped('0') }), TypeError, ['range.tMin', '"0"', 'number']],
  [
    'a number as solid',
    () => raycastAabb(ray, box, { solid: untyped(1) }),
    TypeError,
    ['range.solid', '1', 'true or false'],
  ],
  ['null as a range', () => raycastAabb(ray, box, untyped(null)), TypeError, ['range', 'null', 'object']],
  ['an array as a range', () => raycastObb(ray, obb, untyped([0, 1])), TypeError, ['range', 'Array', 'object']],
];

const badBoxes: BadCall[] = [
  ['a missing box', () => raycastAabb(ray, untyped(undefined)), TypeError, ['aabb', '{ min, max }', 'undefined']],
  ['null as a box', () => raycastAabb(ray, untyped(null)), TypeError, ['aabb', 'null']],
  ['null as an oriented box', () => raycastObb(ray, untyped(null)), TypeError, ['obb', 'null']],
  ['null as a box, with a plane', () => planeSide(untyped(null), plane), TypeError, ['box', 'null']],
  ['a missing max', () => raycastAabb(ray, untyped({ min: zero })), TypeError, ['aabb.max', 'undefined']],
  [
    'NaN in a min',
    () => raycastAabb(ray, { min: { ...zero, x: NaN }, max: one }),
    RangeError,
    ['aabb.min.x', 'NaN', 'finite'],
  ],
  [
    'Infinity in a max',
    () => planeSide({ min: zero, max: { ...one, y: Infinity } }, plane),
    RangeError,
    ['box.max.y', 'Infinity', 'finite'],
  ],
  [
    'min greater than max',
    () => raycastAabb(ray, { min: { x: 0, y: 5, z: 0 }, max: one }),
    RangeError,
    ['aabb.min.y', 'aabb.max.y', '5', '1'],
  ],
  [
    'min greater than max in an oriented box',
    () => raycastObb(ray, { ...obb, min: { x: 0, y: 0, z: 2 } }),
    RangeError,
    ['obb.min.z', 'obb.max.z', '2', '1'],
  ],
  [
    'min greater than max, with a plane',
    () => intersectsPlane({ min: { x: 2, y: 0, z: 0 }, max: one }, plane),
    RangeError,
    ['box.min.x', '2', '1'],
  ],
  ['NaN in a corner', () => aabbFromPoints(zero, { ...one, z: NaN }), RangeError, ['b.z', 'NaN', 'finite']],
  [
    'NaN in a further point',
    () => aabbFromPoints(zero, one, one, { ...one, x: NaN }),
    RangeError,
    ['more[1].x', 'NaN', 'finite'],
  ],
  [
    'an oriented box as an axis-aligned one',
    () => raycastAabb(ray, obb),
    TypeError,
    ['aabb', 'axis-aligned', 'matrix'],
  ],
  [
    'a line without a direction',
    () => lineIntersectsAabb({ origin: ray.origin, direction: { x: 0, y: 0, z: 0 } }, box),
    RangeError,
    ['line.direction', 'zero'],
  ],
  [
    'a value without a class name',
    () => raycastAabb(ray, box, { solid: untyped(Object.create(Object.create(null) as object)) }),
    TypeError,
    ['range.solid', 'an object'],
  ],
  ['an oriented box, with a line', () => lineIntersectsAabb(ray, obb), TypeError, ['aabb', 'axis-aligned', 'matrix']],
  [
    'a missing second corner',
    () => aabbFromPoints(zero, untyped(undefined)),
    TypeError,
    ['b ', '{ x, y, z }', 'undefined'],
  ],
];

const badMatrices: BadCall[] = [
  ['a missing matrix', () => raycastObb(ray, untyped(box)), TypeError, ['obb.matrix', '16 numbers', 'undefined']],
  [
    'a matrix of 9 numbers',
    () => raycastObb(ray, { ...box, matrix: identity.slice(7) }),
    RangeError,
    ['obb.matrix', '16', '9'],
  ],
  [
    'NaN in a matrix',
    () => raycastObb(ray, { ...box, matrix: replaced(5, NaN) }),
    RangeError,
    ['obb.matrix[5]', 'NaN', 'finite'],
  ],
  [
    'Infinity in the elements of a matrix',
    () => planeSide({ ...box, matrix: { elements: replaced(12, Infinity) } }, plane),
    RangeError,
    ['box.matrix[12]', 'Infinity'],
  ],
  [
    'a matrix that is not affine',
    () => raycastObb(ray, { ...box, matrix: projective }),
    RangeError,
    ['obb.matrix', 'affine', '0, 0, 2 and 1'],
  ],
  ['a singular matrix', () => raycastObb(ray, { ...box, matrix: flatMatrix }), RangeError, ['obb.matrix', 'singular']],
  [
    'a singular matrix, with a plane',
    () => planeSide({ ...box, matrix: flatMatrix }, plane),
    RangeError,
    ['box.matrix', 'singular'],
  ],
];

const badTurns: BadCall[] = [
  ['NaN in a centre', () => obbFromCenter({ ...zero, x: NaN }, one, turn), RangeError, ['center.x', 'NaN', 'finite']],
  [
    'a negative half size',
    () => obbFromCenter(zero, { x: 1, y: -2, z: 3 }, turn),
    RangeError,
    ['halfSize', '(1, -2, 3)', 'negative'],
  ],
  [
    'a zero quaternion',
    () => obbFromCenter(zero, one, { x: 0, y: 0, z: 0, w: 0 }),
    RangeError,
    ['rotation', '(0, 0, 0, 0)', 'quaternion'],
  ],
  [
    'NaN in a quaternion',
    () => obbFromCenter(zero, one, { ...turn, w: NaN }),
    RangeError,
    ['rotation.w', 'NaN', 'finite'],
  ],
  ['a singular rotation', () => obbFromCenter(zero, one, flatMatrix), RangeError, ['rotation', 'singular']],
  ['a missing rotation', () => obbFromCenter(zero, one, untyped(undefined)), TypeError, ['rotation', 'undefined']],
  ['null as a rotation', () => obbFromCenter(zero, one, untyped(null)), TypeError, ['rotation', 'null']],
  ['a number as a rotation', () => obbFromCenter(zero, one, untyped(1)), TypeError, ['rotation', '1']],
];

const badPlanes: BadCall[] = [
  [
    'a missing plane',
    () => planeSide(box, untyped(undefined)),
    TypeError,
    ['plane', '{ normal, constant }', 'undefined'],
  ],
  ['a missing normal', () => planeSide(box, untyped({ constant: 0 })), TypeError, ['plane.normal', 'undefined']],
  [
    'a missing constant',
    () => planeSide(box, untyped({ normal: one })),
    TypeError,
    ['plane.constant', 'undefined', 'number'],
  ],
  [
    'NaN in a normal',
    () => intersectsPlane(box, { normal: { ...one, x: NaN }, constant: 0 }),
    RangeError,
    ['plane.normal.x', 'NaN'],
  ],
  ['a zero normal', () => intersectsPlane(box, { normal: zero, constant: 0 }), RangeError, ['plane.normal', 'zero']],
  [
    'Infinity as a constant',
    () => planeSide(obb, { normal: one, constant: Infinity }),
    RangeError,
    ['plane.constant', 'Infinity', 'finite'],
  ],
  ['a zero normal, with a point', () => planeFromNormalAndPoint(zero, one), RangeError, ['normal', 'zero']],
  ['NaN in a point', () => planeFromNormalAndPoint(one, { ...one, x: NaN }), RangeError, ['point.x', 'NaN', 'finite']],
  [
    'NaN in a normal, with a point',
    () => planeFromNormalAndPoint({ ...one, z: NaN }, one),
    RangeError,
    ['normal.z', 'NaN', 'finite'],
  ],
  ['null as a normal', () => planeFromNormalAndPoint(untyped(null), one), TypeError, ['normal', 'null']],
  ['NaN as a distance', () => planeFromNormalAndDistance(one, NaN), RangeError, ['distance', 'NaN', 'finite']],
  ['a zero normal, with a distance', () => planeFromNormalAndDistance(zero, 1), RangeError, ['normal', 'zero']],
  [
    'null as a normal, with a distance',
    () => planeFromNormalAndDistance(untyped(null), 1),
    TypeError,
    ['normal', 'null'],
  ],
  [
    'a plane so far away that its constant overflows',
    () => planeFromNormalAndPoint({ x: 1e200, y: 0, z: 0 }, { x: 1e200, y: 0, z: 0 }),
    RangeError,
    ['normal', 'Infinity', 'finite'],
  ],
];

const badViews: BadCall[] = [
  ['a missing pointer', () => screenRay(untyped(undefined), camera), TypeError, ['pointer', 'undefined']],
  ['null as a pointer', () => screenRay(untyped(null), camera), TypeError, ['pointer', 'null']],
  ['NaN as a pixel', () => screenRay({ ...pointer, x: NaN }, camera), RangeError, ['pointer.x', 'NaN', 'finite']],
  [
    'a missing y',
    () => screenRay(untyped({ x: 1, width: 1, height: 1 }), camera),
    TypeError,
    ['pointer.y', 'undefined', 'number'],
  ],
  [
    'a canvas without width',
    () => screenRay({ ...pointer, width: 0 }, camera),
    RangeError,
    ['pointer.width', '0', 'greater than 0'],
  ],
  [
    'a canvas with a negative height',
    () => screenRay({ ...pointer, height: -5 }, camera),
    RangeError,
    ['pointer.height', '-5', 'greater than 0'],
  ],
  ['a missing camera', () => screenRay(pointer, untyped(undefined)), TypeError, ['camera', 'undefined']],
  ['null as a camera', () => screenRay(pointer, untyped(null)), TypeError, ['camera', 'null']],
  [
    'a missing view',
    () => screenRay(pointer, untyped({ projection: identity })),
    TypeError,
    ['camera.view', 'undefined'],
  ],
  [
    'a singular view',
    () => screenRay(pointer, { ...camera, view: flatMatrix }),
    RangeError,
    ['camera.view', 'singular'],
  ],
  [
    'a view that is not affine',
    () => screenRay(pointer, { ...camera, view: projective }),
    RangeError,
    ['camera.view', 'affine'],
  ],
  [
    'NaN in a projection',
    () => screenRay(pointer, { ...camera, projection: replaced(0, NaN) }),
    RangeError,
    ['camera.projection[0]', 'NaN'],
  ],
  [
    'a singular projection',
    () => screenRay(pointer, { ...camera, projection: replaced(0, 0) }),
    RangeError,
    ['camera.projection', 'singular'],
  ],
  [
    'matrices whose products overflow',
    () =>
      screenRay(pointer, { view: [1e-100, 0, 0, 0, 0, 1e100, 0, 0, 0, 0, 1, 0, 1e300, 0, 0, 1], projection: identity }),
    RangeError,
    ['camera', 'finite', 'overflow'],
  ],
  [
    'an unknown clip space',
    () => screenRay(pointer, camera, untyped('vulkan')),
    RangeError,
    ['clipSpace', '"vulkan"', "'opengl' or 'webgpu'"],
  ],
  [
    'an unknown clip space of a frustum',
    () => frustumFromMatrix(identity, untyped('metal')),
    RangeError,
    ['clipSpace', '"metal"'],
  ],
  [
    'NaN in a view projection',
    () => frustumFromMatrix(replaced(3, NaN)),
    RangeError,
    ['viewProjection[3]', 'NaN', 'finite'],
  ],
  [
    'a view projection without volume',
    () => frustumFromMatrix(new Float32Array(16)),
    RangeError,
    ['viewProjection', 'volume'],
  ],
  [
    'a view projection whose rows overflow when added',
    () => frustumFromMatrix([1.7e308, 0, 0, 1.7e308, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
    RangeError,
    ['viewProjection', 'finite'],
  ],
  [
    'a view projection with a plane too far away',
    () => frustumFromMatrix([1e-300, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1e300, 0, 0, 1]),
    RangeError,
    ['viewProjection', 'finite'],
  ],
  ['a view projection of 3 numbers', () => frustumFromMatrix([1, 2, 3]), RangeError, ['viewProjection', '16', '3']],
];

describe.each<[string, BadCall[]]>([
  ['ray', badRays],
  ['range', badRanges],
  ['box', badBoxes],
  ['matrix', badMatrices],
  ['rotation', badTurns],
  ['plane', badPlanes],
  ['view', badViews],
])('a bad %s', (_, calls) => {
  it.each(calls)('the error for %s names the argument, its value and the expectation', (_, call, kind, names) => {
    expectComplaint(call, kind, names);
  });
});
