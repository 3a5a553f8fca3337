import { Worker } from 'node:worker_threads';
import {
  BatchedMesh,
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLBufferAttribute,
  Group,
  InstancedMesh,
  type Line,
  LineLoop,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Points,
  Raycaster,
  Sphere,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { BoxScene } from 'slabtree';
import { describe, expect, it, vi } from 'vitest';
import { SceneIndex } from 'slabtree/three';
import { untyped } from '../../support/errors';
import { requireSame, requireSameHits } from '../../support/three/compare';
import { secondsPass, silentScript } from '../../workers/support/silentScript';

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

/** Points and lines of so many elements that a thread builds their trees. Two share a geometry. */
function manyElements(): { root: Group; drawn: (Points | Line)[] } {
  const walk = (count: number) => {
    const places = Float32Array.from({ length: 3 * count }, (_, i) => Math.fround(((i * i) % 1009) / 100));
    return new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
  };
  const cloud = walk(9000);
  const drawn = [new Points(cloud), new LineLoop(cloud), new Points(walk(10_000)), new LineSegments(walk(20_000))];
  drawn.forEach((object, i) => object.position.set(40 * i, 0, 0));
  return { root: new Group().add(...drawn), drawn };
}

/** Along z, through the first vertex of an object. */
function rayTo(object: Points | Line): Raycaster {
  const target = new Vector3().fromBufferAttribute(object.geometry.attributes.position, 0);
  object.updateWorldMatrix(true, false);
  const origin = object.localToWorld(target).setZ(-5);
  const raycaster = new Raycaster(origin, new Vector3(0, 0, 1));
  raycaster.params.Points.threshold = raycaster.params.Line.threshold = 0.05;
  return raycaster;
}

function requireSameAlong(index: SceneIndex, raycaster: Raycaster): void {
  const expected = raycaster.intersectObject(index.root, true);
  requireSameHits(index.raycastAll(raycaster), expected, raycaster, {});
  requireSame(index.raycast(raycaster, { precise: true }), expected.at(0), raycaster, {});
}

describe('SceneIndex.fromAsync', () => {
  it('fromAsync makes the index that from makes, and reports its progress', async () => {
    const { root } = sceneOf();
    const progress: number[] = [];
    const options = { autoUpdate: false, autoPose: true, clipping: null, backend: 'js', shared: false } as const;
    const index = await SceneIndex.fromAsync(root, { ...options, onProgress: (done) => progress.push(done) });
    expect(progress.at(-1)).toBe(1);
    const expected = raycaster.intersectObject(root, true);
    expect(expected.length).toBeGreaterThan(4);
    requireSameHits(index.raycastAll(raycaster), expected, raycaster, {});
  });

  it('a ray uses a geometry as it is, if that has changed meanwhile', async () => {
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

  it('fromAsync leaves out geometries without readable positions', async () => {
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

  it('fromAsync builds the trees of many points and segments, so that the first ray finds them', async () => {
    const { root, drawn } = manyElements();
    const progress: number[] = [];
    const index = await SceneIndex.fromAsync(root, { onProgress: (done) => progress.push(done) });
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect(progress.at(-1)).toBe(1);
    const addMesh = vi.spyOn(BoxScene.prototype, 'addMesh');
    try {
      for (const object of drawn) requireSameAlong(index, rayTo(object));
      expect(addMesh).not.toHaveBeenCalled();
    } finally {
      addMesh.mockRestore();
    }
  });

  it('a ray uses points as they are, if they have changed meanwhile or cannot be in a tree', async () => {
    const { root, drawn } = manyElements();
    const [points, , bad] = drawn;
    const { position } = points.geometry.attributes;
    bad.geometry.setIndex(Array.from({ length: 9000 }, (_, i) => (i === 7 ? 99_999 : i)));
    const promise = SceneIndex.fromAsync(root);
    position.setXYZ(0, 5, 6, 7);
    position.needsUpdate = true;
    points.geometry.computeBoundingSphere();
    points.geometry.computeBoundingBox();
    const index = await promise;
    index.update();
    for (let i = 0; i < 3; i++) for (const object of drawn) requireSameAlong(index, rayTo(object));
  });

  it('the progress reaches its end if the last trees are shared, or cannot be built', async () => {
    const { root, drawn } = manyElements();
    const [points] = drawn;
    const bad = points.geometry.clone();
    bad.attributes.position.setX(7, NaN);
    bad.boundingSphere = new Sphere();
    bad.boundingBox = new Box3();
    for (const last of [new Points(points.geometry), new Points(bad)]) {
      const progress: number[] = [];
      await SceneIndex.fromAsync(root.clone().add(last), { onProgress: (done) => progress.push(done) });
      expect([...new Set(progress)].sort((a, b) => a - b)).toEqual(progress);
      expect(progress.at(-1)).toBe(1);
    }
  });

  it('a tree that rays have built after a change stays, while the thread has built another', async () => {
    const { drawn } = manyElements();
    const [points] = drawn;
    const { position } = points.geometry.attributes;
    const index = SceneIndex.from(points);
    const promise = SceneIndex.fromAsync(points);
    await Promise.resolve();
    position.setX(0, 5);
    position.needsUpdate = true;
    points.geometry.computeBoundingSphere();
    points.geometry.computeBoundingBox();
    index.update();
    for (let i = 0; i < 2; i++) requireSameAlong(index, rayTo(points));
    await promise;
    const addMesh = vi.spyOn(BoxScene.prototype, 'addMesh');
    try {
      for (let i = 0; i < 2; i++) requireSameAlong(index, rayTo(points));
      expect(addMesh).not.toHaveBeenCalled();
    } finally {
      addMesh.mockRestore();
    }
  });

  it('fromAsync reads points as they are when their turn comes, also without positions', async () => {
    const { root, drawn } = manyElements();
    const [points, , other] = drawn;
    const promise = SceneIndex.fromAsync(root);
    points.geometry.setDrawRange(100, 8800);
    other.geometry.deleteAttribute('position');
    root.remove(other);
    const index = await promise;
    index.update();
    const addMesh = vi.spyOn(BoxScene.prototype, 'addMesh');
    try {
      requireSameAlong(index, rayTo(points));
      requireSameAlong(index, rayTo(points));
      expect(addMesh).not.toHaveBeenCalled();
    } finally {
      addMesh.mockRestore();
    }
  });

  it('fromAsync rejects with any error that onProgress throws', async () => {
    const { root } = manyElements();
    const reason = new RangeError('enough');
    const told: number[] = [];
    const onProgress = (done: number) => {
      told.push(done);
      if (done > 0.3) throw reason;
    };
    await expect(SceneIndex.fromAsync(root, { onProgress })).rejects.toBe(reason);
    expect(told.filter((done) => done > 0.3)).toHaveLength(1);
  });

  it('fromAsync warns once if no thread can be started, however many trees there are', async () => {
    const { root, drawn } = manyElements();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      const index = await SceneIndex.fromAsync(root, { workerUrl: new URL('./noSuchWorker.js', import.meta.url) });
      expect(warn).toHaveBeenCalledTimes(1);
      for (const object of drawn) requireSameAlong(index, rayTo(object));
    } finally {
      warn.mockRestore();
    }
  });

  it('fromAsync waits once for a thread that never responds, however many trees there are', async () => {
    const { root, drawn } = manyElements();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    try {
      const index = await secondsPass(() => SceneIndex.fromAsync(root, { workerUrl: silentScript }));
      expect(drawn.length).toBeGreaterThan(1);
      expect(warn.mock.calls).toEqual([[expect.stringContaining('its script did not answer in 10 seconds')]]);
      expect(terminate).toHaveBeenCalledTimes(1);
      for (const object of drawn) requireSameAlong(index, rayTo(object));
    } finally {
      terminate.mockRestore();
      warn.mockRestore();
    }
  });

  it('fromAsync rejects with the reason of the signal, and with the error of from', async () => {
    const { root } = sceneOf();
    const reason = new Error('enough');
    await expect(SceneIndex.fromAsync(root, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(SceneIndex.fromAsync(untyped({}))).rejects.toThrow(TypeError);
    await expect(SceneIndex.fromAsync(root, { onProgress: untyped(3) })).rejects.toThrow(/options.onProgress/);
  });
});
