import * as slabtree from 'slabtree';
import type { BoxScene, FloatArray } from 'slabtree';

/** The arguments below that are options. */
const options = new Set<unknown>();

function optionsOf<Options extends object>(given: Options): Options {
  options.add(given);
  return given;
}

/** Whether an argument of a call below is an object of options. */
export function isOptions(argument: unknown): argument is object {
  return options.has(argument);
}

const eighth = Math.SQRT1_2;
const turned = [eighth, 0, -eighth, 0, 0, 1, 0, 0, eighth, 0, eighth, 0, 3, 1, 2, 1];
const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 5, 5, 1];
const aabb = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 3 } };
const obb = { ...aabb, matrix: turned };
const sphere = { center: { x: 1, y: 1, z: 1 }, radius: 2 };
const triangle = { a: { x: 0, y: 0, z: 1 }, b: { x: 2, y: 0, z: 1 }, c: { x: 0, y: 2, z: 1 } };
const ray = { origin: { x: 0.5, y: 0.25, z: -5 }, direction: { x: 0.01, y: 0.02, z: 1 } };
const range = optionsOf({ tMin: 0.5, tMax: 100, solid: true });
const plane = { normal: { x: 0, y: 1, z: 0.5 }, constant: -1 };
const point = { x: 4, y: -2, z: 1 };
const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0];
const pointer = { x: 30, y: 40, width: 100, height: 100 };
const camera = { view: moved, projection: { elements: projection } };
const quaternion = { x: 0.1, y: 0.2, z: 0.3, w: 0.9 };

/** A public call: its name, its arguments and the function. For tests of what a call does with its arguments. */
export type PublicCall = readonly [name: string, given: readonly unknown[], call: (...given: never[]) => unknown];

export const primitiveCalls: PublicCall[] = [
  ['aabbFromPoints', [point, ray.origin, aabb.max, aabb.min], slabtree.aabbFromPoints],
  ['closestPoint', [aabb, point], slabtree.closestPoint],
  ['closestPoint of an OBB', [obb, point], slabtree.closestPoint],
  ['closestPointOnTriangle', [triangle, point], slabtree.closestPointOnTriangle],
  ['distanceToBox', [obb, point], slabtree.distanceToBox],
  ['distanceToTriangle', [triangle, point], slabtree.distanceToTriangle],
  ['frustumFromMatrix', [{ elements: projection }, 'webgpu'], slabtree.frustumFromMatrix],
  ['intersectsPlane', [obb, plane], slabtree.intersectsPlane],
  ['lineIntersectsAabb', [ray, aabb], slabtree.lineIntersectsAabb],
  ['obbFromCenter', [point, aabb.max, quaternion], slabtree.obbFromCenter],
  ['obbFromCenter with a matrix', [point, aabb.max, turned], slabtree.obbFromCenter],
  ['overlaps', [sphere, aabb], slabtree.overlaps],
  ['overlaps of an OBB and an AABB', [obb, aabb], slabtree.overlaps],
  ['overlaps of OBBs', [obb, { ...aabb, matrix: moved }], slabtree.overlaps],
  ['overlaps of a triangle and an OBB', [triangle, obb], slabtree.overlaps],
  ['overlaps of a sphere and a triangle', [sphere, triangle], slabtree.overlaps],
  ['overlaps of triangles', [triangle, { ...triangle, b: point }], slabtree.overlaps],
  ['planeFromNormalAndDistance', [plane.normal, 3], slabtree.planeFromNormalAndDistance],
  ['planeFromNormalAndPoint', [plane.normal, point], slabtree.planeFromNormalAndPoint],
  ['planeSide', [aabb, plane], slabtree.planeSide],
  ['planeSide of an OBB', [obb, plane], slabtree.planeSide],
  ['rayPointAt', [ray, 2], slabtree.rayPointAt],
  ['raycastAabb', [ray, aabb, range], slabtree.raycastAabb],
  ['raycastObb', [ray, obb, range], slabtree.raycastObb],
  ['raycastTriangle', [ray, triangle, optionsOf({ tMin: 0.5, tMax: 100, side: 'back' })], slabtree.raycastTriangle],
  ['screenRay', [pointer, camera, 'webgpu'], slabtree.screenRay],
];

/** A call of a scene. The function takes the scene first. */
export type SceneCall = readonly [
  name: string,
  given: readonly unknown[],
  call: (scene: BoxScene, ...given: never[]) => unknown,
];

const only = optionsOf({ mask: 0b1 });
const castOptions = optionsOf({
  ...range,
  mask: 0b1,
  filter: (id: number) => id !== 1,
  refine: (_: number, t: number) => t,
  side: 'back',
  boxesOnly: true,
});
const intoOptions = optionsOf({
  ...castOptions,
  into: {
    id: 0,
    t: 0,
    distance: 0,
    point: { ...point },
    normal: { ...point },
    inside: true,
    triangle: -1,
    u: 0,
    v: 0,
    front: true,
  },
});
const nearOptions = optionsOf({
  count: 2,
  maxDistance: 50,
  mask: 0b1,
  filter: (id: number) => id !== 1,
  boxesOnly: true,
});

/** All queries, for a scene that {@link fillScene} has filled. */
export const queryCalls: SceneCall[] = [
  ['raycast', [ray], (scene, ...given: [typeof ray]) => scene.raycast(...given)],
  ['raycast with options', [ray, castOptions], (scene, ...given: [typeof ray, object]) => scene.raycast(...given)],
  [
    'raycast into a hit',
    [ray, intoOptions],
    (scene, ...given: [typeof ray, object]) => scene.raycast(...given) !== null,
  ],
  ['raycastAny', [ray, castOptions], (scene, ...given: [typeof ray, object]) => scene.raycastAny(...given)],
  ['raycastAll', [ray, castOptions], (scene, ...given: [typeof ray, object]) => scene.raycastAll(...given)],
  [
    'raycastMany',
    [Float64Array.of(0.5, 0.25, -5, 0.01, 0.02, 1), optionsOf({ ...range, mask: 1, triangles: true })],
    (scene, ...given: [FloatArray, object]) => scene.raycastMany(...given),
  ],
  [
    'raycastMany with callbacks',
    [Float64Array.of(0.5, 0.25, -5, 0.01, 0.02, 1), castOptions],
    (scene, ...given: [FloatArray, object]) => scene.raycastMany(...given),
  ],
  [
    'pick',
    [pointer, camera, optionsOf({ ...intoOptions, clipSpace: 'opengl' })],
    (scene, ...given: [typeof pointer, typeof camera, object]) => scene.pick(...given) !== null,
  ],
  ['nearest', [point, nearOptions], (scene, ...given: [typeof point, object]) => scene.nearest(...given)],
  [
    'split',
    [plane, only],
    (scene, ...given: [typeof plane, object]) => Object.values(scene.split(...given)).map(sorted),
  ],
  [
    'cull',
    [[plane, { normal: { x: 1, y: 0, z: 0 }, constant: 9 }], only],
    (scene, ...given: [(typeof plane)[], object]) => Object.values(scene.cull(...given)).map(sorted),
  ],
  [
    'overlap with a box',
    [obb, optionsOf({ ...only, boxesOnly: true })],
    (scene, ...given: [typeof obb, object]) => sorted(scene.overlap(...given)),
  ],
  ['overlapTriangles', [sphere, only], (scene, ...given: [typeof sphere, object]) => scene.overlapTriangles(...given)],
  ['overlap with a sphere', [sphere], (scene, ...given: [typeof sphere]) => sorted(scene.overlap(...given))],
  ['pairs', [only], (scene, ...given: [object]) => [...scene.pairs(...given)].sort()],
];

const boxNumbers = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 3.1, 3.1, 3.1);
const matrixNumbers = Float64Array.from([...turned, ...moved]);

/** All calls that change a scene. */
export const changeCalls: SceneCall[] = [
  ['addAabb', [aabb, 3], (scene, ...given: [typeof aabb, number]) => scene.addAabb(...given)],
  ['addObb', [obb, 3], (scene, ...given: [typeof obb, number]) => scene.addObb(...given)],
  ['addAabbs', [boxNumbers, 3], (scene, ...given: [FloatArray, number]) => scene.addAabbs(...given)],
  [
    'addObbs',
    [aabb, matrixNumbers, 3],
    (scene, ...given: [typeof aabb, FloatArray, number]) => scene.addObbs(...given),
  ],
  [
    'setAabb',
    [0, aabb],
    (scene, ...given: [number, typeof aabb]) => {
      scene.setAabb(...given);
    },
  ],
  [
    'setObb',
    [0, obb],
    (scene, ...given: [number, typeof obb]) => {
      scene.setObb(...given);
    },
  ],
  [
    'setMatrix',
    [3, { elements: moved }],
    (scene, ...given: [number, { elements: number[] }]) => {
      scene.setMatrix(...given);
    },
  ],
  [
    'setAabbs',
    [0, boxNumbers],
    (scene, ...given: [number, FloatArray]) => {
      scene.setAabbs(...given);
    },
  ],
  [
    'setMatrices',
    [3, matrixNumbers],
    (scene, ...given: [number, FloatArray]) => {
      scene.setMatrices(...given);
    },
  ],
];

/** Boxes 0 to 2 are axis-aligned, and 3 and 4 oriented. The tree is built. */
export function fillScene(scene: BoxScene): BoxScene {
  scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1, 0, 0, 2, 2, 2, 4, -5, -5, 5, 5, 5, 6));
  scene.addObbs(aabb, matrixNumbers);
  scene.commit();
  return scene;
}

function sorted(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}
