import { IndexRaycaster, SceneIndex, sceneFrom } from 'slabtree/three';
import {
  BatchedMesh,
  Bone,
  Box3,
  type BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  InstancedMesh,
  type Intersection,
  LOD,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  Raycaster,
  Skeleton,
  SkinnedMesh,
  Sprite,
  SpriteMaterial,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { matrixAt, rootOf } from '../support/three/cubes';

const material = new MeshBasicMaterial({ side: DoubleSide });

/** A list of materials with a gap. three.js's types do not know of gaps, which its renderers skip. */
function withGap(...materials: (Material | null | undefined)[]): Material[] {
  return materials as Material[];
}

/** A plane of 4 by 2 units, in two halves: the right half has the given group. */
function halves(rightHalf: number | undefined, columns = 2): BufferGeometry {
  const geometry = new PlaneGeometry(4, 2, columns, 1);
  const count = 3 * columns;
  geometry.clearGroups();
  geometry.groups.push({ start: 0, count, materialIndex: 0 });
  geometry.groups.push({ start: count, count, ...(rightHalf !== undefined && { materialIndex: rightHalf }) });
  return geometry;
}

/** The columns of the plane are sorted from left to right if there is one row. */
function skinned(materials: Material[]): SkinnedMesh {
  const geometry = halves(1);
  const { count } = geometry.attributes.position;
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry, materials);
  const bone = new Bone();
  mesh.add(bone);
  mesh.bind(new Skeleton([bone]));
  return mesh;
}

function instanced(materials: Material[]): InstancedMesh {
  const mesh = new InstancedMesh(halves(1), materials, 1);
  mesh.setMatrixAt(0, matrixAt(0, 0));
  return mesh;
}

function morphed(materials: Material[]): Mesh {
  const geometry = halves(1);
  geometry.morphAttributes.position = [geometry.attributes.position.clone()];
  return new Mesh(geometry, materials);
}

const gap = () => withGap(material, undefined);

/** Objects of which a renderer draws the left half, from x = -2 to 0, at z = 0. */
const halfDrawn: [name: string, make: () => Object3D][] = [
  ['a list that ends too early', () => new Mesh(halves(1), [material])],
  ['a list with undefined', () => new Mesh(halves(1), gap())],
  ['a list with null', () => new Mesh(halves(1), withGap(material, null))],
  ['a group with the number -1', () => new Mesh(halves(-1), [material, material])],
  ['a group without a number', () => new Mesh(halves(undefined), [material, material])],
  ['a geometry of many triangles', () => new Mesh(halves(1, 200), gap())],
  ['a geometry without an index', () => new Mesh(halves(1).toNonIndexed(), gap())],
  ['an InstancedMesh', () => instanced(gap())],
  ['a SkinnedMesh', () => skinned(gap())],
  ['a mesh with morph targets', () => morphed(gap())],
  ['a level of a LOD', () => new LOD().addLevel(new Mesh(halves(1), gap()))],
  ['a level of a LOD that is a level of a LOD', () => lodOf(new LOD().addLevel(new Mesh(halves(1), gap())))],
];

/** Such objects, with raycasts of their own. */
const halfDrawnByOwn: [name: string, make: () => Object3D][] = [
  ['a LOD', () => passedOn(lodOf(new Mesh(halves(1), gap())))],
  ['a mesh', () => passedOn(new Mesh(halves(1), gap()))],
  ['a class', () => new Passing(halves(1), gap())],
  ['an InstancedMesh', () => passedOn(instanced(gap()))],
];

class Passing extends Mesh {
  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    super.raycast(raycaster, hits);
  }
}

/** Gives an object a raycast of its own, which calls the raycast of its class. */
function passedOn<Kind extends Object3D>(object: Kind): Kind {
  const passing = (raycaster: Raycaster, hits: Intersection[]) => {
    (Object.getPrototypeOf(object) as Kind).raycast.call(object, raycaster, hits);
  };
  Object.assign(object, { raycast: passing });
  return object;
}

function lodOf(level: Object3D): LOD {
  return new LOD().addLevel(level);
}

/** Objects of which no renderer draws anything. */
const undrawn: [name: string, make: () => Object3D][] = [
  ['an empty list', () => new Mesh(halves(1), [])],
  ['a list without groups', () => new Mesh(new PlaneGeometry(4, 2), [])],
  ['a list of gaps', () => new Mesh(halves(1), withGap(undefined, undefined))],
  ['null', () => Object.assign(new Mesh(halves(1)), { material: null })],
  ['undefined', () => Object.assign(new Mesh(halves(1)), { material: undefined })],
  ['a BatchedMesh with a list', () => batchOf([material])],
  ['a BatchedMesh with null', () => Object.assign(batchOf([]), { material: null })],
  ['an InstancedMesh with null', () => Object.assign(instanced([]), { material: null })],
  ['null, with a raycast of its own', () => passedOn(Object.assign(new Mesh(halves(1)), { material: null }))],
  ['a level of a LOD with null', () => lodOf(Object.assign(new Mesh(halves(1)), { material: null }))],
  ['a Sprite with null', () => spriteOf(null)],
  ['a Sprite with undefined', () => spriteOf(undefined)],
  ['a level of a LOD that is a Sprite with null', () => lodOf(spriteOf(null))],
];

function spriteOf(withoutMaterial: null | undefined): Sprite {
  const sprite = new Sprite();
  sprite.scale.set(4, 2, 1);
  Object.assign(sprite, { material: withoutMaterial });
  return sprite;
}

function batchOf(materials: Material[]): BatchedMesh {
  const batch = new BatchedMesh(1, 20, 40);
  batch.setMatrixAt(batch.addInstance(batch.addGeometry(new PlaneGeometry(4, 2))), matrixAt(0, 0));
  return Object.assign(batch, { material: materials });
}

/** A wall at z = -3, behind the object. */
function wall(): Mesh {
  const mesh = new Mesh(new PlaneGeometry(9, 9), material);
  mesh.position.z = -3;
  return mesh;
}

function rayAt(x: number): Raycaster {
  // Sprites are hit with a camera only.
  return Object.assign(new Raycaster(new Vector3(x, 0.1, 5), new Vector3(0, 0, -1)), { camera });
}

/** A camera that sees x and y from -5 to 5 in a picture of 100 by 100 pixels. */
const camera = new OrthographicCamera(-5, 5, 5, -5, 0.1, 20);
camera.position.z = 10;
camera.updateMatrixWorld();
const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }) };
const pixelOf = (x: number, y: number) => ({ clientX: 50 + 10 * x, clientY: 50 - 10 * y });

/** Every way to ask an index what is at x, y = 0.1, seen along -z. Each returns how many things are there, but for the wall. */
const questions: [name: string, ask: (root: Object3D, x: number) => number][] = [
  ['raycast', (root, x) => count(indexOf(root).raycast(rayAt(x)))],
  ['raycast, twice', (root, x) => twice(root, (index) => count(index.raycast(rayAt(x))))],
  ['raycast of linked boxes', (root, x) => count(linkedIndexOf(root).raycast(rayAt(x)))],
  ['raycastAll of linked boxes', (root, x) => hitsBefore(linkedIndexOf(root).raycastAll(rayAt(x)))],
  ['raycast of a posed index', (root, x) => count(indexOf(root, true).raycast(rayAt(x)))],
  ['raycastAll', (root, x) => hitsBefore(indexOf(root).raycastAll(rayAt(x)))],
  ['raycastAny up to the wall', (root, x) => Number(indexOf(root).raycastAny(nearRayAt(x)))],
  ['IndexRaycaster', (root, x) => hitsBefore(indexedRayAt(indexOf(root), x).intersectObject(root))],
  ['IndexRaycaster, of what is hidden', (root, x) => hiddenHits(root, x)],
  ['IndexRaycaster, outside the root', (root, x) => outsideHits(root, x)],
  ['pick', (root, x) => count(indexOf(root).pick(pixelOf(x, 0.1), camera, canvas))],
  ['raycastMany', (root, x) => many(indexOf(root), x)],
  ['sceneFrom', (root, x) => fromGraph(root, x)],
  ['snap to a face', (root, x) => count(indexOf(root).snap(pixelOf(x, 0.1), camera, canvas, { to: 'face' }))],
  ['snap to a corner', (root, x) => snapAt(linkedIndexOf(root), x)],
  ['select with precise', (root, x) => selectedAt(linkedIndexOf(root), x, {})],
  ['select what is seen', (root, x) => selectedAt(indexOf(root), x, { seenOnly: true })],
  ['overlap', (root, x) => linkedIndexOf(root).overlap(boxAt(x)).length],
  ['nearest', (root, x) => linkedIndexOf(root).nearest(new Vector3(x, 0.1, 0), { maxDistance: 0.5 }).length],
  ['solids.sweep', (root, x) => swept(linkedIndexOf(root), x)],
  ['solids.contacts', (root, x) => Number(linkedIndexOf(root).solids.contacts(boxAt(x)).length > 0)],
];

describe.each(questions)('what has no material, with %s', (_, ask) => {
  it.each(halfDrawn)('a group without a material is not found, and the rest of the object is: %s', (_name, make) => {
    expect([-1.01, 1.01].map((x) => ask(rootOf(make(), wall()), x))).toEqual([1, 0]);
  });

  it.each(undrawn)('an object is not found if nothing of it has a material: %s', (_name, make) => {
    expect(ask(rootOf(make(), wall()), -1.01)).toBe(0);
  });
});

// The corners of an object with a raycast of its own are not snapped to.
describe.each(questions.filter(([name]) => name !== 'snap to a corner'))('what has no material, with %s', (_, ask) => {
  it.each(halfDrawnByOwn)(
    'a raycast of its own that calls three.js finds the groups with materials: %s',
    (_name, make) => {
      expect([-1.01, 1.01].map((x) => ask(rootOf(make(), wall()), x))).toEqual([1, 0]);
    },
  );
});

it('a raycast of its own leaves the fields of an object as they were, also if it throws', () => {
  const mesh = new Mesh(halves(1), gap());
  const lod = lodOf(mesh);
  const fields = () => [mesh, lod].map((object) => Object.getOwnPropertyDescriptors(object));
  const fail = () => {
    throw new Error('broken');
  };
  Object.assign(mesh, { raycast: fail });
  const before = fields();
  for (const object of [mesh, lod]) expect(() => indexOf(rootOf(object)).raycastAll(rayAt(-1))).toThrow('broken');
  mesh.removeFromParent();
  lod.removeFromParent();
  before.forEach((descriptors, i) => {
    expect(Object.keys(fields()[i])).toEqual(Object.keys(descriptors));
  });
  expect(mesh.geometry).toBe(before[0].geometry.value);
  expect(lod.getObjectForDistance(0)).toBe(mesh);
});

it('a Sprite that gets a material is hit from the next ray on', () => {
  const sprite = spriteOf(null);
  const index = indexOf(rootOf(sprite));
  expect(index.raycast(rayAt(1))).toBeNull();
  sprite.material = new SpriteMaterial();
  expect(index.raycast(rayAt(1))?.object).toBe(sprite);
  index.update();
  expect(index.raycast(rayAt(1))?.object).toBe(sprite);
});

it('hits of groups with materials equal those of Raycaster, which is given only these groups', () => {
  for (const columns of [2, 200]) {
    const mesh = new Mesh(halves(1, columns), gap());
    const index = indexOf(rootOf(mesh));
    const found = index.raycastAll(rayAt(-1.01));
    mesh.geometry.groups.pop();
    expect(found).toEqual(rayAt(-1.01).intersectObject(mesh));
    expect(found).toHaveLength(1);
  }
});

it('a material that is set later draws the group from the next ray on', () => {
  const materials = gap();
  const index = indexOf(rootOf(new Mesh(halves(1), materials)));
  expect(index.raycast(rayAt(1))).toBeNull();
  materials[1] = material;
  expect(index.raycast(rayAt(1))?.face?.materialIndex).toBe(1);
});

/** In JavaScript: hundreds of kernels would take longer than the answers. */
function indexOf(root: Object3D, autoPose = false): SceneIndex {
  return SceneIndex.from(root, { backend: 'js', autoPose });
}

/** Rays link the boxes of an index to the meshes of whole geometries. The first rays at few triangles do not. */
function linkedIndexOf(root: Object3D): SceneIndex {
  const index = indexOf(root);
  for (let i = 0; i < 10; i++) for (const x of [-1.01, 1.01]) index.raycastAll(rayAt(x));
  return index;
}

function count(hit: { readonly point: Vector3 } | null): number {
  return hit !== null && hit.point.z > -1 ? 1 : 0;
}

/** A ray hits a level of a LOD twice: once by way of the LOD. */
function hitsBefore(hits: readonly Intersection[]): number {
  return Math.min(1, hits.length - 1);
}

function twice(root: Object3D, ask: (index: SceneIndex) => number): number {
  const index = indexOf(root);
  ask(index);
  return ask(index);
}

function nearRayAt(x: number): Raycaster {
  return Object.assign(rayAt(x), { far: 7 });
}

function indexedRayAt(index: SceneIndex, x: number): IndexRaycaster {
  const { ray } = rayAt(x);
  return Object.assign(new IndexRaycaster(index, ray.origin, ray.direction), { camera });
}

function hiddenHits(root: Object3D, x: number): number {
  root.children[0].visible = false;
  return hitsBefore(indexedRayAt(indexOf(root), x).intersectObject(root));
}

function outsideHits(root: Object3D, x: number): number {
  root.updateMatrixWorld();
  return hitsBefore(indexedRayAt(indexOf(rootOf()), x).intersectObject(root));
}

function many(index: SceneIndex, x: number): number {
  const { ts } = index.raycastMany(Float64Array.of(x, 0.1, 5, 0, 0, -1));
  return ts[0] < 6 ? 1 : 0;
}

function fromGraph(root: Object3D, x: number): number {
  const hit = sceneFrom(root, { backend: 'js' }).scene.raycast({
    origin: { x, y: 0.1, z: 5 },
    direction: { x: 0, y: 0, z: -1 },
  });
  return hit !== null && hit.t < 6 ? 1 : 0;
}

function snapAt(index: SceneIndex, x: number): number {
  return count(index.snap(pixelOf(2 * Math.sign(x), 1), camera, canvas, { to: 'vertex', radius: 3 }));
}

function selectedAt(index: SceneIndex, x: number, options: { seenOnly?: boolean }): number {
  const area = { from: pixelOf(x - 0.5, 0.5), to: pixelOf(x + 0.5, -0.5) };
  const selected = index.select(area, camera, canvas, { precise: true, ...options }).toArray();
  const behind = index.root.children[1];
  return selected.filter(({ object }) => object !== behind).length;
}

function boxAt(x: number): Box3 {
  return new Box3(new Vector3(x - 0.5, -0.5, -1), new Vector3(x + 0.5, 0.5, 1));
}

function swept(index: SceneIndex, x: number): number {
  const hit = index.solids.sweep({ center: { x, y: 0.1, z: 5 }, radius: 0.5 }, { x: 0, y: 0, z: -20 });
  return hit !== null && hit.distance < 5 ? 1 : 0;
}
