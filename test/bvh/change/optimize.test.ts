import { describe, expect, it } from 'vitest';
import { NODE_WORDS } from '../../../src/bvh/layout/nodeLayout';
import { sahCost } from '../../../src/bvh/tree/statistics';
import { improve } from '../../../src/bvh/change/improve';
import { itemLimit, spareNodes } from '../../../src/bvh/change/treelets';
import { NO_SLOT } from '../../../src/bvh/tree/treePaths';
import { validate } from '../../../src/bvh/tree/validate';
import { ChangingTree } from '../../support/changingTree';
import { backends, requireSameTrees } from '../../support/compare';
import { treeOf } from '../../support/leaves';
import type { LoopBox } from '../../support/loop';
import { boxesOf, wildFamilyNames } from '../../support/scenes';

/** A tree into which most boxes were inserted one by one. No work is due. */
function wornTree(name: 'js' | 'wasm', boxes: readonly LoopBox[]): ChangingTree {
  const changing = new ChangingTree(name, boxes.slice(0, boxes.length / 10));
  for (const box of boxes.slice(boxes.length / 10)) {
    changing.add(box);
    expect(changing.apply()).toBe(true);
  }
  changing.tree.due = 0;
  return changing;
}

describe.each(backends)('a worn tree that is optimized (%s)', (backend) => {
  const boxes = boxesOf('random boxes', { count: 6000, seed: 1 });

  it('costs about as little as a new tree after the work of building one', () => {
    const changing = wornTree(backend, boxes);
    const { tree } = changing;
    const fresh = sahCost(treeOf(boxes));
    expect(sahCost(tree)).toBeGreaterThan(1.1 * fresh);
    changing.optimize(6000);
    validate(tree);
    expect(sahCost(tree)).toBeLessThan(1.05 * fresh);
  });

  it('never has more nodes than there is room for, and continues once there is more room', () => {
    const changing = new ChangingTree(backend, boxes);
    const { tree } = changing;
    tree.due = 6000;
    // A new tree has no room to spare: nothing is done, and all work stays due.
    expect(tree.nodes.count + spareNodes(tree)).toBeGreaterThan(tree.nodes.capacity);
    changing.backend.optimize(tree);
    expect(tree.due).toBe(6000);
    expect(improve(changing.backend, tree)).toBe(true);
    expect(tree.due).toBeLessThanOrEqual(0);
    expect(tree.nodes.count).toBeLessThanOrEqual(tree.nodes.capacity);
    validate(tree);
  });

  it('keeps its root and its boxes', () => {
    const changing = wornTree(backend, boxes);
    const { nodes, paths } = changing.tree;
    for (let round = 0; round < 20; round++) {
      changing.optimize(1000);
      validate(changing.tree);
      expect(paths.parentSlots[0]).toBe(NO_SLOT);
      expect(nodes.boxesBelow(0)).toBe(6000);
    }
  });

  it('is rebuilt for as many boxes as are due, and at most one treelet more, which counts next time', () => {
    const changing = wornTree(backend, boxes);
    const { tree } = changing;
    for (const budget of [1, 10, 100, 1000, 5000, 1]) {
      tree.due = 0;
      changing.optimize(budget);
      expect(tree.due).toBeLessThanOrEqual(0);
      expect(tree.due).toBeGreaterThan(-itemLimit(tree));
    }
    tree.due = -1000;
    const { cursor } = tree;
    const before = tree.nodes.int32.slice(0, tree.nodes.count * NODE_WORDS);
    changing.optimize(999);
    expect([tree.due, tree.cursor]).toEqual([-1, cursor]);
    expect(tree.nodes.int32.subarray(0, tree.nodes.count * NODE_WORDS)).toEqual(before);
  });

  it('is gone through at most once per call, however much is due', () => {
    const changing = wornTree(backend, boxes);
    changing.optimize(1e300);
    validate(changing.tree);
    expect(changing.tree.due).toBe(0);
  });

  it('is identical after many small budgets and one large budget: each continues where the last one stopped', () => {
    const [small, large] = [wornTree(backend, boxes), wornTree(backend, boxes)];
    for (let i = 0; i < 64; i++) small.optimize(64);
    large.optimize(64 * 64);
    expect(large.tree.cursor).toBeGreaterThan(0);
    requireSameTrees([small.tree, large.tree]);
  });

  it('is left alone if it has only one node', () => {
    for (const count of [0, 1, 8]) {
      const changing = new ChangingTree(backend, boxes.slice(0, count));
      const { nodes } = changing.tree;
      const before = nodes.int32.slice();
      changing.optimize(1000);
      validate(changing.tree);
      expect(nodes.count).toBe(1);
      expect(nodes.int32.subarray(0, NODE_WORDS)).toEqual(before);
    }
  });
});

describe('a tree that is optimized in small steps', () => {
  it.each(wildFamilyNames)('is valid with every backend: %s', (family) => {
    const boxes = boxesOf(family, { count: 600, seed: 3 });
    const trees = backends.map((name) => wornTree(name, boxes));
    for (const budget of [1, 1, 500, 3000]) {
      for (const changing of trees) {
        // Small treelets, so there are many.
        changing.tree.levelShift = 5;
        changing.optimize(budget);
      }
      for (const { tree } of trees) validate(tree);
    }
  });
});
