import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../src/bvh/tree/validate';
import { requireSameTrees } from '../../support/compare';
import { aabb } from '../../support/loop';
import { buildAtOnce, buildBy } from '../../support/parallelBuild';
import { search } from '../../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../../support/scenes';

describe('parallel build', () => {
  it.each(wildFamilyNames)('threads build the tree of a single thread, word for word: %s', async (family) => {
    await search(
      0.1,
      fc.asyncProperty(recipes(600), fc.integer({ min: 1, max: 40 }), async (recipe, turn) => {
        const boxes = boxesOf(family, recipe);
        const trees = [buildAtOnce(boxes)];
        for (const threads of [1, 2, 3]) trees.push((await buildBy(threads, boxes, turn)).tree);
        requireSameTrees(trees);
      }),
    );
  });

  it.each([1, 2, 8, 9, 64, 65])(
    'threads build the tree of a single thread for %i boxes in the same place',
    async (count) => {
      const boxes = Array.from({ length: count }, () => aabb([1, 1, 1], [2, 2, 2]));
      requireSameTrees([buildAtOnce(boxes), (await buildBy(3, boxes, 1)).tree]);
    },
  );

  it.each([1, 2, 3])(
    'threads build the tree of a single thread also if the list of work is too short, by %i threads',
    async (threads) => {
      for (const turn of [1, 4]) {
        const boxes = boxesOf('boxes of all kinds', { count: 900, seed: turn });
        const few = 20;
        const { tree, told } = await buildBy(threads, boxes, turn, few);
        requireSameTrees([buildAtOnce(boxes), tree]);
        // Each step has at most that many pieces. Without the limit, there are about 300.
        expect(told.length).toBeLessThan(2 * few + 5);
      }
    },
  );

  it('the tree is valid and packed, and its nodes take no more room than they need', async () => {
    const boxes = boxesOf('random boxes', { count: 500, seed: 3 });
    const { tree } = await buildBy(2, boxes, 3);
    validate(tree);
    expect(tree.isPacked).toBe(true);
    expect(tree.nodes.capacity).toBe(tree.nodes.count);
  });

  it('the build reports its progress, up to 1', async () => {
    const { told } = await buildBy(2, boxesOf('random boxes', { count: 500, seed: 4 }), 7);
    expect(Math.min(...told)).toBeGreaterThan(0);
    expect(Math.max(...told)).toBe(1);
    expect(told.length).toBeGreaterThan(100);
  });
});
