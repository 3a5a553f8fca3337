import {
  BatchedMesh,
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Raycaster,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { acceleratedRaycast, computeBatchedBoundsTree, computeBoundsTree } from 'three-mesh-bvh';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { SceneIndex } from 'slabtree/three';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { compareRaycast } from '../../support/three/compare';
import { isBatched, isMesh } from '../../support/three/kinds';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

const RAYS = 40;

describe('precise rays with the raycast of three-mesh-bvh', () => {
  const original = Object.getOwnPropertyDescriptors(Mesh.prototype).raycast;

  beforeAll(() => {
    Mesh.prototype.raycast = acceleratedRaycast;
  });

  afterAll(() => {
    Object.defineProperty(Mesh.prototype, 'raycast', original);
  });

  it.each([false, true])(
    'a precise ray equals the first of intersectObjects, with firstHitOnly %s',
    async (firstHitOnly) => {
      await search(
        0.3,
        seeds((random, context) => {
          const scene = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 25, true);
          buildTrees(scene.root);
          const index = SceneIndex.from(scene.root);
          for (let round = 0; round < 2; round++) {
            for (let i = 0; i < RAYS; i++) {
              const raycaster = openRaycaster(random, scene.root);
              raycaster.firstHitOnly = firstHitOnly;
              compareRaycast(index, raycaster, context);
            }
            changeScene(scene, 6);
            buildTrees(scene.root);
            index.update();
          }
        }),
      );
    },
  );

  it('a precise ray equals the first of intersectObjects for a batch with one tree per geometry', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const batch = new BatchedMesh(20, 500, 1500, new MeshBasicMaterial());
        const geometries = [
          new BoxGeometry(1, 1, 1),
          new SphereGeometry(0.5, 8, 6),
          new TorusGeometry(0.5, 0.2, 6, 10),
        ];
        const geometryIds = geometries.map((geometry) => batch.addGeometry(geometry));
        const scene = new GeneratedScene(random, 'anywhere', 0, false);
        for (let i = 0; i < 20; i++)
          batch.setMatrixAt(batch.addInstance(random.pick(geometryIds)), scene.unmirroredMatrix());
        for (let i = 0; i < 5; i++) batch.setVisibleAt(random.below(20), false);
        computeBatchedBoundsTree.call(batch);
        batch.raycast = acceleratedRaycast;
        scene.root.add(batch);
        const index = SceneIndex.from(scene.root);
        for (let i = 0; i < RAYS; i++) compareRaycast(index, openRaycaster(random, scene.root), context);
      }),
    );
  });
});

/**
 * A ray without limits: three-mesh-bvh takes `near` and `far` as distances in the geometry's own space, and so hits objects out of
 * range if a matrix stretches.
 */
function openRaycaster(random: Random, root: Object3D): Raycaster {
  const raycaster = raycasterAmong(random, root);
  raycaster.near = 0;
  raycaster.far = Infinity;
  return raycaster;
}

/** Gives a tree of triangles to every other mesh that has triangles. So meshes with and without one stand side by side. */
function buildTrees(root: Object3D): void {
  root.traverse((object) => {
    if (object.id % 2 === 0 || !isMesh(object) || isBatched(object)) return;
    const { geometry } = object;
    const isEmpty = !geometry.hasAttribute('position') || geometry.getAttribute('position').count === 0;
    if (!isEmpty && geometry.boundsTree === undefined) computeBoundsTree.call(geometry);
  });
}
