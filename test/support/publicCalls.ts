import * as slabtree from 'slabtree';
import { BoxScene, type FloatArray, type SceneHandle, SceneNames, type SceneVisitor } from 'slabtree';

/**
 * Calls of all public functions that take arguments. Tests make each with arguments that are hostile, and compare its answer.
 * test/publicApi.test.ts says which function has none.
 */

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
export const aabb = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 2, z: 3 } };
export const obb = { ...aabb, matrix: turned };
export const sphere = { center: { x: 1, y: 1, z: 1 }, radius: 2 };
const triangle = { a: { x: 0, y: 0, z: 1 }, b: { x: 2, y: 0, z: 1 }, c: { x: 0, y: 2, z: 1 } };
const capsule = { a: { x: 1, y: 0, z: 1 }, b: { x: 1, y: 2, z: 1 }, radius: 0.5 };
const roundedBox = { ...obb, radius: 0.25 };
export const ray = { origin: { x: 0.5, y: 0.25, z: -5 }, direction: { x: 0.01, y: 0.02, z: 1 } };
const range = optionsOf({ tMin: 0.5, tMax: 100, solid: true });
export const plane = { normal: { x: 0, y: 1, z: 0.5 }, constant: -1 };
export const point = { x: 4, y: -2, z: 1 };
const sweepRange = optionsOf({ tMax: 2, margin: 0.1, side: 'front', mask: 3, ignoreStart: true });
const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0];
export const pointer = { x: 30, y: 40, width: 100, height: 100 };
export const camera = { view: moved, projection: { elements: projection } };
const quaternion = { x: 0.1, y: 0.2, z: 0.3, w: 0.9 };

/** A public call: its name, its arguments and the function. For tests of what a call does with its arguments. */
export type PublicCall = readonly [name: string, given: readonly unknown[], call: (...given: never[]) => unknown];

export const primitiveCalls: PublicCall[] = [
  ['aabbFromPoints', [point, ray.origin, aabb.max, aabb.min], slabtree.aabbFromPoints],
  ['closestPoint', [aabb, point], slabtree.closestPoint],
  ['closestPoint of an OBB', [obb, point], slabtree.closestPoint],
  ['closestPointOnTriangle', [triangle, point], slabtree.closestPointOnTriangle],
  ['closestPoints', [capsule, roundedBox], slabtree.closestPoints],
  ['contact', [sphere, triangle], slabtree.contact],
  ['distance', [obb, capsule], slabtree.distance],
  ['distanceToBox', [obb, point], slabtree.distanceToBox],
  ['distanceToTriangle', [triangle, point], slabtree.distanceToTriangle],
  ['frustumFromMatrix', [{ elements: projection }, 'webgpu'], slabtree.frustumFromMatrix],
  ['intersectsPlane', [obb, plane], slabtree.intersectsPlane],
  ['lineIntersectsAabb', [ray, aabb], slabtree.lineIntersectsAabb],
  ['obbFromCenter', [point, aabb.max, quaternion], slabtree.obbFromCenter],
  ['obbFromCenter with a matrix', [point, aabb.max, turned], slabtree.obbFromCenter],
  ['orient2d', [point, ray.origin, aabb.max], slabtree.orient2d],
  ['orient3d', [point, ray.origin, aabb.max, aabb.min], slabtree.orient3d],
  ['overlaps', [sphere, aabb], slabtree.overlaps],
  ['overlaps of a capsule and a rounded box', [capsule, roundedBox], slabtree.overlaps],
  ['overlaps of an OBB and an AABB', [obb, aabb], slabtree.overlaps],
  ['overlaps of OBBs', [obb, { ...aabb, matrix: moved }], slabtree.overlaps],
  ['overlaps of a triangle and an OBB', [triangle, obb], slabtree.overlaps],
  ['overlaps of a sphere and a triangle', [sphere, triangle], slabtree.overlaps],
  ['overlaps of triangles', [triangle, { ...triangle, b: point }], slabtree.overlaps],
  ['penetration', [capsule, aabb], slabtree.penetration],
  ['signedCrossing', [triangle, point], slabtree.signedCrossing],
  ['planeFromNormalAndDistance', [plane.normal, 3], slabtree.planeFromNormalAndDistance],
  ['planeFromNormalAndPoint', [plane.normal, point], slabtree.planeFromNormalAndPoint],
  ['planeSide', [aabb, plane], slabtree.planeSide],
  ['planeSide of an OBB', [obb, plane], slabtree.planeSide],
  ['rayPointAt', [ray, 2], slabtree.rayPointAt],
  ['raycastAabb', [ray, aabb, range], slabtree.raycastAabb],
  ['raycastObb', [ray, obb, range], slabtree.raycastObb],
  ['sweep', [capsule, ray.direction, obb, optionsOf({ tMax: 9, margin: 0.1, ignoreStart: true })], slabtree.sweep],
  ['raycastTriangle', [ray, triangle, optionsOf({ tMin: 0.5, tMax: 100, side: 'back' })], slabtree.raycastTriangle],
  ['screenRay', [pointer, camera, 'webgpu'], slabtree.screenRay],
];

/** A call of a method. The function takes the object first. */
export type MethodCall<Subject> = readonly [
  name: string,
  given: readonly unknown[],
  call: (subject: Subject, ...given: never[]) => unknown,
];

export type SceneCall = MethodCall<BoxScene>;

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
  signed: true,
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
    [Float64Array.of(0.5, 0.25, -5, 0.01, 0.02, 1), optionsOf({ ...range, mask: 1, triangles: true, fronts: true })],
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
  [
    'sweep',
    [capsule, point, sweepRange],
    (scene, ...given: [typeof capsule, typeof point, object]) => scene.sweep(...given),
  ],
  ['sweepAny', [obb, point], (scene, ...given: [typeof obb, typeof point]) => scene.sweepAny(...given)],
  ['sweepAll', [triangle, point], (scene, ...given: [typeof triangle, typeof point]) => scene.sweepAll(...given)],
  [
    'sweepMany',
    ['sphere', Float64Array.of(1, 9, 1, 0.5, 0, -20, 0), optionsOf({ tMax: 2, mask: 3, features: true })],
    (scene, ...given: ['sphere', Float64Array, object]) => scene.sweepMany(...given),
  ],
  [
    'contacts',
    [roundedBox, optionsOf({ within: 1, mask: 3 })],
    (scene, ...given: [typeof roundedBox, object]) => scene.contacts(...given),
  ],
  [
    'closestPoints',
    [1, 5, optionsOf({ maxDistance: 100 })],
    (scene, ...given: [number, number, object]) => scene.closestPoints(...given),
  ],
  ['nearest to a capsule', [capsule], (scene, ...given: [typeof capsule]) => scene.nearest(...given)],
  ['overlap with a sphere', [sphere], (scene, ...given: [typeof sphere]) => sorted(scene.overlap(...given))],
  ['pairs', [only], (scene, ...given: [object]) => [...scene.pairs(...given)].sort()],
  ['visitTriangles', [() => 0], (scene, bounds: () => number) => visited(scene, bounds)],
  ['contains', [1, point], (scene, ...given: [number, typeof point]) => scene.contains(...given)],
  ['containing', [point, only], (scene, ...given: [typeof point, object]) => scene.containing(...given)],
  [
    'traverse',
    [{ bounds: () => true, box: () => undefined, triangle: () => true }, optionsOf({ mask: 0b1, nearestFirst: false })],
    (scene, ...given: [SceneVisitor, object]) => scene.traverse(...given),
  ],
  ['traverse with bounds', [() => 0], (scene, callback: () => unknown) => walked(scene, 'bounds', callback)],
  ['traverse with box', [() => 0], (scene, callback: () => unknown) => walked(scene, 'box', callback)],
  ['traverse with triangle', [() => 0], (scene, callback: () => unknown) => walked(scene, 'triangle', callback)],
  ['has', [1], (scene, id: number) => scene.has(id)],
  ['matrixOf', [1], (scene, id: number) => scene.matrixOf(id)],
  ['boxOf', [1], (scene, id: number) => scene.boxOf(id)],
  ['generationOf', [1], (scene, id: number) => scene.generationOf(id)],
  ['meshOf', [5], (scene, id: number) => scene.meshOf(id)?.triangleCount],
];

export const boxNumbers = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 3.1, 3.1, 3.1);
export const matrixNumbers = Float64Array.from([...turned, ...moved]);
export const positions = Float64Array.of(0, 0, 0, 3, 0, 0, 3, 3, 1, 0, 3, 2);
export const index = Uint16Array.of(0, 1, 2, 0, 2, 3);

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
  [
    'setMask',
    [1, 6],
    (scene, ...given: [number, number]) => {
      scene.setMask(...given);
    },
  ],
  [
    'addMesh',
    [positions, index],
    (scene, ...given: [FloatArray, Uint16Array]) => scene.addMesh(...given).triangleCount,
  ],
  ['addInstance', [turned, 3], (scene, ...given: [number[], number]) => scene.addInstance(scene.meshes[0], ...given)],
  [
    'addInstances',
    [matrixNumbers, 3],
    (scene, ...given: [FloatArray, number]) => scene.addInstances(scene.meshes[0], ...given),
  ],
  [
    'setPositions',
    [positions.map((coordinate) => 2 * coordinate)],
    (scene, given: FloatArray) => {
      scene.setPositions(scene.meshes[0], given);
    },
  ],
  [
    'removeMesh',
    [],
    (scene) => {
      scene.removeMesh(scene.meshes[1]);
    },
  ],
  [
    'remove',
    [1],
    (scene, id: number) => {
      scene.remove(id);
    },
  ],
  [
    'optimize',
    [Infinity],
    (scene, budget: number) => {
      scene.optimize(budget);
    },
  ],
];

/**
 * Boxes 0 to 2 are axis-aligned, 3 and 4 oriented, and 5 is an instance of the first mesh. The second is not placed. The tree is
 * built.
 */
export function fillScene(scene: BoxScene): BoxScene {
  scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1, 0, 0, 2, 2, 2, 4, -5, -5, 5, 5, 5, 6));
  scene.addObbs(aabb, matrixNumbers);
  scene.addInstance(scene.addMesh(positions, index));
  scene.addMesh(positions.subarray(0, 9));
  scene.commit();
  return scene;
}

const original = fillScene(new BoxScene({ shared: true }));
const bytes = new Uint8Array(original.serialize());
const ownOptions = { backend: 'js', shared: 'auto' } as const;
const names = new Map([
  [0, 'Tower'],
  [3, 'Lamp'],
]);

/** All calls that make a scene or names, or ask names. They answer what was made, or a promise of it. */
export const makingCalls: PublicCall[] = [
  ['new BoxScene', [ownOptions], (options: object) => fillScene(new BoxScene(options))],
  [
    'BoxScene.attach',
    [original.handle(), { backend: 'js' }],
    (...given: [SceneHandle, object]) => BoxScene.attach(...given),
  ],
  [
    'BoxScene.deserialize',
    [bytes, { ...ownOptions, byteOffset: 0 }],
    (...given: [Uint8Array, object]) => BoxScene.deserialize(...given),
  ],
  [
    'BoxScene.deserializeStream',
    // A set, as an array reads its length anew for each chunk.
    [new Set([bytes]), optionsOf({ ...ownOptions, signal: new AbortController().signal })],
    (...given: [Set<Uint8Array>, object]) => BoxScene.deserializeStream(...given),
  ],
  [
    'BoxScene.buildAsync',
    [boxNumbers, { ...ownOptions, mask: 3, threads: 1, meshes: [{ positions, index, matrices: matrixNumbers }] }],
    (...given: [FloatArray, object]) => BoxScene.buildAsync(...given),
  ],
  ['new SceneNames', [names], (runs: typeof names) => new SceneNames(runs)],
  [
    'SceneNames.deserialize',
    [new SceneNames(names).serialize(), { byteOffset: 0 }],
    (...given: [ArrayBuffer, object]) => SceneNames.deserialize(...given),
  ],
  ['sceneFileKind', [bytes], (given: Uint8Array) => slabtree.sceneFileKind(given)],
  ['SceneNames.nameOf', [4], (id: number) => new SceneNames(names).nameOf(id)],
  ['SceneNames.instanceOf', [4], (id: number) => new SceneNames(names).instanceOf(id)],
];

/** The triangles of the first mesh, as a visitor gets them. */
function visited(scene: BoxScene, bounds: () => number): number[] {
  const triangles: number[] = [];
  const triangle = (number: number): number => {
    triangles.push(number);
    return Infinity;
  };
  scene.visitTriangles(scene.meshes[0], { bounds, triangle });
  return sorted(triangles);
}

/** How many calls a walk through everything makes of its functions, one of which is given. */
function walked(scene: BoxScene, name: keyof SceneVisitor, callback: () => unknown): number {
  let calls = 0;
  const count = () => {
    calls++;
    return true;
  };
  const visitor = { bounds: count, box: () => calls++, triangle: () => calls++ };
  const given = (...numbers: unknown[]): boolean => {
    Reflect.apply(callback, undefined, numbers);
    calls++;
    return name === 'bounds';
  };
  scene.traverse({ ...visitor, [name]: given });
  return calls;
}

function sorted(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}
