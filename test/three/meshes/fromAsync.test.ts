import {
  BatchedMesh,
  Box3,
  BoxGeometry,
  BufferGeometry,
  DoubleSide,
  GLBufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Sphere,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { SceneIndex } from 'slabtree/three';
import { untyped } from '../../support/errors';
import { requireSameHits } from '../../support/three/compare';

function sceneOf(): { root: Group; knot: TorusKnotGeometry } {
  const root = new Group();
  const knot = new TorusKnotGeometry();
  const material = new MeshBasicMaterial({ side: DoubleSide });
  const batch = new BatchedMesh(2, 1000, 5000, material);
  batch.addInstance(batch.addGeometry(new TorusKnotGeometry(1, 0.3, 30, 6)));
  root.add(new Mesh(knot, material), new Mesh(knot, material), new Mesh(new BoxGeometry(), material), batch);
  const instances = new InstancedMesh(new TorusKnotGeometry(1, 0.2, 20, 5), material, 1);
  instances.setMatrixAt(0, new Matrix4());
  root.add(instances);
  return { root, knot };
}

/** From the middle of the knot through its tube. */
const raycaster = new Raycaster(new Vector3(0.01, 0.02, 0.03), new Vector3(1, 0.1, 0.05).normalize());

describe('SceneIndex.fromAsync', () => {
  it('makes the index that from makes, and tells how far it is', async () => {
    const { root } = sceneOf();
    const progress: number[] = [];
    const index = await SceneIndex.fromAsync(root, { onProgress: (done) => progress.push(done) });
    expect(progress.at(-1)).toBe(1);
    const expected = raycaster.intersectObject(root, true);
    expect(expected.length).toBeGreaterThan(4);
    requireSameHits(index.raycastAll(raycaster), expected, raycaster, {});
  });

  it('takes a geometry as it is when a ray comes, if that has changed meanwhile', async () => {
    const { root, knot } = sceneOf();
    const promise = SceneIndex.fromAsync(root);
    knot.scale(0.7, 0.8, 0.9);
    knot.attributes.position.needsUpdate = true;
    const index = await promise;
    index.update();
    requireSameHits(index.raycastAll(raycaster), raycaster.intersectObject(root, true), raycaster, {});
    knot.scale(1.1, 1, 1);
    knot.attributes.position.needsUpdate = true;
    index.update();
    requireSameHits(index.raycastAll(raycaster), raycaster.intersectObject(root, true), raycaster, {});
  });

  it('leaves out geometries without positions that can be read', async () => {
    const { root } = sceneOf();
    const index = Array.from({ length: 90 }, (_, i) => i);
    const onGpu = new BufferGeometry();
    onGpu.setAttribute('position', untyped(new GLBufferAttribute(untyped({}), 5126, 3, 4, 90)));
    // three.js cannot compute them.
    onGpu.boundingBox = new Box3();
    onGpu.boundingSphere = new Sphere();
    root.add(new Mesh(new BufferGeometry().setIndex(index)), new Mesh(onGpu));
    const made = await SceneIndex.fromAsync(root);
    requireSameHits(made.raycastAll(raycaster), raycaster.intersectObject(root, true), raycaster, {});
  });

  it('rejects with the reason of the signal, and with what from throws', async () => {
    const { root } = sceneOf();
    const reason = new Error('enough');
    await expect(SceneIndex.fromAsync(root, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(SceneIndex.fromAsync(untyped({}))).rejects.toThrow(TypeError);
    await expect(SceneIndex.fromAsync(root, { onProgress: untyped(3) })).rejects.toThrow(/options.onProgress/);
  });
});
