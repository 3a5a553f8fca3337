import {
  BatchedMesh,
  Box3,
  BoxGeometry,
  BufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Raycaster,
  Sphere,
  SphereGeometry,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { rootOf } from '../../support/three/cubes';

/** Rays that go on from a box to the triangles of its mesh, where the box, its object or its geometry is out of the ordinary. */

const material = new MeshBasicMaterial({ side: 2 });
/** The first rays that reach a geometry of few triangles loop over them. The others go on to a mesh. */
const ROUNDS = 20;
const down = (x = 0.1, y = 0.2) => new Raycaster(new Vector3(x, y, 5), new Vector3(0, 0, -1));

/** Equal boxes at the given x, as instances or in a batch. */
function boxesAt(kind: 'instances' | 'batch', ...xs: number[]): InstancedMesh | BatchedMesh {
  const geometry = new BoxGeometry();
  if (kind === 'instances') {
    const mesh = new InstancedMesh(geometry, material, xs.length);
    xs.forEach((x, i) => {
      mesh.setMatrixAt(i, new Matrix4().makeTranslation(x, 0, 0));
    });
    return mesh;
  }
  const batch = new BatchedMesh(xs.length, 24, 36, material);
  const id = batch.addGeometry(geometry);
  for (const x of xs) batch.setMatrixAt(batch.addInstance(id), new Matrix4().makeTranslation(x, 0, 0));
  return batch;
}

describe.each(['wasm', 'js'] as const)('boxes linked to meshes (%s)', (backend) => {
  it.each([
    [15, 2],
    [3, 0.01],
    [11, 0.05],
  ])('rays hit a mesh whose matrix is not affine: number %i is %f', (number, value) => {
    const mesh = new Mesh(new SphereGeometry(), material);
    mesh.matrixAutoUpdate = false;
    mesh.matrix.elements[number] = value;
    const index = SceneIndex.from(mesh, { backend });
    for (let i = 0; i < ROUNDS; i++) {
      const raycaster = down();
      const expected = raycaster.intersectObject(mesh);
      expect(expected.length).toBeGreaterThan(0);
      expect(index.raycast(raycaster)?.distance).toBe(expected[0].distance);
      expect(index.raycastAll(raycaster)).toHaveLength(expected.length);
    }
  });

  it('a filter may refuse hits of one of several equal instances', () => {
    const index = SceneIndex.from(boxesAt('instances', 0, 0, 0), { backend });
    const filter = (_: Object3D, instance?: number, face?: number) => instance === 2 || (instance === 1 && face === 10);
    for (let i = 0; i < ROUNDS; i++) {
      const hit = index.raycast(down(), { filter });
      expect([hit?.instanceId, hit?.distance]).toEqual([2, 4.5]);
    }
  });

  it.each(['instances', 'batch'] as const)('a filter may cast a ray at another one of the %s', (kind) => {
    const index = SceneIndex.from(boxesAt(kind, 0, 10), { backend });
    for (let i = 0; i < ROUNDS; i++) {
      let refused = 0;
      const filter = () => {
        expect(index.raycast(down(10.1))?.point.x).toBe(10.1);
        return refused++ > 0;
      };
      const hit = index.raycast(down(), { filter });
      expect([hit?.instanceId ?? hit?.batchId, hit?.distance]).toEqual([0, 5.5]);
    }
  });

  it('a filter may dispose of the geometry', () => {
    const mesh = new Mesh(new BoxGeometry(), material);
    const index = SceneIndex.from(mesh, { backend });
    for (let i = 0; i < ROUNDS; i++) {
      const filter = (_: Object3D, __?: number, face?: number) => {
        mesh.geometry.dispose();
        return face === 10 || face === 11;
      };
      expect(index.raycast(down(), { filter })?.distance).toBe(5.5);
    }
  });

  it('rays follow an object that gets morph influences, or another raycast, after a ray', () => {
    const geometry = new BoxGeometry();
    const [a, b] = [new Mesh(geometry, material), new Mesh(geometry, material)];
    b.position.x = 10;
    geometry.boundingBox = new Box3(new Vector3(-4, -4, -4), new Vector3(4, 4, 4));
    geometry.boundingSphere = new Sphere(new Vector3(), 9);
    const root = rootOf(a, b);
    const index = SceneIndex.from(root, { backend });
    for (let i = 0; i < ROUNDS; i++) for (const x of [0.1, 10.1]) expect(index.raycast(down(x))).not.toBeNull();
    const { position } = geometry.attributes;
    const moved = Float32Array.from({ length: 3 * position.count }, (_, i) => (i % 3 === 0 ? 2 : 0));
    geometry.morphAttributes.position = [new BufferAttribute(moved, 3)];
    geometry.morphTargetsRelative = true;
    a.updateMorphTargets();
    a.morphTargetInfluences?.fill(1);
    index.update();
    for (const x of [10.1, 2.1, 0.1]) {
      expect(index.raycast(down(x))?.distance).toBe(down(x).intersectObject(root).at(0)?.distance);
    }
    b.raycast = () => undefined;
    index.update();
    expect(index.raycast(down(10.1))).toBeNull();
  });
});
