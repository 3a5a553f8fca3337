import { describe, expect, it } from 'vitest';
import { type Backend, BoxScene, type IdSet } from 'slabtree';
import { Box3 } from 'three';
import { validate } from '../../src/bvh/tree/validate';
import { INTERNALS } from '../../src/scene/internals';
import { backends, compareBounds, compareCull, compareRay, compareSplit, sceneOf } from '../support/compare';
import { expectComplaint, untyped } from '../support/errors';
import type { LoopBox } from '../support/loop';
import { Random } from '../support/random';
import { rayAmong } from '../support/rays';
import { boxesOf } from '../support/scenes';

const zero = { x: 0, y: 0, z: 0 };
const one = { x: 1, y: 1, z: 1 };
const box = { min: zero, max: one };
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const singular = [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const projective = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2];
const obb = { ...box, matrix: identity };
const ray = { origin: zero, direction: one };
const plane = { normal: one, constant: 0 };
const pointer = { x: 1, y: 1, width: 2, height: 2 };
const camera = { view: identity, projection: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0] };
const noId = 100_000;

/** A bad call on a scene of a hundred boxes, of which the first is axis-aligned. */
type BadCall = readonly [
  what: string,
  call: (scene: BoxScene) => unknown,
  kind: typeof TypeError | typeof RangeError,
  names: string[],
];

/** An array of identity matrices with one number replaced. */
function matricesWith(at: number, value: number): Float64Array {
  const numbers = Float64Array.from([...identity, ...identity, ...identity]);
  numbers[at] = value;
  return numbers;
}

const badBoxes: BadCall[] = [
  ['no box', (scene) => scene.addAabb(untyped(undefined)), TypeError, ['box', '{ min, max }', 'undefined']],
  ['null for a box', (scene) => scene.addAabb(untyped(null)), TypeError, ['box', 'null']],
  [
    'NaN in a box',
    (scene) => scene.addAabb({ min: { ...zero, x: NaN }, max: one }),
    RangeError,
    ['box.min.x', 'NaN', 'finite'],
  ],
  [
    'Infinity in a box',
    (scene) => scene.addAabb({ min: zero, max: { ...one, z: Infinity } }),
    RangeError,
    ['box.max.z', 'Infinity', 'finite'],
  ],
  [
    'min beyond max',
    (scene) => scene.addAabb({ min: { ...zero, y: 2 }, max: one }),
    RangeError,
    ['box.min.y', 'box.max.y', '2', '1'],
  ],
  [
    'a text in a box',
    (scene) => scene.addAabb({ min: zero, max: untyped({ x: '1', y: 1, z: 1 }) }),
    TypeError,
    ['box.max.x', '"1"', 'number'],
  ],
  [
    'NaN in a box that is moved',
    (scene) => {
      scene.setAabb(0, { min: zero, max: { ...one, y: NaN } });
    },
    RangeError,
    ['box.max.y', 'NaN'],
  ],
  [
    'min beyond max in a box that is moved',
    (scene) => {
      scene.setAabb(0, { min: one, max: zero });
    },
    RangeError,
    ['box.min.x', 'box.max.x', '1', '0'],
  ],
  [
    'min beyond max in an oriented box',
    (scene) => scene.addObb({ min: one, max: zero, matrix: identity }),
    RangeError,
    ['box.min.x', '1', '0'],
  ],
  ['no matrix', (scene) => scene.addObb(untyped(box)), TypeError, ['box.matrix', '16 numbers', 'undefined']],
  [
    'NaN in a matrix',
    (scene) => scene.addObb({ ...box, matrix: [...matricesWith(13, NaN)].slice(0, 16) }),
    RangeError,
    ['box.matrix[13]', 'NaN'],
  ],
  [
    'a matrix of 12 numbers',
    (scene) => scene.addObb({ ...box, matrix: identity.slice(4) }),
    RangeError,
    ['box.matrix', '16', '12'],
  ],
  ['a singular matrix', (scene) => scene.addObb({ ...box, matrix: singular }), RangeError, ['box.matrix', 'singular']],
  [
    'a matrix that is not affine',
    (scene) => scene.addObb({ ...box, matrix: projective }),
    RangeError,
    ['box.matrix', 'affine', '2'],
  ],
  [
    'a singular matrix for a box that is moved',
    (scene) => {
      scene.setObb(0, { ...box, matrix: singular });
    },
    RangeError,
    ['box.matrix', 'singular'],
  ],
  [
    'NaN in an oriented box that is moved',
    (scene) => {
      scene.setObb(0, { ...obb, min: { ...zero, z: NaN } });
    },
    RangeError,
    ['box.min.z', 'NaN'],
  ],
  [
    'an oriented box for an axis-aligned one',
    (scene) => scene.addAabb(obb),
    TypeError,
    ['box', 'axis-aligned', 'matrix'],
  ],
  [
    'an oriented box for an axis-aligned one that is moved',
    (scene) => {
      scene.setAabb(0, obb);
    },
    TypeError,
    ['box', 'axis-aligned', 'matrix'],
  ],
  [
    'an oriented box for many',
    (scene) => scene.addObbs(obb, matricesWith(0, 1)),
    TypeError,
    ['box', 'axis-aligned', 'matrix'],
  ],
];

const badArrays: BadCall[] = [
  [
    'a plain array of boxes',
    (scene) => scene.addAabbs(untyped([0, 0, 0, 1, 1, 1])),
    TypeError,
    ['boxes', 'Float32Array', 'Array'],
  ],
  [
    'integers for boxes',
    (scene) => scene.addAabbs(untyped(new Int32Array(6))),
    TypeError,
    ['boxes', 'Float32Array', 'Int32Array'],
  ],
  ['no boxes', (scene) => scene.addAabbs(untyped(undefined)), TypeError, ['boxes', 'undefined']],
  [
    'an array whose length does not divide',
    (scene) => scene.addAabbs(new Float32Array(13)),
    RangeError,
    ['boxes', '6 numbers per box', '13'],
  ],
  [
    'NaN in an array',
    (scene) => scene.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1, 0, 0, 0, 1, NaN, 1)),
    RangeError,
    ['boxes[10]', 'box 1', 'NaN', 'finite'],
  ],
  [
    'Infinity in an array',
    (scene) => scene.addAabbs(Float32Array.of(-Infinity, 0, 0, 1, 1, 1)),
    RangeError,
    ['boxes[0]', '-Infinity'],
  ],
  [
    'min beyond max in an array',
    (scene) => scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1, 0, 0, 5, 1, 1, 1)),
    RangeError,
    ['boxes[8]', 'boxes[11]', '5', '1'],
  ],
  [
    'a bad mask for many',
    (scene) => scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1), 0.5),
    RangeError,
    ['mask', '0.5', '32-bit'],
  ],
  [
    'a plain array of matrices',
    (scene) => scene.addObbs(box, untyped(identity)),
    TypeError,
    ['matrices', 'Float32Array', 'Array'],
  ],
  [
    'matrices whose length does not divide',
    (scene) => scene.addObbs(box, new Float64Array(12)),
    RangeError,
    ['matrices', '16 numbers per matrix', '12'],
  ],
  [
    'NaN in the second matrix',
    (scene) => scene.addObbs(box, matricesWith(17, NaN)),
    RangeError,
    ['matrices', '1', 'NaN'],
  ],
  [
    'a singular third matrix',
    (scene) => scene.addObbs(box, matricesWith(32, 0)),
    RangeError,
    ['matrices', 'matrix 2', 'singular'],
  ],
  [
    'a second matrix that is not affine',
    (scene) => scene.addObbs(box, matricesWith(19, 3)),
    RangeError,
    ['matrices', 'matrix 1', 'affine', '3'],
  ],
  [
    'a bad local box for many',
    (scene) => scene.addObbs({ min: one, max: zero }, matricesWith(0, 1)),
    RangeError,
    ['box.min.x', '1', '0'],
  ],
];

const badIds: BadCall[] = [
  [
    'an unknown id to set',
    (scene) => {
      scene.setAabb(noId, box);
    },
    RangeError,
    ['id', '100000', 'in the scene'],
  ],
  [
    'an unknown id to set an oriented box',
    (scene) => {
      scene.setObb(noId, obb);
    },
    RangeError,
    ['id', '100000'],
  ],
  [
    'an unknown id to set a matrix',
    (scene) => {
      scene.setMatrix(noId, identity);
    },
    RangeError,
    ['id', '100000'],
  ],
  [
    'an unknown id to set a mask',
    (scene) => {
      scene.setMask(noId, 1);
    },
    RangeError,
    ['id', '100000'],
  ],
  [
    'an unknown id to remove',
    (scene) => {
      scene.remove(noId);
    },
    RangeError,
    ['id', '100000'],
  ],
  [
    'a negative id',
    (scene) => {
      scene.remove(-1);
    },
    RangeError,
    ['id', '-1'],
  ],
  [
    'half an id',
    (scene) => {
      scene.remove(0.5);
    },
    RangeError,
    ['id', '0.5'],
  ],
  [
    'NaN for an id',
    (scene) => {
      scene.setAabb(NaN, box);
    },
    RangeError,
    ['id', 'NaN'],
  ],
  [
    'a text for an id',
    (scene) => {
      scene.remove(untyped('0'));
    },
    TypeError,
    ['id', '"0"', 'number'],
  ],
  [
    'no id',
    (scene) => {
      scene.remove(untyped(undefined));
    },
    TypeError,
    ['id', 'undefined', 'number'],
  ],
  [
    'a matrix for an axis-aligned box',
    (scene) => {
      scene.setMatrix(0, identity);
    },
    TypeError,
    ['id', '0', 'oriented'],
  ],
  [
    'a singular matrix to set',
    (scene) => {
      scene.setMatrix(99, singular);
    },
    RangeError,
    ['matrix', 'singular'],
  ],
  [
    'a matrix of text to set',
    (scene) => {
      scene.setMatrix(99, untyped('identity'));
    },
    TypeError,
    ['matrix', '16 numbers'],
  ],
];

const badMasks: BadCall[] = [
  ['half a bit', (scene) => scene.addAabb(box, 1.5), RangeError, ['mask', '1.5', '32-bit']],
  ['33 bits', (scene) => scene.addObb(obb, 2 ** 32), RangeError, ['mask', '4294967296', '32-bit']],
  [
    'too low a mask',
    (scene) => {
      scene.setMask(0, -(2 ** 31) - 1);
    },
    RangeError,
    ['mask', '-2147483649'],
  ],
  [
    'NaN for a mask',
    (scene) => {
      scene.setMask(0, NaN);
    },
    RangeError,
    ['mask', 'NaN'],
  ],
  [
    'a text for a mask',
    (scene) => {
      scene.setMask(0, untyped('1'));
    },
    TypeError,
    ['mask', '"1"', 'number'],
  ],
  ['a bad mask of a ray', (scene) => scene.raycast(ray, { mask: 0.1 }), RangeError, ['options.mask', '0.1']],
  ['a bad mask of a split', (scene) => scene.split(plane, { mask: NaN }), RangeError, ['options.mask', 'NaN']],
  [
    'a bad mask of a cull',
    (scene) => scene.cull([plane], { mask: untyped('all') }),
    TypeError,
    ['options.mask', '"all"'],
  ],
];

const rayCalls = {
  raycast: (scene: BoxScene, ray: never, options: never) => scene.raycast(ray, options),
  raycastAny: (scene: BoxScene, ray: never, options: never) => scene.raycastAny(ray, options),
  raycastAll: (scene: BoxScene, ray: never, options: never) => scene.raycastAll(ray, options),
};

const badRays: BadCall[] = Object.entries(rayCalls).flatMap(([name, call]): BadCall[] => {
  const given =
    (bad: unknown, options: unknown = {}) =>
    (scene: BoxScene) =>
      call(scene, untyped(bad), untyped(options));
  return [
    [`no ray (${name})`, given(undefined), TypeError, ['ray', '{ origin, direction }', 'undefined']],
    [
      `NaN in an origin (${name})`,
      given({ origin: { ...zero, x: NaN }, direction: one }),
      RangeError,
      ['ray.origin.x', 'NaN'],
    ],
    [
      `Infinity in a direction (${name})`,
      given({ origin: zero, direction: { ...one, y: Infinity } }),
      RangeError,
      ['ray.direction.y', 'Infinity'],
    ],
    [`a direction of zero (${name})`, given({ origin: one, direction: zero }), RangeError, ['ray.direction', 'zero']],
    [`NaN for tMin (${name})`, given(ray, { tMin: NaN }), RangeError, ['options.tMin', 'NaN']],
    [`Infinity for tMin (${name})`, given(ray, { tMin: Infinity }), RangeError, ['options.tMin', 'Infinity']],
    [`NaN for tMax (${name})`, given(ray, { tMax: NaN }), RangeError, ['options.tMax', 'NaN']],
    [`tMin beyond tMax (${name})`, given(ray, { tMin: 2, tMax: 1 }), RangeError, ['options.tMin', 'tMax', '2', '1']],
    [
      `a text for solid (${name})`,
      given(ray, { solid: 'yes' }),
      TypeError,
      ['options.solid', '"yes"', 'true or false'],
    ],
    [`a number for a filter (${name})`, given(ray, { filter: 1 }), TypeError, ['options.filter', '1', 'function']],
    [`null for a refine (${name})`, given(ray, { refine: null }), TypeError, ['options.refine', 'null', 'function']],
    [`a number for options (${name})`, given(ray, 7), TypeError, ['options', '7']],
    [`null for options (${name})`, given(ray, null), TypeError, ['options', 'null']],
  ];
});

const badManyRays: BadCall[] = [
  [
    'a plain array of rays',
    (scene) => scene.raycastMany(untyped([0, 0, 0, 1, 1, 1])),
    TypeError,
    ['rays', 'Float32Array', 'Array'],
  ],
  [
    'rays whose length does not divide',
    (scene) => scene.raycastMany(new Float32Array(7)),
    RangeError,
    ['rays', '6 numbers per ray', '7'],
  ],
  [
    'NaN in a ray',
    (scene) => scene.raycastMany(Float64Array.of(0, 0, 0, 1, 1, 1, 0, NaN, 0, 1, 1, 1)),
    RangeError,
    ['rays[7]', 'ray 1', 'NaN'],
  ],
  [
    'a direction of zero in the second ray',
    (scene) => scene.raycastMany(Float64Array.of(0, 0, 0, 1, 1, 1, 0, 0, 0, 0, -0, 0)),
    RangeError,
    ['rays[9]', 'ray 1', 'zero'],
  ],
  [
    'NaN for tMax of many rays',
    (scene) => scene.raycastMany(new Float32Array(0), { tMax: NaN }),
    RangeError,
    ['options.tMax', 'NaN'],
  ],
];

const badViews: BadCall[] = [
  ['no pointer', (scene) => scene.pick(untyped(undefined), camera), TypeError, ['pointer', 'undefined']],
  ['null for a pointer', (scene) => scene.pick(untyped(null), camera), TypeError, ['pointer', 'null']],
  [
    'a canvas without size',
    (scene) => scene.pick({ ...pointer, height: 0 }, camera),
    RangeError,
    ['pointer.height', '0'],
  ],
  ['null for a camera', (scene) => scene.pick(pointer, untyped(null)), TypeError, ['camera', 'null']],
  [
    'a singular view',
    (scene) => scene.pick(pointer, { ...camera, view: singular }),
    RangeError,
    ['camera.view', 'singular'],
  ],
  [
    'an unknown clip space',
    (scene) => scene.pick(pointer, camera, { clipSpace: untyped('vulkan') }),
    RangeError,
    ['clipSpace', '"vulkan"'],
  ],
  [
    'null for the options of a pick',
    (scene) => scene.pick(pointer, camera, untyped(null)),
    TypeError,
    ['options', 'null'],
  ],
];

const badPlanes: BadCall[] = [
  ['no plane', (scene) => scene.split(untyped(undefined)), TypeError, ['plane', '{ normal, constant }', 'undefined']],
  ['a normal of zero', (scene) => scene.split({ normal: zero, constant: 1 }), RangeError, ['plane.normal', 'zero']],
  [
    'NaN in a normal',
    (scene) => scene.split({ normal: { ...one, z: NaN }, constant: 1 }),
    RangeError,
    ['plane.normal.z', 'NaN'],
  ],
  [
    'Infinity for a constant',
    (scene) => scene.split({ normal: one, constant: -Infinity }),
    RangeError,
    ['plane.constant', '-Infinity'],
  ],
  ['null for the options of a split', (scene) => scene.split(plane, untyped(null)), TypeError, ['options', 'null']],
  ['no planes', (scene) => scene.cull(untyped(undefined)), TypeError, ['planes', 'array', 'undefined']],
  ['one plane instead of several', (scene) => scene.cull(untyped(plane)), TypeError, ['planes', 'array', 'an object']],
  [
    'a bad second plane',
    (scene) => scene.cull([plane, { normal: zero, constant: 0 }]),
    RangeError,
    ['planes[1].normal', 'zero'],
  ],
  ['no second plane', (scene) => scene.cull([plane, untyped(undefined)]), TypeError, ['planes[1]', 'undefined']],
  ['null for the options of a cull', (scene) => scene.cull([plane], untyped(null)), TypeError, ['options', 'null']],
];

const badShapes: BadCall[] = [
  ['no shape', (scene) => scene.overlap(untyped(undefined)), TypeError, ['shape', '{ center, radius }', 'undefined']],
  ['an inverted box', (scene) => scene.overlap({ min: one, max: zero }), RangeError, ['shape.min.x', 'shape.max.x']],
  ['NaN in a box', (scene) => scene.overlap({ ...box, max: { ...one, z: NaN } }), RangeError, ['shape.max.z', 'NaN']],
  ['a singular matrix', (scene) => scene.overlap({ ...box, matrix: singular }), RangeError, ['shape.matrix']],
  ['a negative radius', (scene) => scene.overlap({ center: zero, radius: -1 }), RangeError, ['shape.radius', '-1']],
  [
    'an infinite radius',
    (scene) => scene.overlap({ center: zero, radius: Infinity }),
    RangeError,
    ['shape.radius', 'Infinity', 'finite'],
  ],
  ['a sphere without a centre', (scene) => scene.overlap(untyped({ radius: 1 })), TypeError, ['shape.center']],
  ['a bad mask of an overlap', (scene) => scene.overlap(box, { mask: 0.5 }), RangeError, ['options.mask', '0.5']],
  ['null for the options of an overlap', (scene) => scene.overlap(box, untyped(null)), TypeError, ['options', 'null']],
  [
    'an array for options, whose methods have the names of options',
    (scene) => scene.nearest(zero, untyped(new Float32Array(3))),
    TypeError,
    ['options', 'object of options', 'Float32Array'],
  ],
  ['a list for options', (scene) => scene.raycast(ray, untyped([])), TypeError, ['options', 'a value of type Array']],
  ['a map for options', (scene) => scene.pairs(untyped(new Map())), TypeError, ['options', 'a value of type Map']],
  ['an empty Box3 of three.js', (scene) => scene.addAabb(new Box3()), RangeError, ['box', 'empty']],
  ['an empty shape', (scene) => scene.overlap(new Box3()), RangeError, ['shape', 'empty']],
  ['a bad mask of pairs', (scene) => scene.pairs({ mask: 2 ** 32 }), RangeError, ['options.mask', '4294967296']],
  ['a number for the options of pairs', (scene) => scene.pairs(untyped(1)), TypeError, ['options', '1']],
];

/** Bad calls that set many boxes, or improve the tree. The scene has a hundred boxes, and those from 60 on are oriented. */
const badUpdates: BadCall[] = [
  [
    'a plain array of boxes to set',
    (scene) => {
      scene.setAabbs(0, untyped([0, 0, 0, 1, 1, 1]));
    },
    TypeError,
    ['boxes', 'Float32Array', 'Array'],
  ],
  [
    'no boxes to set',
    (scene) => {
      scene.setAabbs(0, untyped(undefined));
    },
    TypeError,
    ['boxes', 'undefined'],
  ],
  [
    'boxes to set whose length does not divide',
    (scene) => {
      scene.setAabbs(0, new Float32Array(8));
    },
    RangeError,
    ['boxes', '6 numbers per box', '8'],
  ],
  [
    'NaN in the second box to set',
    (scene) => {
      scene.setAabbs(0, Float64Array.of(0, 0, 0, 1, 1, 1, 0, 0, NaN, 1, 1, 1));
    },
    RangeError,
    ['boxes[8]', 'box 1', 'NaN', 'finite'],
  ],
  [
    'min beyond max in the last box to set',
    (scene) => {
      scene.setAabbs(3, Float32Array.of(0, 0, 0, 1, 1, 1, 0, 2, 0, 1, 1, 1));
    },
    RangeError,
    ['boxes[7]', 'boxes[10]', '2', '1'],
  ],
  [
    'boxes to set beyond the last one',
    (scene) => {
      scene.setAabbs(99, new Float32Array(12));
    },
    RangeError,
    ['firstId', 'a run of 2 boxes', '99', 'no box 100'],
  ],
  [
    'boxes to set from an unknown one on',
    (scene) => {
      scene.setAabbs(noId, new Float32Array(6));
    },
    RangeError,
    ['firstId', '100000'],
  ],
  [
    'boxes to set from before the first one on',
    (scene) => {
      scene.setAabbs(-1, new Float32Array(12));
    },
    RangeError,
    ['firstId', '-1'],
  ],
  [
    'no boxes to set from no number on',
    (scene) => {
      scene.setAabbs(NaN, new Float32Array(0));
    },
    RangeError,
    ['firstId', 'NaN'],
  ],
  [
    'no matrices to set from before the first one on',
    (scene) => {
      scene.setMatrices(-7, new Float32Array(0));
    },
    RangeError,
    ['firstId', '-7'],
  ],
  [
    'half an id to set many from',
    (scene) => {
      scene.setAabbs(0.5, new Float64Array(6));
    },
    RangeError,
    ['firstId', '0.5'],
  ],
  [
    'a text for an id to set many from',
    (scene) => {
      scene.setAabbs(untyped('0'), new Float64Array(6));
    },
    TypeError,
    ['firstId', '"0"', 'number'],
  ],
  [
    'a plain array of matrices to set',
    (scene) => {
      scene.setMatrices(60, untyped(identity));
    },
    TypeError,
    ['matrices', 'Float32Array', 'Array'],
  ],
  [
    'matrices to set whose length does not divide',
    (scene) => {
      scene.setMatrices(60, new Float64Array(24));
    },
    RangeError,
    ['matrices', '16 numbers per matrix', '24'],
  ],
  [
    'NaN in the second matrix to set',
    (scene) => {
      scene.setMatrices(60, matricesWith(28, NaN));
    },
    RangeError,
    ['matrices', 'matrix 1', 'NaN'],
  ],
  [
    'a singular third matrix to set',
    (scene) => {
      scene.setMatrices(60, matricesWith(32, 0));
    },
    RangeError,
    ['matrices', 'matrix 2', 'singular'],
  ],
  [
    'a second matrix to set that is not affine',
    (scene) => {
      scene.setMatrices(60, matricesWith(31, 2));
    },
    RangeError,
    ['matrices', 'matrix 1', 'affine', '2'],
  ],
  [
    'matrices for a run whose first box is axis-aligned',
    (scene) => {
      scene.setMatrices(59, matricesWith(0, 2));
    },
    TypeError,
    ['firstId', '59', 'oriented', 'axis-aligned'],
  ],
  [
    'matrices for a run whose last box does not exist',
    (scene) => {
      scene.setMatrices(98, matricesWith(0, 2));
    },
    RangeError,
    ['firstId', 'a run of 3 boxes', '98', 'no box 100'],
  ],
  [
    'NaN for an id to set matrices from',
    (scene) => {
      scene.setMatrices(NaN, matricesWith(0, 2));
    },
    RangeError,
    ['firstId', 'NaN'],
  ],
  [
    'a negative budget',
    (scene) => {
      scene.optimize(-1);
    },
    RangeError,
    ['budget', '-1'],
  ],
  [
    'NaN for a budget',
    (scene) => {
      scene.optimize(NaN);
    },
    RangeError,
    ['budget', 'NaN'],
  ],
  [
    'a text for a budget',
    (scene) => {
      scene.optimize(untyped('all'));
    },
    TypeError,
    ['budget', '"all"', 'number'],
  ],
];

/** A scene of boxes of all kinds, the loop over them, and sets from queries. */
function preparedScene(backend: Backend): {
  scene: BoxScene;
  loop: ReadonlyMap<number, LoopBox>;
  sets: IdSet[];
  sizes: number[];
} {
  const [aligned, oriented] = [
    boxesOf('random boxes', { count: 60, seed: 1 }),
    boxesOf('oriented boxes: shear', { count: 40, seed: 2 }),
  ];
  const { scene, loop } = sceneOf([...aligned, ...oriented], backend);
  const { front, crossing, back } = scene.split(plane);
  const sets = [front, crossing, back];
  return { scene, loop, sets, sizes: sets.map(({ size }) => size) };
}

describe.each(backends)('errors (%s)', (backend) => {
  describe.each<[string, BadCall[]]>([
    ['box', badBoxes],
    ['array', badArrays],
    ['id', badIds],
    ['mask', badMasks],
    ['ray', badRays],
    ['array of rays', badManyRays],
    ['view', badViews],
    ['plane', badPlanes],
    ['shape', badShapes],
    ['update', badUpdates],
  ])('a bad %s', (_, calls) => {
    it.each(calls)('%s throws an error that names it, and the scene does not change', (_, call, kind, names) => {
      const { scene, loop, sets, sizes } = preparedScene(backend);
      expectComplaint(() => call(scene), kind, names);

      // Nothing has changed: even the sets from before can be read.
      expect(sets.map(({ size }) => size)).toEqual(sizes);
      expect(scene.size).toBe(100);
      validate(scene[INTERNALS].currentTree());
      compareBounds([scene], loop);
      const random = new Random(3);
      for (let i = 0; i < 5; i++) compareRay([scene], loop, rayAmong(random, [...loop.values()]));
      compareSplit([scene], loop, { normal: [1, 1, 1], constant: 0 });
      compareCull([scene], loop, [{ normal: [1, 0, 0], constant: 0 }]);
      expect(scene.addAabb(box)).toBe(100);
    });
  });
});

it('errors name an unknown backend and missing options', () => {
  expectComplaint(() => new BoxScene(untyped(null)), TypeError, ['options', 'null', 'object']);
  expectComplaint(() => new BoxScene({ backend: untyped('cuda') }), RangeError, ['options.backend', '"cuda"']);
});

describe.each(backends)('setters of many boxes (%s)', (backend) => {
  it.each<[string, number, (scene: BoxScene) => void, typeof TypeError | typeof RangeError, string[]]>([
    [
      'a run of boxes must exist',
      12,
      (scene) => {
        scene.remove(12);
        scene.setAabbs(10, new Float64Array(6 * 5));
      },
      RangeError,
      ['firstId', 'a run of 5 boxes', '10', 'no box 12'],
    ],
    [
      'a run of boxes must exist to be set by matrices',
      72,
      (scene) => {
        scene.remove(72);
        scene.setMatrices(71, matricesWith(0, 2));
      },
      RangeError,
      ['firstId', 'a run of 3 boxes', '71', 'no box 72'],
    ],
    [
      'a run of boxes must be oriented to be set by matrices',
      72,
      (scene) => {
        scene.setAabb(72, box);
        scene.setMatrices(71, matricesWith(0, 2));
      },
      TypeError,
      ['firstId', '72', 'oriented'],
    ],
  ])('%s, or no box is set', (_, other, call, kind, names) => {
    const { scene, loop } = preparedScene(backend);
    expectComplaint(
      () => {
        call(scene);
      },
      kind,
      names,
    );
    validate(scene[INTERNALS].currentTree());
    if (scene.has(other)) scene.remove(other);
    const rest = new Map(loop);
    rest.delete(other);
    compareBounds([scene], rest);
    const random = new Random(5);
    for (let i = 0; i < 10; i++) compareRay([scene], rest, rayAmong(random, [...rest.values()]));
  });
});

it('the id of a removed box is unknown', () => {
  const scene = new BoxScene();
  const id = scene.addAabb(box);
  scene.remove(id);
  expectComplaint(
    () => {
      scene.remove(id);
    },
    RangeError,
    ['id', '0', 'in the scene'],
  );
  expectComplaint(
    () => {
      scene.setAabb(id, box);
    },
    RangeError,
    ['id', '0', 'in the scene'],
  );
});
