import { BufferGeometry, OrthographicCamera, Points, type Raycaster, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { cubeAt, rayAt, rootOf } from '../../support/three/cubes';

/** A point that rays at x = 0.1 hit only by their threshold of 1. */
const pointAt = (z: number) => new Points(new BufferGeometry().setFromPoints([new Vector3(0.9, 0.2, z)]));

function pointsRay(threshold: number, z: number): Raycaster {
  const raycaster = rayAt(0.1, 0.2);
  raycaster.ray.origin.z = z;
  raycaster.params.Points.threshold = threshold;
  return raycaster;
}

describe('a filter that queries the index', () => {
  it.each([0, 0.5, 2])(
    'a filter that casts at points with a threshold of %d does not disturb the outer query',
    (threshold) => {
      const cube = cubeAt(0, 0);
      const points = [-1, -2, -3].map(pointAt);
      const index = SceneIndex.from(rootOf(cube, ...points));
      let distance = 1000;
      const filter = () => {
        // Farther away with each call, which needs larger boxes.
        distance *= 3;
        const hits = index.raycastAll(pointsRay(threshold, distance));
        expect(hits.map(({ object }) => object)).toEqual(threshold > 0.8 ? [cube, ...points] : [cube]);
        return true;
      };
      const found = (options: object) => index.raycastAll(rayAt(0.1, 0.2), options).map(({ object }) => object);
      expect(found({ filter })).toEqual([cube, ...points]);
      for (const wanted of points) {
        const closest = index.raycast(rayAt(0.1, 0.2), {
          precise: true,
          filter: (object) => filter() && object === wanted,
        });
        expect(closest?.object).toBe(wanted);
      }
      expect(found({})).toEqual([cube, ...points]);
    },
  );

  it('a filter that picks does not change the ray of the outer pick', () => {
    const [behind, inFront, right] = [cubeAt(-1, 0), cubeAt(-1, 0, 3), cubeAt(1, 0)];
    const camera = new OrthographicCamera(-2, 2, 2, -2, 0, 20);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }) };
    const index = SceneIndex.from(rootOf(behind, inFront, right));
    const pick = (clientX: number, options: object) =>
      index.pick({ clientX, clientY: 99 }, camera, canvas, options)?.object;
    for (const precise of [true, false]) {
      const filter = (object: object) => {
        expect(pick(140, { precise })).toBe(right);
        return object !== inFront;
      };
      expect(pick(60, { precise, filter })).toBe(behind);
    }
  });
});
