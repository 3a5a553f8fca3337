import { BoxGeometry, InstancedMesh, MeshBasicMaterial, PerspectiveCamera, Raycaster, Vector3 } from 'three';
import { SceneIndex, SceneIndexHelper, VisibleInstances } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { readableOnce } from '../support/hostileArguments';
import { cubeAt, rayAt, rootOf } from '../support/three/cubes';

const cube = cubeAt(0, 0);
const instances = new InstancedMesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial(), 2);
instances.position.x = 5;
const root = rootOf(cube, instances);
const index = SceneIndex.from(root);
const camera = new PerspectiveCamera(50, 1, 0.1, 100);
camera.position.z = 10;
camera.updateMatrixWorld();
const size = { left: 0, top: 0, width: 100, height: 100 };

describe('an argument is read only once', () => {
  it('when an index is made', () => {
    const made = SceneIndex.from(root, readableOnce({ autoUpdate: false, backend: 'js' as const, shared: false }));
    expect([made.autoUpdate, made.boxes.backend, made.boxes.size]).toEqual([false, 'js', 3]);
    expect(made.raycast(rayAt(0, 0), { precise: true })?.object).toBe(cube);
  });

  it.each([false, true])('when a ray is cast, with precise %s', (precise) => {
    expect(index.raycast(rayAt(0, 0), readableOnce({ precise }))?.object).toBe(cube);
  });

  it('when a raycast of an object changes the Raycaster: its state at the start counts', () => {
    const [near, far] = [cubeAt(0, 0, 3), cubeAt(0, 0, -3)];
    const itsIndex = SceneIndex.from(rootOf(near, far));
    for (const precise of [false, true]) {
      const raycaster = new Raycaster(new Vector3(0, 0, 10), new Vector3(0, 0, -1), 8);
      near.raycast = (given) => {
        given.ray.origin.set(50, 50, 50);
        given.layers.set(7);
      };
      far.raycast = (_, hits) => {
        hits.push({ distance: 12.5, point: new Vector3(), object: far });
      };
      expect(itsIndex.raycast(raycaster, { precise })).toMatchObject({ distance: 12.5, object: far });
    }
  });

  it.each([false, true])('when the pointer picks, with precise %s', (precise) => {
    const event = readableOnce({ clientX: 50, clientY: 50 });
    const rect = readableOnce(size);
    let count = 0;
    const element = {
      getBoundingClientRect() {
        count++;
        return rect;
      },
    };
    const options = readableOnce({ precise, raycaster: new Raycaster() });
    expect(index.pick(event, camera, element, options)?.object).toBe(cube);
    expect(count).toBe(1);
  });

  it('when a view is written, and when a helper is made', () => {
    const view = index.cull(camera);
    const visible = new VisibleInstances(instances).write(readableOnce({ ...view }));
    expect(visible.count).toBe(2);
    visible.dispose();
    expect(new SceneIndexHelper(index, readableOnce({ depth: 0 })).depth).toBe(0);
  });
});

describe('a bad argument', () => {
  it('is rejected before the given Raycaster is changed', () => {
    const raycaster = rayAt(0, 0);
    const element = { getBoundingClientRect: () => size };
    const bad = new PerspectiveCamera(NaN);
    expect(() => index.pick({ clientX: 0, clientY: NaN }, camera, element, { raycaster })).toThrow(RangeError);
    expect(() => index.pick({ clientX: 0, clientY: 0 }, bad, element, { raycaster })).toThrow(RangeError);
    expect(raycaster.ray).toEqual(rayAt(0, 0).ray);
  });
});
