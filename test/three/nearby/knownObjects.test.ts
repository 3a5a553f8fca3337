import { moveAndSlide } from 'slabtree/character';
import { SceneIndex } from 'slabtree/three';
import {
  BatchedMesh,
  Bone,
  Box3,
  BoxGeometry,
  type BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Raycaster,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Sprite,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { acceleratedRaycast, computeBoundsTree } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';

const material = new MeshBasicMaterial({ side: DoubleSide });
const SIX = Array.from({ length: 6 }, () => material);

/** A room from -2 to 2 on each axis, whose walls have `segments` squares on each side. */
function room(segments = 1): BoxGeometry {
  return new BoxGeometry(4, 4, 4, segments, segments, segments);
}

function morphed(geometry: BufferGeometry): BufferGeometry {
  const moved = geometry.attributes.position.clone();
  for (let i = 0; i < moved.count; i++) moved.setX(i, 3 * moved.getX(i));
  geometry.morphAttributes.position = [moved];
  return geometry;
}

function skinned(geometry: BufferGeometry): SkinnedMesh {
  const { count } = geometry.attributes.position;
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry, material);
  const bone = new Bone();
  mesh.add(bone);
  mesh.bind(new Skeleton([bone]));
  return mesh;
}

function instanced(geometry: BufferGeometry, ...materials: MeshBasicMaterial[]): InstancedMesh {
  const mesh = new InstancedMesh(geometry, materials.length === 1 ? materials[0] : materials, 1);
  mesh.setMatrixAt(0, new Matrix4());
  return mesh;
}

function batched(): BatchedMesh {
  const mesh = new BatchedMesh(1, 30, 40, material);
  mesh.setMatrixAt(mesh.addInstance(mesh.addGeometry(room())), new Matrix4());
  return mesh;
}

/** The range ends one number after the last whole triangle that it draws, of an index that goes on. */
function cutRoom(segments: number): BufferGeometry {
  const geometry = room(segments);
  const { index } = geometry;
  const count = index?.count ?? 0;
  geometry.setIndex([...(index?.array ?? []), 0, 1, 2]);
  geometry.setDrawRange(0, count + 1);
  return geometry;
}

function unaligned(): BufferGeometry {
  const geometry = room();
  geometry.setIndex([0, ...(geometry.index?.array ?? [])]);
  geometry.clearGroups();
  geometry.addGroup(1, 36, 0);
  return geometry;
}

function squeezed(mesh: Mesh): Mesh {
  // Not affine: the scene holds the box around the room.
  mesh.matrixAutoUpdate = false;
  mesh.matrix.makeScale(0.5, 0.5, 0.5).elements[15] = 0.5;
  return mesh;
}

const boundsTree = (geometry: BufferGeometry): BufferGeometry => {
  Object.assign(geometry, { boundsTree: computeBoundsTree.call(geometry) });
  return geometry;
};

function ownRaycast<Kind extends Mesh>(mesh: Kind): Kind {
  mesh.raycast = () => undefined;
  return mesh;
}

/** Hollow rooms of which triangles are known. */
const rooms: [name: string, make: () => Object3D][] = [
  ['one material', () => new Mesh(room(), material)],
  ['a material a side', () => new Mesh(room(), SIX)],
  ['a material a side, with many triangles', () => new Mesh(room(8), SIX)],
  ['a raycast of its own', () => ownRaycast(new Mesh(room(), material))],
  ['a raycast of its own, with many triangles', () => ownRaycast(new Mesh(room(8), material))],
  [
    "three-mesh-bvh's raycast, as drei's Bvh sets it",
    () => Object.assign(new Mesh(boundsTree(room(8)), material), { raycast: acceleratedRaycast }),
  ],
  ['an InstancedMesh', () => instanced(room(), material)],
  ['an InstancedMesh with a material a side', () => instanced(room(), ...SIX)],
  ['an InstancedMesh with a raycast of its own', () => ownRaycast(instanced(room(), material))],
  ['a BatchedMesh', () => batched()],
  ['a BatchedMesh with a raycast of its own', () => ownRaycast(batched())],
  ['a morph target at 0', () => new Mesh(morphed(room()), material)],
  ['a morph target at 0, with many triangles', () => new Mesh(morphed(room(8)), material)],
  ['bones', () => skinned(room())],
  ['bones, with many triangles', () => skinned(room(8))],
  ['a draw range that ends inside a triangle', () => new Mesh(cutRoom(1), material)],
  ['a draw range that ends inside a triangle, with many', () => new Mesh(cutRoom(8), material)],
  ['a group that begins inside a triangle', () => new Mesh(unaligned(), [material])],
  ['no index', () => new Mesh(room().toNonIndexed(), material)],
  ['a matrix that is not affine', () => squeezed(new Mesh(room(), material))],
  ['a mirroring scale', () => scaled(new Mesh(room(), SIX), -1, 1, 1)],
];

function scaled<Kind extends Object3D>(mesh: Kind, x: number, y: number, z: number): Kind {
  mesh.scale.set(x, y, z);
  return mesh;
}

describe.each(rooms)('a hollow room with %s', (_, make) => {
  const object = make();
  const index = SceneIndex.from(new Group().add(object), { backend: 'js' });
  // Rays link boxes to the meshes of geometries, of which an object may draw a part only.
  index.raycastAll(new Raycaster(new Vector3(0.3, 0.2, 0.1), new Vector3(1, 0, 0)));
  const atWall = { center: { x: 2, y: 0.3, z: 0.1 }, radius: 0.5 };

  it('overlap, nearest, sweep and contacts agree that it is hollow', () => {
    const inside = { center: { x: 0, y: 0.3, z: 0.1 }, radius: 0.5 };
    expect(index.overlap(inside)).toEqual([]);
    expect(index.solids.contacts(inside)).toEqual([]);
    expect(index.nearest(inside.center)[0].distance).toBeCloseTo(1.7, 12);
    const hit = index.solids.sweep(inside, { x: 9, y: 0, z: 0 });
    expect(hit?.distance).toBeCloseTo(1.5, 12);
    expect(hit?.startsOverlapping).toBe(false);
    expect(hit?.feature).toBe('face');
    expect(hit?.faceNormal.x).toBeCloseTo(-1, 12);
  });

  it('overlap, nearest, sweep and contacts name the same triangles', () => {
    const [{ faces }] = index.overlap(atWall);
    expect(index.solids.contacts(atWall).map(({ triangle }) => triangle)).toEqual(faces);
    expect(faces.length).toBeGreaterThan(0);
    const [near] = index.nearest({ x: 1.5, y: 0.3, z: 0.1 });
    expect(index.solids.sweep({ x: 1.5, y: 0.3, z: 0.1 }, { x: 9, y: 0, z: 0 })?.triangle).toBe(near.faceIndex);
    const filter = (_id: number, triangle: number) => triangle !== near.faceIndex;
    expect(index.solids.contacts(near.point, { filter }).map(({ triangle }) => triangle)).not.toContain(near.faceIndex);
  });

  it('a character stays on its floor', () => {
    const start = { a: { x: 0, y: -1.5, z: 0 }, b: { x: 0, y: -0.5, z: 0 }, radius: 0.4 };
    const { capsule, ground } = moveAndSlide(index.solids, start, { x: 1, y: -1, z: 0 });
    expect(capsule.a.x).toBeCloseTo(1, 1);
    expect(capsule.a.y).toBeGreaterThan(-1.7);
    expect(ground).not.toBeNull();
  });

  it('shapes meet it where it is after an update', () => {
    object.position.x += 1;
    object.matrix.setPosition(object.position.x * object.matrix.elements[15], 0, 0);
    index.update();
    const motion = { x: 9, y: 0, z: 0 };
    expect(index.solids.sweep({ x: 0, y: 0.3, z: 0.1 }, motion)?.distance).toBeCloseTo(3, 12);
    expect(index.nearest({ x: 2.5, y: 0.3, z: 0.1 })[0].distance).toBeCloseTo(0.5, 12);
  });
});

const plate = () => scaled(new Mesh(new BoxGeometry(4, 4, 4), SIX), 1, 0, 1);

/** Objects that are no hollow rooms: what a ball from above touches first, and how many faces. */
it.each<[name: string, make: () => Object3D, distance: number | null]>([
  ['a scale of 0 flattens it to a plate', plate, 8.5],
  ['a plane', () => new Mesh(new PlaneGeometry(4, 4).rotateX(-1.5), SIX.slice(0, 1)), null],
  ['bones that hold it elsewhere', () => bent(), 6.5],
  ['a sprite counts as its box', () => new Sprite(), 8.5 - Math.sqrt(0.5)],
  ['lines are not solid', () => new LineSegments(room()), null],
  ['an invisible object is not solid', () => Object.assign(new Mesh(room(), SIX), { visible: false }), null],
])('a ball from above: %s', (name, make, distance) => {
  const index = SceneIndex.from(new Group().add(make()), { backend: 'js' });
  const hit = index.solids.sweep({ center: { x: 0, y: 9, z: 0 }, radius: 0.5 }, { x: 0, y: -20, z: 0 });
  if (name === 'a plane') expect(hit).toBeNull();
  else if (distance === null) expect(hit).toBeNull();
  else expect(hit?.distance).toBeCloseTo(distance, 12);
});

function bent(): SkinnedMesh {
  const mesh = skinned(new SphereGeometry(1, 8, 6));
  mesh.children[0].position.y = 1;
  mesh.updateMatrixWorld(true);
  mesh.computeBoundingBox();
  return mesh;
}

it('the triangles that bones move are placed once after each update', () => {
  const mesh = skinned(room(4));
  const index = SceneIndex.from(new Group().add(mesh), { backend: 'js' });
  const read = mesh.getVertexPosition.bind(mesh);
  let count = 0;
  mesh.getVertexPosition = (vertex, target) => {
    count++;
    return read(vertex, target);
  };
  const sweep = () => index.solids.sweep({ x: 0, y: 0.3, z: 0.1 }, { x: 9, y: 0, z: 0 })?.distance;
  expect([sweep(), sweep(), sweep()]).toEqual([2, 2, 2]);
  const { position } = mesh.geometry.attributes;
  expect(count).toBe(position.count);
  mesh.children[0].position.x = 1;
  mesh.computeBoundingBox();
  index.update();
  count = 0;
  expect(sweep()).toBe(3);
  expect(count).toBe(position.count);
});

it('a filter of a sweep may ask the index for what is near', () => {
  const mesh = ownRaycast(new Mesh(room(8), SIX));
  const other = new Mesh(new SphereGeometry(0.5, 64, 32), material);
  other.position.x = 1;
  const index = SceneIndex.from(new Group().add(mesh, other));
  const filter = (id: number) => {
    index.nearest(new Vector3(id, 1, 1));
    return index.at(id).object === mesh;
  };
  const hit = index.solids.sweep({ center: new Vector3(), radius: 0.1 }, new Vector3(9, 0, 0), { filter });
  expect(hit?.distance).toBeCloseTo(1.9, 12);
  expect(index.overlap(new Box3(new Vector3(1.9, -0.1, -0.1), new Vector3(2, 0.1, 0.1)))).toHaveLength(1);
});

it('a scale of 0 hides an object from precise rays, as in three.js, and from nothing that computes in the world', () => {
  const mesh = new Mesh(new PlaneGeometry(4, 4), material);
  mesh.scale.z = 0;
  const index = SceneIndex.from(new Group().add(mesh), { backend: 'js' });
  const ray = new Raycaster(new Vector3(0.5, 0.3, 5), new Vector3(0, 0, -1));
  expect(ray.intersectObject(mesh).filter(({ distance }) => distance >= 0)).toEqual([]);
  expect(index.raycast(ray)).toBeNull();
  expect(index.raycastAll(ray)).toEqual([]);
  expect(index.raycast(ray, { precise: false })?.distance).toBe(5);
  expect(index.raycastMany(Float64Array.of(0.5, 0.3, 5, 0, 0, -1)).ts[0]).toBe(5);
  expect(index.overlap({ center: new Vector3(0.5, 0.3, 0), radius: 0.1 })).toHaveLength(1);
  expect(index.nearest(new Vector3(0.5, 0.3, 5))[0].distance).toBe(5);
  expect(index.solids.sweep({ x: 0.5, y: 0.3, z: 5 }, { x: 0, y: 0, z: -9 })?.distance).toBe(5);
  mesh.scale.z = 1e-6;
  index.update();
  expect(index.raycast(ray)?.distance).toBeCloseTo(5, 9);
});
