import fc from 'fast-check';
import { describe, it } from 'vitest';
import { compareTrees, scenesOf } from '../../support/compare';
import { aabb, type LoopBox, obb } from '../../support/loop';
import { linearParts, placed } from '../../support/matrices';
import { compareNearest, nearestOptionsAmong } from '../../support/nearest';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boxesOf, familyNames, recipes } from '../../support/scenes';
import { each, type Triple } from '../../support/triple';
import { step } from '../../support/ulps';

// Where the margins of the tree end, in float64 and in the kernel's float32, and where they are as narrow as they may be.

/** Cubes in a grid, `size` wide, with gaps of that size or none. */
function blocks(corner: Triple, size: number, pitch: number): LoopBox[] {
  return Array.from({ length: 64 }, (_, i) => {
    const cell: Triple = [i & 3, (i >> 2) & 3, i >> 4];
    const min = each((k) => corner[k] + cell[k] * pitch * size);
    return aabb(
      min,
      each((k) => min[k] + size),
      1 + (i % 3),
    );
  });
}

/** A point at nearly the same distance from several boxes of a grid: in the middle between them, or far beyond a side. */
function between(random: Random, boxes: readonly LoopBox[], size: number): Triple {
  const a = random.pick(boxes);
  const b = random.pick(boxes);
  const out = random.pick([0, 0, 0, 0.5, 1, 10, 1e3, 1e5, 1e7, 1e15, 3e16]) * size;
  const away = random.axis();
  const point = each((k) => (a.max[k] + random.pick([a, b]).min[k]) / 2 + (k === away ? random.sign() * out : 0));
  return random.chance(0.5) ? point : each((k) => step(point[k], random.below(5) - 2));
}

describe('nearest among boxes at nearly the same distance', () => {
  it.each<[string, Triple, number]>([
    ['at zero', [-2, -2, -2], 1],
    ['of a third', [-2 / 3, -1 / 3, 1 / 3], 1 / 3],
    ['at 6.4e6, of float32', [6_400_000, -6_400_000, 6_399_998], 1],
    ['at 6.4e6, of float64', [6_400_000.1, -6_400_000.3, 6_400_000.7], 0.3],
    ['at 1e12', [1e12, -1e12, 1e12], 1024],
    ['at 1e12, as small as there', [1e12, -1e12, 1e12], 2 ** -13],
    ['at 1e12 on one axis only', [1e12, 0, -2], 1],
    ['of 1e-12', [-2e-12, 0, 1e-12], 1e-12],
    ['of 1e-17, at zero', [-2e-17, 0, 1e-17], 1e-17],
    ['of 1e17', [-2e17, 0, 1e17], 1e17],
    ['of 1e-25, which are too small for the kernel', [-2e-25, 0, 1e-25], 1e-25],
    ['of 1e25, which are too large for the kernel', [-2e25, 0, 1e25], 1e25],
    ['of 1e-105, whose squares are too small', [-2e-105, 0, 1e-105], 1e-105],
    ['of 1e-320, which have few digits', [-2e-320, 0, 1e-320], 1e-320],
    ['of 1e160, whose squares are too large', [-2e160, 0, 1e160], 1e160],
    ['of 1e307, which are nearly too large', [-2e307, 0, 1e307], 1e307],
  ])("nearest returns the loop's boxes among cubes %s", (_, corner, size) => {
    const random = new Random(Math.round(Math.log2(size)));
    for (const pitch of [1, 2]) {
      const boxes = blocks(corner, size, pitch).filter(({ max }) => max.every((value) => Number.isFinite(value)));
      const { scenes, loop } = scenesOf(boxes, true);
      compareTrees(scenes);
      for (let i = 0; i < 60; i++) {
        const point = between(random, boxes, size);
        if (!point.every((value) => Number.isFinite(value))) continue;
        for (const count of [1, 5, 32, 33]) compareNearest(scenes, loop, point, { count });
        compareNearest(scenes, loop, point, nearestOptionsAmong(random, loop, point));
      }
    }
  });

  it("nearest returns the loop's boxes of every family, also from far outside", async () => {
    await search(
      1,
      fc.property(fc.constantFrom(...familyNames), recipes(60), fc.nat(), (family, recipe, seed) => {
        const random = new Random(seed);
        const boxes = boxesOf(family, recipe);
        if (boxes.length === 0) return;
        const { scenes, loop } = scenesOf(boxes);
        for (let i = 0; i < 6; i++) {
          const { min, max } = random.pick(boxes);
          const size = Math.max(...each((k) => max[k] - min[k])) || 1;
          const point = between(random, boxes, size);
          if (point.every((value) => Number.isFinite(value))) {
            compareNearest(scenes, loop, point, nearestOptionsAmong(random, loop, point));
          }
        }
      }),
    );
  });

  it("nearest returns the loop's boxes among oriented ones, and beside boxes without a rotation", () => {
    const random = new Random(11);
    const cube = (kind: keyof typeof linearParts, at: Triple): LoopBox =>
      obb([-1, -1, -1], [1, 1, 1], placed(linearParts[kind](random), at)) ?? aabb(at, at);
    const kinds = ['rotation', 'quarter turn', 'identity', 'mirror', 'shear'] as const;
    const centers = Array.from({ length: 60 }, () => random.triple(-10, 10));
    const boxes = centers.flatMap((at) => [
      cube(random.pick(kinds), at),
      cube('identity', at),
      cube('quarter turn', at),
    ]);
    const { scenes, loop } = scenesOf(boxes);
    for (let i = 0; i < 100; i++) {
      const point = random.chance(0.5) ? random.pick(centers) : random.triple(-20, 20);
      for (const count of [1, 8, 40]) compareNearest(scenes, loop, point, { count });
      compareNearest(scenes, loop, point, nearestOptionsAmong(random, loop, point));
    }
  });
});
