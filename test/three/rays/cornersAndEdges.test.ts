import {
  BatchedMesh,
  BoxGeometry,
  type BufferGeometry,
  DoubleSide,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { compareRaycast, requireSameHits } from '../../support/three/compare';
import { addInstances, placeInstances } from '../../support/three/float32Instances';
import { allOf } from '../../support/three/loop';
import { seeds } from '../../support/three/seeds';

/** A geometry, and the matrix with which rays hit it in the world. */
interface Target {
  readonly geometry: BufferGeometry;
  readonly matrix: () => Matrix4;
}

const material = new MeshBasicMaterial({ side: DoubleSide });

const geometries: (() => BufferGeometry)[] = [
  () => new BoxGeometry(1, 1, 1),
  () => new SphereGeometry(0.6, 5, 4),
  () => new PlaneGeometry(1, 2),
];

/** Each adds an object to a group, and returns what rays may hit of it. */
const kinds: ((random: Random, group: Group) => Target[])[] = [
  (random, group) => {
    const geometry = random.pick(geometries)();
    const mesh = new Mesh(geometry, material);
    group.add(mesh);
    place(random, mesh, true);
    return [{ geometry, matrix: () => mesh.matrixWorld }];
  },
  (random, group) => {
    const geometry = random.pick(geometries)();
    const mesh = new InstancedMesh(geometry, material, 3);
    group.add(mesh);
    place(random, mesh, true);
    return Array.from({ length: 3 }, (_, i) => {
      mesh.setMatrixAt(i, matrixAmong(random));
      return { geometry, matrix: () => inWorld(mesh, i) };
    });
  },
  (random, group) => {
    const all = geometries.map((make) => make());
    const mesh = new BatchedMesh(6, 300, 900, material);
    const ids = all.map((geometry) => mesh.addGeometry(geometry));
    group.add(mesh);
    place(random, mesh, true);
    return [0, 1, 2, 0].map((k) => {
      const instance = mesh.addInstance(ids[k]);
      mesh.setMatrixAt(instance, matrixAmong(random));
      return { geometry: all[k], matrix: () => inWorld(mesh, instance) };
    });
  },
  (random, group) => {
    const instances = addInstances(group, random.pick(geometries)(), 3);
    for (const instance of instances) place(random, instance, true);
    return instances.map((instance) => ({ geometry: instance.geometry, matrix: () => instance.hitMatrix }));
  },
];

function inWorld(mesh: InstancedMesh | BatchedMesh, instance: number): Matrix4 {
  const matrix = new Matrix4();
  mesh.getMatrixAt(instance, matrix);
  return matrix.premultiply(mesh.matrixWorld);
}

function matrixAmong(random: Random): Matrix4 {
  const object = new Group();
  place(random, object, true);
  object.updateMatrix();
  return object.matrix;
}

/** @param isAnyScale whether the scale may be another on each axis. What is below such an object, and is rotated, is sheared. */
function place(random: Random, object: Object3D, isAnyScale: boolean): void {
  object.position.set(...random.triple(-3, 3));
  if (random.chance(0.6)) object.rotation.set(...random.triple(-3, 3));
  if (random.chance(0.4)) object.scale.setScalar(random.between(0.3, 3));
  if (isAnyScale && random.chance(0.4)) object.scale.set(...random.triple(0.2, 3));
  if (random.chance(0.2)) object.scale.x *= -1;
}

/** Returns a corner of a target, or a point on an edge or in a triangle. */
function pointOf(random: Random, { geometry, matrix }: Target): Vector3 {
  const positions = geometry.getAttribute('position');
  const { index } = geometry;
  const first = 3 * random.below((index?.count ?? positions.count) / 3);
  const weights = random.pick([[1], [0.5, 0.5], [0.3, 0.7], [0.2, 0.3, 0.5]]);
  const point = new Vector3();
  for (const [i, weight] of weights.entries()) {
    const corner = index?.getX(first + i) ?? first + i;
    point.addScaledVector(new Vector3().fromBufferAttribute(positions, corner), weight);
  }
  return point.applyMatrix4(matrix());
}

/** Returns a ray through a point. */
function rayThrough(random: Random, point: Vector3, root: Object3D): Raycaster {
  const distance = random.pick([4, 12, 100]);
  // Along an axis, a ray runs along the faces and edges of objects that are not rotated.
  const direction = new Vector3();
  if (random.chance(0.3)) direction.setComponent(random.axis(), random.sign());
  else direction.set(...random.direction());
  const origin = point.clone().addScaledVector(direction, -distance);
  if (random.chance(0.1)) origin.copy(root.position);
  if (random.chance(0.5)) direction.copy(point).sub(origin).normalize();
  const raycaster = new Raycaster(origin, direction);
  const end = random.pick(['near', 'far', 'neither', 'neither', 'neither'] as const);
  if (end !== 'neither') raycaster[end] = origin.distanceTo(point);
  return raycaster;
}

describe.each(['js', 'wasm'] as const)('rays at corners, edges and faces, by the backend %s', (backend) => {
  it.each([0, 1000])('their hits equal those of three.js, %s from the origin of the world', async (distance) => {
    let hits = 0;
    await search(
      2,
      seeds((random, context) => {
        const root = new Group();
        const groups = [root, new Group(), new Group()];
        root.add(groups[1].add(groups[2]));
        for (const group of groups) place(random, group, false);
        root.position.x += distance;
        const targets = groups.flatMap((group) => [1, 2].flatMap(() => random.pick(kinds)(random, group)));
        placeInstances(root);
        const index = SceneIndex.from(root, { backend });
        for (let i = 0; i < 30; i++) {
          const raycaster = rayThrough(random, pointOf(random, random.pick(targets)), root);
          compareRaycast(index, raycaster, context);
          const expected = allOf(root, raycaster);
          requireSameHits(index.raycastAll(raycaster), expected, raycaster, context);
          hits += expected.length;
        }
      }),
    );
    expect(hits).toBeGreaterThan(0);
  });
});
