import fc from 'fast-check';
import { finish } from '../../../src/bvh/build/buildSteps';
import { describe, expect, it } from 'vitest';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import { MAX_DEPTH } from '../../../src/bvh/layout/nodeLayout';
import { statistics } from '../../../src/bvh/tree/statistics';
import { writeIds } from '../../../src/bvh/query/slotSet';
import { validate } from '../../../src/bvh/tree/validate';
import { backends, requireSameTrees } from '../../support/compare';
import { boxStoreOf, treeOf } from '../../support/boxStoreOf';
import { aabb } from '../../support/loop';
import { search } from '../../support/runs';
import { boxesOf, recipes, wildFamilyNames } from '../../support/scenes';

describe('SAH build', () => {
  it.each(wildFamilyNames)('the tree is valid, and identical with every backend: %s', async (family) => {
    await search(
      0.3,
      fc.property(recipes(400), (recipe) => {
        const trees = backends.map((name) => {
          const backend = createBackend(name);
          return finish(backend.build(boxStoreOf(boxesOf(family, recipe), backend.memory)));
        });
        requireSameTrees(trees);
        const [tree] = trees;
        const { boxes, depth, nodes, fill } = statistics(tree);
        expect(boxes).toBe(recipe.count);
        expect(depth).toBeLessThanOrEqual(MAX_DEPTH);
        expect(nodes).toBeGreaterThanOrEqual(Math.ceil(recipe.count / 8));
        expect(fill).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('the tree is identical with every backend if boxes lie on the borders of its 16 bins', () => {
    // With this width, a bin is one unit wide: see binScale in splitBinary.
    const width = Math.fround(16 * 0.9999);
    const places = [...Array.from({ length: 16 }, (_, bin) => bin), width];
    const boxes = places.flatMap((place) =>
      [0, 1, 2, 3, 4].map((y) => aabb([place / 2, y / 64, 0], [place / 2, y / 64, 0])),
    );
    requireSameTrees(
      backends.map((name) => {
        const backend = createBackend(name);
        return finish(backend.build(boxStoreOf(boxes, backend.memory)));
      }),
    );
  });

  it.each([0, 1, 2, 8, 9, 64, 65, 1000])('all %i boxes are below the root', (count) => {
    const tree = treeOf(boxesOf('random boxes', { count, seed: 5 }));
    validate(tree);
    const ids = Array.from({ length: count }, (_, id) => id);
    const written = new Uint32Array(count);
    expect(writeIds(tree, 0, written, 0)).toBe(count);
    expect([...written].sort((a, b) => a - b)).toEqual(ids);
  });

  it('the tree is no deeper than necessary if boxes are identical', () => {
    const boxes = Array.from({ length: 4096 }, () => aabb([1, 1, 1], [2, 2, 2]));
    const tree = treeOf(boxes);
    validate(tree);
    expect(statistics(tree).depth).toBeLessThanOrEqual(8);
  });

  it('the tree has its own origin if the scene is far from zero, and otherwise zero', () => {
    expect([...treeOf(boxesOf('random boxes', { count: 50, seed: 1 })).origin]).toEqual([0, 0, 0]);
    const [x, y, z] = treeOf(boxesOf('a town at 6.4e6', { count: 50, seed: 1 })).origin;
    expect(Math.abs(x - 4.1e6)).toBeLessThan(200);
    expect(Math.abs(y - 1.2e6)).toBeLessThan(200);
    expect(Math.abs(z - 4.7e6)).toBeLessThan(200);
  });
});
