import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PLACEHOLDER } from '../../../src/bvh/tiles/residentTree';
import { validate } from '../../../src/bvh/tree/validate';
import {
  RAYCAST_MANY_OPTIONS,
  RAYCAST_OPTIONS,
  readManyRaysOptions,
  readRaycastOptions,
} from '../../../src/scene/arguments/raycastOptions';
import { INTERNALS } from '../../../src/scene/internals';
import { MEETS_PLACEHOLDER } from '../../../src/scene/batches/castRun';
import { backends, compareCull, compareOverlap, compareRay, compareSplit, sceneOf, show } from '../../support/compare';
import { closestOf, type Loop, type LoopBox, type LoopOptions, type LoopRay } from '../../support/loop';
import { compareNearest, nearestOptionsAmong } from '../../support/nearest';
import { planeAmong } from '../../support/planes';
import { pointAmong } from '../../support/points';
import { Random } from '../../support/random';
import { optionsAmong, rangeAmong, rayAmong } from '../../support/rays';
import { search } from '../../support/runs';
import { boxesOf, type Recipe, recipes, type WildFamily, wildFamilyNames } from '../../support/scenes';
import { shapeAmong } from '../../support/shapes';
import { residentOf, idsAmong, type Part, tiledOf, withGlobalIds } from '../../support/tiles';
import { vec } from '../../support/triple';
import type { ResidentTiles } from '../../../src/tiles/resident/residentTiles';

/** Returns boxes with global ids. Some are duplicates, some have other masks. */
function boxesWithIds(
  random: Random,
  family: WildFamily,
  recipe: Recipe,
): { loop: Map<number, LoopBox>; limit: number } {
  const boxes = boxesOf(family, recipe);
  for (let copies = random.pick([0, 0, 3, boxes.length]); copies > 0 && boxes.length > 0; copies--) {
    boxes.splice(random.below(boxes.length + 1), 0, random.pick(boxes));
  }
  const withMasks = random.chance(0.3);
  const { ids, limit } = idsAmong(random, boxes.length);
  const all = boxes.map((box) => (withMasks ? { ...box, mask: random.pick([1, 2, 3, 0x80000000]) } : box));
  return { loop: new Map(ids.map((id, i) => [id, all[i]])), limit };
}

/** Cuts boxes into at most so many parts: at random, along an axis, or in the order of ids. */
function cut(random: Random, loop: Loop, most: number): (readonly [number, LoopBox])[][] {
  const entries = [...loop];
  const axis = random.axis();
  const way = random.pick(['random', 'axis', 'ids']);
  if (way === 'axis') entries.sort(([, a], [, b]) => a.min[axis] - b.min[axis]);
  const tiles = Array.from({ length: most }, (): (readonly [number, LoopBox])[] => []);
  entries.forEach((entry, i) => {
    tiles[way === 'random' ? random.below(most) : Math.floor((i * most) / entries.length)].push(entry);
  });
  return tiles.filter((tile) => tile.length > 0).map((tile) => tile.sort(([a], [b]) => a - b));
}

function partOf(entries: readonly (readonly [number, LoopBox])[]): Part {
  const { scene } = sceneOf(
    entries.map(([, box]) => box),
    'js',
  );
  return { scene, ids: Float64Array.from(entries, ([id]) => id) };
}

/** Throws if an answer for a ray has no placeholder, and is not that of all boxes. */
function compareWithAll(grafted: ResidentTiles, all: Loop, ray: LoopRay, options: LoopOptions): void {
  const queries = grafted.withPlaceholders;
  const { origin, direction } = ray;
  const flat = { origin: vec(origin), direction: vec(direction) };
  const expected = closestOf(all, ray, options);
  const settings = readRaycastOptions(options, RAYCAST_OPTIONS);
  const hit = queries.raycast(flat, settings);
  const tile = queries.anyTileAlong(flat, settings);
  const first = queries.raycastAll(flat, settings).at(0) ?? null;
  const what = `${show({ ray, options })} (${grafted.scene.backend})`;
  for (const found of [hit, first]) {
    if (found?.tile === PLACEHOLDER) continue;
    if (found?.id !== expected?.id || !Object.is(found?.t, expected?.t)) {
      throw new Error(`${what}: expected ${show(expected)}, got ${show(found)}`);
    }
  }
  if (tile !== PLACEHOLDER && (tile !== null) !== (expected !== null)) throw new Error(`${what}: any tile is ${tile}`);
}

it('queries answer as one scene of the boxes in memory, after any loads and evictions', async () => {
  const property = fc.property(
    fc.constantFrom(...wildFamilyNames),
    recipes(150),
    fc.nat(),
    fc.constantFrom(1, 2, 5, 20, 60),
    (family, recipe, seed, most) => {
      const random = new Random(seed);
      const { loop, limit } = boxesWithIds(random, family, recipe);
      const cuts = cut(random, loop, most);
      const tiled = tiledOf(cuts.map(partOf));
      const both = backends.map((backend) => residentOf(tiled, limit, backend));
      const scenes = both.map(withGlobalIds);
      const here = new Map<number, LoopBox>();
      for (let step = 0; step < 8; step++) {
        const changes = cuts.length === 0 ? 0 : random.pick([1, 1, 2, cuts.length]);
        for (let i = 0; i < changes; i++) {
          const tile = random.below(cuts.length);
          const isHere = both[0].tree.has(tile);
          for (const grafted of both) {
            if (isHere) grafted.prune(tile);
            else grafted.graft(tile, tiled.tiles[tile].bytes, tiled.tiles[tile].ids);
          }
          for (const [id, box] of cuts[tile]) {
            if (isHere) here.delete(id);
            else here.set(id, box);
          }
        }
        for (const { scene } of both) validate(scene[INTERNALS].currentTree(), true);
        for (const grafted of both) {
          expect(grafted.scene.size).toBe(here.size);
          const { boxes } = grafted.scene[INTERNALS];
          const found = new Map<number, number>();
          for (let id = 0; id < boxes.idLimit; id++) {
            if (boxes.has(id)) found.set(grafted.tree.globalIds[id], grafted.tree.tiles[id]);
          }
          cuts.forEach((tile, number) => {
            const expected = grafted.tree.has(number) ? number : undefined;
            for (const [id] of tile) {
              if (found.get(id) !== expected) throw new Error(`box ${id} of tile ${number} is in ${found.get(id)}`);
            }
          });
        }
        const list = here.size > 0 ? [...here.values()] : [...loop.values()];
        for (let i = 0; i < 2; i++) {
          const ray = rayAmong(random, list);
          compareRay(scenes, here, ray);
          compareRay(scenes, here, ray, optionsAmong(random, here, ray));
          const options = rangeAmong(random, list, ray);
          for (const grafted of both) compareWithAll(grafted, loop, ray, options);
          compareSplit(scenes, here, planeAmong(random, list), random.pick([undefined, 1, 2]));
          compareCull(
            scenes,
            here,
            [planeAmong(random, list), planeAmong(random, list)],
            random.pick([undefined, 1, 2]),
          );
          compareOverlap(scenes, here, shapeAmong(random, list), random.pick([undefined, 1, 2]));
          const point = pointAmong(random, list);
          compareNearest(scenes, here, point, nearestOptionsAmong(random, here, point));
        }
      }
    },
  );
  await search(1, property, 2);
});

it('batches of many rays, near each other and in any order, answer as one scene does', async () => {
  const property = fc.property(fc.constantFrom(...wildFamilyNames), recipes(100), fc.nat(), (family, recipe, seed) => {
    const random = new Random(seed);
    const { loop, limit } = boxesWithIds(random, family, recipe);
    const cuts = cut(random, loop, 12);
    const tiled = tiledOf(cuts.map(partOf));
    const here = new Map<number, LoopBox>();
    const gone = cuts.map(() => random.chance(0.3));
    const both = backends.map((backend) => residentOf(tiled, limit, backend));
    cuts.forEach((tile, number) => {
      for (const grafted of both) grafted.graft(number, tiled.tiles[number].bytes, tiled.tiles[number].ids);
      for (const [id, box] of tile) if (!gone[number]) here.set(id, box);
    });
    gone.forEach((isGone, number) => {
      for (const grafted of both) if (isGone) grafted.prune(number);
    });
    const list = [...loop.values()];
    const some = Array.from({ length: 12 }, () => rayAmong(random, list));
    // Each ray many times: neighbours go the same way, or not at all.
    const isCoherent = random.chance(0.5);
    const rays: LoopRay[] = Array.from(
      { length: 1100 },
      (_, i) => some[isCoherent ? Math.floor((i * some.length) / 1100) : i % some.length],
    );
    const flat = Float64Array.from(rays.flatMap(({ origin, direction }) => [...origin, ...direction]));
    const options = random.pick([{}, {}, { mask: 2 }, { solid: true }]);
    const expected = some.map((ray) => closestOf(here, ray, options));
    const ofAll = some.map((ray) => closestOf(loop, ray, options));
    for (const grafted of both) {
      const { ids, ts } = withGlobalIds(grafted).raycastMany(flat, options);
      rays.forEach((ray, i) => {
        const hit = expected[some.indexOf(ray)];
        if (ids[i] !== (hit?.id ?? -1) || !Object.is(ts[i], hit?.t ?? Infinity)) {
          throw new Error(`ray ${i} hits ${ids[i]} at ${ts[i]} (${grafted.scene.backend}), not ${JSON.stringify(hit)}`);
        }
      });
      const settings = readManyRaysOptions(options, RAYCAST_MANY_OPTIONS);
      const withAbsent = grafted.withPlaceholders.raycastMany(flat, settings);
      rays.forEach((ray, i) => {
        const id = withAbsent.ids[i];
        if (id === MEETS_PLACEHOLDER) return;
        const hit = ofAll[some.indexOf(ray)];
        if (id !== (hit?.id ?? -1) || !Object.is(withAbsent.ts[i], hit?.t ?? Infinity)) {
          throw new Error(
            `ray ${i} hits ${id} of all at ${withAbsent.ts[i]} (${grafted.scene.backend}), not ${show(hit)}`,
          );
        }
      });
    }
  });
  await search(1, property, 2);
});
