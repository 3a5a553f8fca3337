import fc from 'fast-check';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../src/bvh/build/buildSteps';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import { ChangedIds } from '../../../src/bvh/boxes/changedIds';
import { tracePaths } from '../../../src/bvh/tree/treePaths';
import { INTERNALS } from '../../../src/scene/internals';
import {
  backends,
  compareBounds,
  compareCull,
  compareRay,
  compareSplit,
  requireSameTrees,
  validateTrees,
  scenesOf,
} from '../../support/compare';
import { boxStoreOf, setBox } from '../../support/boxStoreOf';
import { aabb, type LoopBox, obb } from '../../support/loop';
import { linearParts, placed } from '../../support/matrices';
import { planeAmong } from '../../support/planes';
import { Random } from '../../support/random';
import { optionsAmong, rayAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes, type WildFamily, wildFamilyNames } from '../../support/scenes';
import { each, type Triple, vec } from '../../support/triple';

function shifted({ min, max, matrix, mask }: LoopBox, by: Triple): LoopBox | null {
  if (matrix === null) {
    return aabb(
      each((k) => min[k] + by[k]),
      each((k) => max[k] + by[k]),
      mask,
    );
  }
  const at: Triple = [matrix[12] + by[0], matrix[13] + by[1], matrix[14] + by[2]];
  return obb(min, max, [...matrix.slice(0, 12), ...at, 1], mask);
}

/** A moved box: shifted a little or far, or replaced by a box of one of the families, maybe of the other kind. */
function movedBox(random: Random, box: LoopBox, families: readonly WildFamily[]): LoopBox {
  const [other] = boxesOf(random.pick(families), { count: 1, seed: random.below(2 ** 30) });
  switch (random.below(4)) {
    case 0:
      return shifted(box, random.triple(-0.01, 0.01)) ?? other;
    case 1:
      return shifted(box, random.triple(-1e3, 1e3)) ?? other;
    default:
      return { ...other, mask: box.mask };
  }
}

describe('refit', () => {
  it.each(wildFamilyNames)(
    'a refitted tree is valid, and identical with every backend, wherever its boxes moved: %s',
    async (family) => {
      await search(
        0.3,
        fc.property(recipes(150), fc.nat(), (recipe, seed) => {
          const random = new Random(seed);
          const boxes = boxesOf(family, recipe);
          const share = random.pick([0.1, 0.5, 1]);
          const families = random.pick([[family], wildFamilyNames]);
          const moves = boxes.map((box) => (random.chance(share) ? movedBox(random, box, families) : null));
          const trees = backends.map((name) => {
            const backend = createBackend(name);
            const store = boxStoreOf(boxes, backend.memory);
            const tree = finish(backend.build(store));
            moves.forEach((move, id) => {
              if (move !== null) setBox(store, id, move);
            });
            tracePaths(tree);
            backend.refit(tree);
            return tree;
          });
          requireSameTrees(trees);
        }),
      );
    },
  );

  it('a refitted tree covers the same extent with every backend, also if boxes left their nodes', async () => {
    await search(
      0.3,
      fc.property(recipes(150), fc.nat(), (recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf('boxes of all kinds', recipe);
        const moved = boxes.map((box) => movedBox(random, box, ['boxes of all kinds']));
        const trees = backends.map((name) => {
          const backend = createBackend(name);
          const store = boxStoreOf(boxes, backend.memory);
          const tree = finish(backend.build(store));
          const changes = new ChangedIds(backend.memory);
          changes.reserve(store.idLimit);
          moved.forEach((box, id) => {
            setBox(store, id, box);
            changes.mark(id);
          });
          tracePaths(tree);
          backend.refitChanged(tree, changes);
          return { left: changes.count, extent: [...tree.extent], magnitude: [...tree.magnitude] };
        });
        for (const tree of trees) expect(tree).toEqual(trees[0]);
      }),
    );
  });

  it('a refit measures the scene like a new tree', () => {
    const far = boxesOf('a town at 6.4e6', { count: 100, seed: 3 });
    for (const name of backends) {
      const backend = createBackend(name);
      const store = boxStoreOf(boxesOf('boxes of all kinds', { count: 100, seed: 2 }), backend.memory);
      const tree = finish(backend.build(store));
      far.forEach((box, id) => {
        setBox(store, id, box);
      });
      expect([...tree.origin]).toEqual([0, 0, 0]);
      tracePaths(tree);
      backend.refit(tree);
      const { origin, extent, magnitude, reach, obbSlope } = tree;
      const built = finish(backend.build(store));
      expect(origin.every((value) => value > 1e6)).toBe(true);
      expect({ origin, extent, magnitude, reach, obbSlope }).toEqual({
        origin: built.origin,
        extent: built.extent,
        magnitude: built.magnitude,
        reach: built.reach,
        obbSlope: built.obbSlope,
      });
    }
  });
});

describe('refit of a scene', () => {
  it.each(familyNames)('a scene whose boxes move answers like the plain loop: %s', async (family) => {
    await search(
      0.15,
      fc.property(recipes(80), fc.nat(), (recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe).map((box) => ({ ...box, mask: random.pick([1, 2, 3, 0x80000000]) }));
        const { scenes, loop } = scenesOf(boxes, true);
        const families = random.pick([[family], familyNames]);
        for (let round = 0; round < 3; round++) {
          for (const scene of scenes) scene.commit();
          const share = random.pick([0.05, 0.5, 1]);
          for (const [id, box] of loop) {
            if (!random.chance(share)) continue;
            const moved = movedBox(random, box, families);
            const { min, max, matrix } = moved;
            const turned =
              box.matrix === null
                ? null
                : obb(
                    box.min,
                    box.max,
                    placed(random.pick(Object.values(linearParts))(random), random.triple(-9, 9)),
                    box.mask,
                  );
            if (turned?.matrix != null && random.chance(0.5)) {
              for (const scene of scenes) scene.setMatrix(id, turned.matrix);
              loop.set(id, turned);
              continue;
            }
            for (const scene of scenes) {
              if (matrix === null) scene.setAabb(id, { min: vec(min), max: vec(max) });
              else scene.setObb(id, { min: vec(min), max: vec(max), matrix });
            }
            loop.set(id, moved);
          }
          validateTrees(scenes);
          compareBounds(scenes, loop);
          const list = [...loop.values()];
          for (let i = 0; i < 3; i++) {
            const ray = rayAmong(random, list);
            compareRay(scenes, loop, ray);
            compareRay(scenes, loop, ray, optionsAmong(random, loop, ray));
            compareSplit(scenes, loop, planeAmong(random, list));
            compareCull(scenes, loop, [planeAmong(random, list), planeAmong(random, list)]);
          }
        }
      }),
    );
  });

  describe.each(backends)('update of a scene whose boxes all move (%s)', (backend) => {
    /** The places of a thousand unit boxes, from a seed. */
    const placesOf = (seed: number): Triple[] => {
      const random = new Random(seed);
      return Array.from({ length: 1000 }, () => random.triple(-100, 100));
    };
    const unitAt = ([x, y, z]: Triple) => ({ min: { x, y, z }, max: { x: x + 1, y: y + 1, z: z + 1 } });
    const sceneAt = (places: readonly Triple[]): BoxScene => {
      const scene = new BoxScene({ backend });
      for (const place of places) scene.addAabb(unitAt(place));
      scene.commit();
      return scene;
    };
    const moveTo = (scene: BoxScene, places: readonly Triple[]): void => {
      places.forEach((place, id) => {
        scene.setAabb(id, unitAt(place));
      });
      scene.commit();
    };

    it('the scene keeps its tree, which stays good, if boxes move a little', () => {
      const places = placesOf(1);
      const scene = sceneAt(places);
      const before = scene[INTERNALS].currentTree();
      const random = new Random(2);
      const moved = places.map((from) => each((k) => from[k] + random.between(-1, 1)));
      const fresh = sceneAt(moved);
      moveTo(scene, moved);
      expect(scene[INTERNALS].currentTree()).toBe(before);
      expect(scene.statistics().sahCost).toBeLessThan(1.25 * fresh.statistics().sahCost);
    });

    it('the scene is measured again if all boxes move far together', () => {
      const places = placesOf(1);
      const scene = sceneAt(places);
      moveTo(
        scene,
        places.map(([x, y, z]): Triple => [x + 2 ** 22, y - 2 ** 23, z]),
      );
      expect(Math.abs(scene[INTERNALS].currentTree().origin[0] - 2 ** 22)).toBeLessThan(10);
    });

    it('the scene builds a new tree if each box moves far its own way', () => {
      const scene = sceneAt(placesOf(1));
      const moved = placesOf(2);
      moveTo(scene, moved);
      const fresh = sceneAt(moved);
      requireSameTrees([scene[INTERNALS].currentTree(), fresh[INTERNALS].currentTree()]);
      expect(scene.statistics()).toEqual(fresh.statistics());
    });

    it('the scene keeps a good tree while many small moves add up', () => {
      const places = placesOf(1);
      const scene = sceneAt(places);
      const targets = placesOf(2);
      const steps = 50;
      for (let step = 1; step <= steps; step++) {
        const moved = places.map((from, id) => each((k) => from[k] + ((targets[id][k] - from[k]) * step) / steps));
        moveTo(scene, moved);
        expect(scene.statistics().sahCost).toBeLessThan(1.25 * sceneAt(moved).statistics().sahCost);
      }
    });
  });
});
