import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, type ClipSpace, screenRay } from 'slabtree';
import { OrthographicCamera, PerspectiveCamera, WebGLCoordinateSystem, WebGPUCoordinateSystem } from 'three';
import { scenesOf, show } from '../support/compare';
import { closestOf } from '../support/loop';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { boxesOf, familyNames, recipes } from '../support/scenes';
import { triple } from '../support/triple';

const canvas = { width: 640, height: 480 };

function matricesOf(camera: PerspectiveCamera | OrthographicCamera, clipSpace: ClipSpace) {
  camera.coordinateSystem = clipSpace === 'opengl' ? WebGLCoordinateSystem : WebGPUCoordinateSystem;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return { view: camera.matrixWorldInverse, projection: camera.projectionMatrix };
}

describe('BoxScene.pick', () => {
  it('pick finds the hit of the plain loop along the ray under the pixel', async () => {
    await search(
      2,
      fc.property(
        fc.constantFrom(...familyNames),
        recipes(),
        fc.nat(),
        fc.constantFrom<ClipSpace>('opengl', 'webgpu'),
        (family, recipe, seed, clipSpace) => {
          const boxes = boxesOf(family, recipe);
          const { scenes, loop } = scenesOf(boxes);
          const random = new Random(seed);
          const camera = new PerspectiveCamera(random.between(20, 100), 4 / 3, 0.1, 1000);
          camera.position.set(...random.triple(-20, 20));
          camera.lookAt(...random.triple(-5, 5));
          const matrices = matricesOf(camera, clipSpace);
          const pointer = { x: random.between(0, 640), y: random.between(0, 480), ...canvas };
          const range = random.pick([{}, { solid: true }, { tMax: 20 }, { tMin: -Infinity }]);
          const ray = screenRay(pointer, matrices, clipSpace);
          const expected = closestOf(loop, { origin: triple(ray.origin), direction: triple(ray.direction) }, range);
          for (const scene of scenes) {
            const hit = scene.pick(pointer, matrices, { ...range, clipSpace });
            const found = hit === null ? null : { id: hit.id, t: hit.t };
            if (show(found) !== show(expected)) throw new Error(show({ found, expected, ray, range, boxes }));
          }
        },
      ),
    );
  });

  const scene = new BoxScene();
  const nearBox = scene.addAabb({ min: { x: -1, y: -1, z: -6 }, max: { x: 1, y: 1, z: -5 } }, 0b01);
  const farBox = scene.addAabb({ min: { x: -1, y: -1, z: -12 }, max: { x: 1, y: 1, z: -11 } }, 0b10);
  const middle = { x: 320, y: 240, ...canvas };

  it.each<ClipSpace>(['opengl', 'webgpu'])(
    'pick measures t and distance from the near plane, in the clip space of %s',
    (clipSpace) => {
      const eye = new PerspectiveCamera(60, 4 / 3, 0.5, 100);
      const hit = scene.pick(middle, matricesOf(eye, clipSpace), { clipSpace });
      expect(hit).toMatchObject({ id: nearBox, normal: { x: 0, y: 0, z: 1 }, inside: false });
      expect(hit?.t).toBeCloseTo(4.5, 12);
      expect(hit?.distance).toBeCloseTo(4.5, 12);
      const flat = new OrthographicCamera(-4, 4, 3, -3, 0.5, 100);
      expect(scene.pick(middle, matricesOf(flat, clipSpace), { clipSpace })?.t).toBeCloseTo(4.5, 12);
    },
  );

  it('pick accepts the options of raycast', () => {
    const matrices = matricesOf(new PerspectiveCamera(60, 4 / 3, 0.5, 100), 'opengl');
    expect(scene.pick(middle, matrices, { mask: 0b10 })).toMatchObject({ id: farBox });
    expect(scene.pick(middle, matrices, { filter: (id) => id !== nearBox })).toMatchObject({ id: farBox });
    expect(scene.pick(middle, matrices, { tMax: 4 })).toBeNull();
  });

  it('pick returns null if nothing is under the pixel', () => {
    const matrices = matricesOf(new PerspectiveCamera(60, 4 / 3, 0.5, 100), 'opengl');
    expect(scene.pick({ ...middle, x: 1 }, matrices)).toBeNull();
  });
});
