import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type Aabb, type Obb, planeSide, type Ray, raycastAabb, raycastObb, type RayRange } from 'slabtree';
import { compareTrees, scenesOf, show } from '../support/compare';
import type { LoopBox } from '../support/loop';
import { planeAmong } from '../support/planes';
import { Random } from '../support/random';
import { rayAmong, rangeAmong } from '../support/rays';
import { search } from '../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../support/scenes';
import { vec } from '../support/triple';

// Compares the scene with a loop over the package's own primitives, also if numbers overflow.
function boxOf({ min, max, matrix }: LoopBox): Aabb | Obb {
  const box = { min: vec(min), max: vec(max) };
  return matrix === null ? box : { ...box, matrix };
}

function raycastBox(ray: Ray, box: Aabb | Obb, range: RayRange): number | null {
  return 'matrix' in box ? raycastObb(ray, box, range) : raycastAabb(ray, box, range);
}

describe('raycast and the public formulas', () => {
  it.each(wildFamilyNames)('a scene answers like a loop over raycastAabb and raycastObb over %s', async (family) => {
    await search(
      0.6,
      fc.property(recipes(), fc.nat(), (recipe, seed) => {
        const boxes = boxesOf(family, recipe);
        const { scenes } = scenesOf(boxes);
        compareTrees(scenes);
        const random = new Random(seed);
        for (let i = 0; i < 8; i++) {
          const { origin, direction } = rayAmong(random, boxes);
          const ray = { origin: vec(origin), direction: vec(direction) };
          const range = rangeAmong(random, boxes, { origin, direction });
          const expected = boxes
            .map((box, id) => ({ id, t: raycastBox(ray, boxOf(box), range) ?? NaN }))
            .filter(({ t }) => !Number.isNaN(t))
            .sort((a, b) => (a.t < b.t ? -1 : a.t > b.t ? 1 : a.id - b.id));
          for (const scene of scenes) {
            const all = scene.raycastAll(ray, range).map(({ id, t }) => ({ id, t }));
            if (show(all) !== show(expected)) throw new Error(show({ all, expected, ray, range, boxes }));
            const hit = scene.raycast(ray, range);
            const closest = hit === null ? [] : [{ id: hit.id, t: hit.t }];
            if (show(closest) !== show(expected.slice(0, 1)))
              throw new Error(show({ closest, expected, ray, range, boxes }));
            if (scene.raycastAny(ray, range) !== expected.length > 0)
              throw new Error(show({ expected, ray, range, boxes }));
          }
        }
      }),
    );
  });
});

it.each(wildFamilyNames)('a scene answers like a loop over planeSide over %s', async (family) => {
  await search(
    0.6,
    fc.property(recipes(), fc.nat(), (recipe, seed) => {
      const boxes = boxesOf(family, recipe);
      const { scenes } = scenesOf(boxes);
      const random = new Random(seed);
      for (let i = 0; i < 8; i++) {
        const { normal, constant } = planeAmong(random, boxes);
        const plane = { normal: vec(normal), constant };
        const sides = boxes.map((box) => planeSide(boxOf(box), plane));
        for (const scene of scenes) {
          const { front, crossing, back } = scene.split(plane);
          const found = boxes.map(() => NaN);
          front.forEach((id) => (found[id] = 1));
          crossing.forEach((id) => (found[id] = 0));
          back.forEach((id) => (found[id] = -1));
          if (show(found) !== show(sides)) throw new Error(show({ found, sides, plane, boxes }));
        }
      }
    }),
  );
});
