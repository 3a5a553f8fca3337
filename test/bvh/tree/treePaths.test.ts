import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHILD, NODE_SHIFT, nodeOf } from '../../../src/bvh/layout/nodeLayout';
import { HeapMemory } from '../../../src/bvh/memory/memory';
import { tracePaths, NO_SLOT, TreePaths } from '../../../src/bvh/tree/treePaths';
import { validate } from '../../../src/bvh/tree/validate';
import { boxStoreOf, treeOf } from '../../support/boxStoreOf';
import { finish } from '../../../src/bvh/build/buildSteps';
import { buildSah } from '../../../src/bvh/build/buildSah';
import { search } from '../../support/runs';
import { boxesOf, recipes } from '../../support/scenes';

describe('tree paths', () => {
  it('paths take no bytes until they are traced', () => {
    const { paths } = treeOf(boxesOf('random boxes', { count: 100, seed: 1 }));
    expect([paths.isTraced, paths.byteLength]).toEqual([false, 0]);
  });

  it('paths lead from every box to the root, which is in no slot', async () => {
    await search(
      0.5,
      fc.property(recipes(300), (recipe) => {
        const tree = treeOf(boxesOf('boxes of all kinds', recipe));
        tracePaths(tree);
        validate(tree);
        const { nodes, paths } = tree;
        expect(paths.parentSlots[0]).toBe(NO_SLOT);
        for (let id = 0; id < recipe.count; id++) {
          let slot = paths.boxSlots[id];
          expect(nodes.int32[slot + CHILD]).toBe(~id);
          for (let length = 1; slot !== NO_SLOT; length++) {
            const node = slot >> NODE_SHIFT;
            expect(paths.heights[node]).toBeGreaterThanOrEqual(length);
            slot = paths.parentSlots[node];
            if (slot !== NO_SLOT) expect(nodeOf(nodes.int32[slot + CHILD])).toBe(node);
          }
        }
      }),
    );
  });

  it('paths have no slot for a missing id', () => {
    const boxes = boxStoreOf(boxesOf('random boxes', { count: 20, seed: 1 }));
    boxes.remove(7);
    const tree = finish(buildSah(boxes));
    tracePaths(tree);
    expect(tree.paths.boxSlots[7]).toBe(NO_SLOT);
    validate(tree);
  });

  it("a tree without boxes has only the root's path", () => {
    const tree = treeOf([]);
    tracePaths(tree);
    expect(tree.paths.isTraced).toBe(true);
    expect([tree.paths.parentSlots[0], tree.paths.heights[0]]).toEqual([NO_SLOT, 1]);
  });

  it('paths are traced once', () => {
    const tree = treeOf(boxesOf('random boxes', { count: 20, seed: 1 }));
    tracePaths(tree);
    tree.paths.boxSlots[3] = 12345;
    tracePaths(tree);
    expect(tree.paths.boxSlots[3]).toBe(12345);
  });

  it('paths stay when room is made for more, and new ids are in no slot', () => {
    const paths = new TreePaths(new HeapMemory());
    paths.reserveIds(3);
    paths.reserveNodes(2);
    expect([...paths.boxSlots]).toEqual([NO_SLOT, NO_SLOT, NO_SLOT]);
    paths.boxSlots.set([5, 6, 7]);
    paths.parentSlots.set([-1, 9]);
    paths.heights.set([2, 1]);
    paths.reserveIds(50);
    paths.reserveNodes(40);
    expect([...paths.boxSlots.subarray(0, 4)]).toEqual([5, 6, 7, NO_SLOT]);
    expect(paths.boxSlots.subarray(3).every((slot) => slot === NO_SLOT)).toBe(true);
    expect([...paths.parentSlots.subarray(0, 2), ...paths.heights.subarray(0, 2)]).toEqual([-1, 9, 2, 1]);
    const bytes = paths.byteLength;
    paths.reserveIds(50);
    paths.reserveNodes(40);
    expect(paths.byteLength).toBe(bytes);
    paths.release();
    expect([paths.byteLength, paths.isTraced]).toEqual([0, false]);
  });
});
