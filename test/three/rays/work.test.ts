import {
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it, vi } from 'vitest';
import { INTERNALS } from '../../../src/scene/internals';

const material = new MeshBasicMaterial();

function rayAt(x: number, y: number): Raycaster {
  return new Raycaster(new Vector3(x, y, 9), new Vector3(0, 0, -1));
}

/** How much work the index leaves to JavaScript and three.js. The answers are those of `Raycaster`. */
describe('the work of a query of an index', () => {
  it('raycastAll takes the triangles that the walk has listed, and walks no mesh a second time', () => {
    const root = new Group();
    const geometry = new SphereGeometry(1, 20, 20);
    for (let z = 0; z < 30; z++) {
      const mesh = new Mesh(geometry, material);
      mesh.position.z = -3 * z;
      root.add(mesh);
    }
    const instances = new InstancedMesh(geometry, material, 30);
    for (let i = 0; i < 30; i++) instances.setMatrixAt(i, new Matrix4().makeTranslation(0.1, 0, -3.5 * i));
    root.add(instances);
    const index = SceneIndex.from(root, { backend: 'wasm' });
    // The first ray links the boxes to the meshes.
    index.raycastAll(rayAt(0.1, 0.1));
    const walk = vi.spyOn(index.boxes[INTERNALS], 'linkedTrianglesAlong');
    const hits = index.raycastAll(rayAt(0.2, 0.1));
    expect(hits.length).toBe(60);
    expect(hits).toEqual(rayAt(0.2, 0.1).intersectObject(root));
    expect(walk).not.toHaveBeenCalled();
  });

  it('a ray at a mesh of many groups loops over those that have a triangle that it may hit', () => {
    const geometry = new PlaneGeometry(1, 1, 100, 1);
    for (let i = 0; i < 200; i++) geometry.addGroup(3 * i, 3, i % 3);
    const mesh = new Mesh(geometry, [material, new MeshBasicMaterial(), material]);
    const index = SceneIndex.from(mesh);
    index.raycast(rayAt(0, 0));
    const loop = vi.spyOn(Mesh.prototype as unknown as { _computeIntersections: () => void }, '_computeIntersections');
    try {
      for (const x of [-0.4321, 0.1234, 0.4321]) {
        loop.mockClear();
        const hit = index.raycast(rayAt(x, 0.1));
        expect(loop.mock.calls.length).toBeLessThan(5);
        expect(hit).toEqual(rayAt(x, 0.1).intersectObject(mesh)[0]);
      }
    } finally {
      loop.mockRestore();
    }
  });

  it('nearest finds all ties in three rounds, and answers with the first of them', () => {
    const instances = new InstancedMesh(new SphereGeometry(1, 8, 8), material, 500);
    for (let i = 0; i < 500; i++) instances.setMatrixAt(i, new Matrix4());
    const index = SceneIndex.from(instances);
    index.nearest({ x: 3, y: 0, z: 0 });
    const rounds = vi.spyOn(index.boxes[INTERNALS], 'nearestBoxes');
    for (const count of [1, 3]) {
      rounds.mockClear();
      const found = index.nearest({ x: 3, y: 0, z: 0 }, { count });
      expect(found.map(({ instanceId }) => instanceId)).toEqual(Array.from({ length: count }, (_, i) => i));
      expect(rounds.mock.calls.length).toBeLessThanOrEqual(3);
    }
  });
});
