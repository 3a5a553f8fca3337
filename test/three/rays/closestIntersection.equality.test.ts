import { describe, expect, it } from 'vitest';
import { SceneIndex } from 'slabtree/three';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { compareRaycast, requireSame } from '../../support/three/compare';
import { boundsOfFog } from '../../support/three/ownBounds';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene, type Placement } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

const RAYS = 60;
const ROUNDS = 4;

const placements: Placement[] = ['anywhere', 'grid'];

describe.each(placements)('precise rays, among objects placed: %s', (placement) => {
  it('a precise ray equals the first of intersectObject if everything is visible', async () => {
    await search(
      0.5,
      seeds((random, context) => {
        const { root } = new GeneratedScene(random, placement, 25, false);
        const index = SceneIndex.from(root, {
          backend: random.pick(['js', 'wasm']),
          boundsOf: random.pick([boundsOfFog, () => undefined]),
        });
        for (let i = 0; i < RAYS; i++) {
          const raycaster = raycasterAmong(random, root);
          const found = index.raycast(raycaster);
          requireSame(found, raycaster.intersectObject(root, true).at(0), raycaster, context);
          expect(index.raycastAny(raycaster)).toBe(found !== null);
        }
      }),
    );
  });

  it('a precise ray skips invisible objects, and follows every change', async () => {
    await search(
      0.5,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, placement, 25, true);
        const index = SceneIndex.from(scene.root, {
          backend: random.pick(['js', 'wasm']),
          boundsOf: random.pick([boundsOfFog, () => undefined]),
        });
        const changes: string[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          for (let i = 0; i < RAYS; i++) {
            compareRaycast(index, raycasterAmong(random, scene.root), { ...context, changes });
          }
          changes.push(...changeScene(scene, random.pick([1, 6])));
          index.update();
        }
      }),
    );
  });
});
