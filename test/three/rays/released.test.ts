import { PerspectiveCamera, Raycaster, Scene } from 'three';
import { SceneIndex } from 'slabtree/three';
import { expect, it } from 'vitest';
import { stillHeld } from '../../support/collectGarbage';
import { cubeAt, rayAt, rootOf } from '../../support/three/cubes';

const precise = { precise: true };

it.each(['raycast', 'raycastAll', 'snap'] as const)(
  'a removed mesh whose raycast calls the index is freed after: %s',
  async (method) => {
    const root = rootOf(cubeAt(0, 0));
    const index = SceneIndex.from(root);
    expect(await stillHeld([askAndRemove()])).toEqual([]);
    expect(index.boxes.size).toBe(1);

    function askAndRemove(): WeakRef<object> {
      const mesh = cubeAt(0, 0, 2);
      let calls = 0;
      mesh.raycast = (raycaster, hits) => {
        calls++;
        hits.push(...index.raycastAll(raycaster));
      };
      root.add(mesh);
      index.update();
      if (method === 'snap') index.snap({ clientX: 1, clientY: 1 }, cameraAbove(), canvas);
      else index[method](rayAt(0.1, 0.2), precise);
      expect(calls).toBeGreaterThan(0);
      root.remove(mesh);
      index.update();
      return new WeakRef(mesh);
    }
  },
);

it('a pick releases its camera and its raycaster', async () => {
  const index = SceneIndex.from(rootOf(cubeAt(0, 0)));
  expect(await stillHeld(pick())).toEqual([]);
  expect(index.boxes.size).toBe(1);

  function pick(): WeakRef<object>[] {
    const cameras = [cameraAbove(), cameraAbove()];
    const scenes = cameras.map((camera) => new Scene().add(camera));
    const raycaster = new Raycaster();
    expect(index.pick({ clientX: 1, clientY: 1 }, cameras[0], canvas, { ...precise, raycaster })).not.toBeNull();
    expect(index.pick({ clientX: 1, clientY: 1 }, cameras[1], canvas, precise)).not.toBeNull();
    return [...scenes, ...cameras, raycaster].map((each) => new WeakRef(each));
  }
});

const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 2, height: 2 }) };

function cameraAbove(): PerspectiveCamera {
  const camera = new PerspectiveCamera();
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}
