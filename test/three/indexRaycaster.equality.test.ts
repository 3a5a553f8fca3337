import { type Intersection, type Object3D, Raycaster, Vector3 } from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { search } from '../support/runs';
import { changeScene } from '../support/three/changes';
import { requireSameHits } from '../support/three/compare';
import { cubeAt } from '../support/three/cubes';
import { addOwnRaycasts } from '../support/three/ownRaycasts';
import { boundsOfFog } from '../support/three/ownBounds';
import { raycasterAmong } from '../support/three/rays';
import { GeneratedScene, type Placement } from '../support/three/scenes';
import { seeds } from '../support/three/seeds';

const RAYS = 20;

const placements: Placement[] = ['anywhere', 'grid'];

describe.each(placements)('IndexRaycaster and Raycaster, among objects placed: %s', (placement) => {
  it('an IndexRaycaster hits what a Raycaster hits, also invisible and outside the root, after any change', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, placement, 25, true);
        if (random.chance(0.5)) addOwnRaycasts(scene);
        const world = new GeneratedScene(random, placement, 4, true);
        random.pick([world.root, ...world.objects]).add(scene.root);
        const index = SceneIndex.from(scene.root, {
          backend: random.pick(['js', 'wasm']),
          boundsOf: random.pick([boundsOfFog, () => undefined]),
        });
        world.root.updateMatrixWorld(true);
        const indexed = random.chance(0.5)
          ? new IndexRaycaster(index)
          : IndexRaycaster.install(new Raycaster(), index).raycaster;
        for (let round = 0; round < 2; round++) {
          for (let i = 0; i < RAYS; i++) {
            const stock = raycasterAmong(random, scene.root);
            Object.assign(indexed, stock);
            const within = random.chance(0.5) ? null : new Set(scene.objects.filter(() => random.chance(0.3)));
            indexed.within = within;
            // Asked again and again along the same ray, as react-three-fiber does.
            for (let question = 0; question < 4; question++) {
              const objects = Array.from({ length: 1 + random.below(3) }, () =>
                random.pick([scene.root, world.root, ...scene.objects, ...world.objects]),
              );
              const recursive = random.chance(0.8);
              const before = random.chance(0.3) ? cubeHits() : [];
              const [found, expected] = [indexed, stock].map((raycaster): Intersection[] =>
                objects.length === 1
                  ? raycaster.intersectObject(objects[0], recursive, [...before])
                  : raycaster.intersectObjects(objects, recursive, [...before]),
              );
              requireSameHits(found, expected, stock, {
                ...context,
                objects: objects.map(({ name }) => name),
                recursive,
              });
              const hitObjects = indexed.hitObjects();
              for (const object of scene.objects) {
                const isSearched = within === null || isWithinAny(object, within);
                if (isSearched && !hitObjects.includes(object)) expect(indexed.intersectObject(object)).toEqual([]);
              }
              for (const { point, face } of found) {
                point.setScalar(NaN);
                face?.normal.setScalar(NaN);
              }
            }
          }
          changeScene(scene, 6);
          index.update();
          world.root.updateMatrixWorld(true);
        }
      }),
      0.6,
    );
  });
});

function isWithinAny(object: Object3D, tops: ReadonlySet<Object3D>): boolean {
  return tops.has(object) || (object.parent !== null && isWithinAny(object.parent, tops));
}

/** Hits that are in the list already. */
function cubeHits(): Intersection[] {
  return new Raycaster(new Vector3(0.1, 0.2, 10), new Vector3(0, 0, -1)).intersectObject(cubeAt(0, 0, 5));
}
