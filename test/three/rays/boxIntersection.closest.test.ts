import { Box3, type Intersection, Matrix4, type Raycaster, SkinnedMesh, Sprite, Vector3 } from 'three';
import { raycastAabb, raycastObb } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import { expect, it } from 'vitest';
import { muteWarnings } from '../../support/muteWarnings';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { byBoxes } from '../../support/three/cubes';
import { type Part, partsOf } from '../../support/three/loop';
import { boundsOfFog } from '../../support/three/ownBounds';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

muteWarnings();

const RAYS = 40;

/** The distance of the closest box that a ray hits, found by a loop; Infinity if it hits none. */
function closestDistance(parts: readonly Part[], { ray, near, far, layers }: Raycaster): number {
  const distances = parts
    .filter(({ object }) => object.layers.test(layers))
    .map(({ box }) => {
      const range = { tMin: near, tMax: far };
      return ('matrix' in box ? raycastObb(ray, box, range) : raycastAabb(ray, box, range)) ?? Infinity;
    });
  return Math.min(Infinity, ...distances);
}

/** The box that an intersection is with. */
function partOf(parts: readonly Part[], { object, instanceId, batchId }: Intersection): Part | undefined {
  return parts.find((part) => part.object === object && part.instanceId === instanceId && part.batchId === batchId);
}

it('raycast finds the closest box of a loop, between near and far and on its layers', async () => {
  await search(
    0.4,
    seeds((random, context) => {
      const scene = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 25, true, random.chance(0.5));
      const index = SceneIndex.from(scene.root, { boundsOf: boundsOfFog });
      for (let round = 0; round < 3; round++) {
        // The loop does not know the boxes of sprites and skinned meshes.
        for (const object of scene.objects) {
          if (object instanceof Sprite || object instanceof SkinnedMesh) object.visible = false;
        }
        index.update();
        const parts = partsOf(scene.root, boundsOfFog);
        for (let i = 0; i < RAYS; i++) {
          const raycaster = raycasterAmong(random, scene.root);
          const hit = index.raycast(raycaster, byBoxes);
          const distance = closestDistance(parts, raycaster);
          const isClose = areClose(hit?.distance ?? Infinity, distance);
          expect({ distance: isClose ? distance : hit?.distance, ...context }).toEqual({ distance, ...context });
          if (hit !== null) expectOnBox(hit, partOf(parts, hit), raycaster);
        }
        changeScene(scene, 6);
      }
    }),
  );
});

/** Equal apart from rounding: the index divides near and far by the length of the direction. */
function areClose(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < 1e-9 * Math.max(1, b);
}

/** Expects a hit to lie on a face of its box, with the outward normal of that face. */
function expectOnBox(hit: Intersection, part: Part | undefined, raycaster: Raycaster): void {
  if (part === undefined || hit.normal === undefined) throw new Error(`no box or no normal of ${hit.object.name}`);
  expect(hit.face).toBeNull();
  expect(hit.normal.length()).toBeCloseTo(1, 12);
  // For an almost flat box, rounding decides. The same goes for an object that was once attached to one.
  if (hit.distance > 1e6 || ('matrix' in part.box && isAlmostFlat(part.box.matrix as Matrix4))) return;
  expect(hit.point.distanceTo(raycaster.ray.at(hit.distance, new Vector3()))).toBeLessThan(1e-9);
  if (!('matrix' in part.box)) {
    const box = new Box3(new Vector3().copy(part.box.min), new Vector3().copy(part.box.max));
    expect(box.distanceToPoint(hit.point)).toBeLessThan(1e-9);
    return;
  }
  const { min, max, matrix } = part.box;
  const point = hit.point.clone().applyMatrix4(new Matrix4().copy(matrix as Matrix4).invert());
  const axis = hit.normal.toArray().findIndex((value) => value !== 0);
  const face = hit.normal.getComponent(axis) > 0 ? max : min;
  expect(point.getComponent(axis)).toBeCloseTo(new Vector3().copy(face).getComponent(axis), 6);
}

/** Whether the inverse of a matrix is mostly rounding. */
function isAlmostFlat(matrix: Matrix4): boolean {
  return Math.abs(matrix.determinant()) < 1e-9 * matrix.getMaxScaleOnAxis() ** 3;
}
