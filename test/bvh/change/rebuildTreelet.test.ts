import { describe, expect, it } from 'vitest';
import { NODE_SHIFT, NODE_WORDS } from '../../../src/bvh/layout/nodeLayout';
import { rebuildTreelet } from '../../../src/bvh/change/rebuildTreelet';
import { sahCost } from '../../../src/bvh/tree/statistics';
import type { Tree } from '../../../src/bvh/tree/tree';
import { isTreeletRoot, itemLimit, levelAt } from '../../../src/bvh/change/treelets';
import { NO_SLOT } from '../../../src/bvh/tree/treePaths';
import { validate } from '../../../src/bvh/tree/validate';
import { ChangingTree } from '../../support/changingTree';
import { treeOf } from '../../support/leaves';
import { aabb, type LoopBox } from '../../support/loop';
import { boxesOf, wildFamilyNames } from '../../support/scenes';

/** A tree into which all boxes except the first were inserted one by one. It is much worse than a new tree. */
function wornTree(boxes: readonly LoopBox[]): ChangingTree {
  const changing = new ChangingTree('js', boxes.slice(0, 1));
  for (const box of boxes.slice(1)) {
    changing.add(box);
    expect(changing.apply()).toBe(true);
  }
  changing.tree.due = 0;
  changing.tree.nodes.reserve(3 * boxes.length);
  changing.tree.paths.reserveNodes(3 * boxes.length);
  return changing;
}

const wordsOf = ({ nodes }: Tree): Int32Array => nodes.int32.slice(0, nodes.count * NODE_WORDS);

describe('a rebuilt treelet', () => {
  it('is the whole tree if that is small, which then costs as little as a new tree', () => {
    const boxes = boxesOf('random boxes', { count: 900, seed: 1 });
    const { tree } = wornTree(boxes);
    const fresh = sahCost(treeOf(boxes));
    expect(sahCost(tree)).toBeGreaterThan(1.1 * fresh);
    expect(rebuildTreelet(tree, 0)).toBe(900);
    validate(tree);
    expect(sahCost(tree)).toBeLessThan(1.001 * fresh);
  });

  it('keeps its root in its slot, the boxes below it, and the node above it', () => {
    const { tree } = wornTree(boxesOf('random boxes', { count: 6000, seed: 2 }));
    const root = Array.from({ length: tree.nodes.count }, (_, node) => node).find(
      (node) => node > 0 && isTreeletRoot(tree, node),
    );
    if (root === undefined) throw new Error('the tree is one treelet');
    const slot = tree.paths.parentSlots[root];
    const boxes = tree.nodes.boxesBelow(root);
    const above = slot >> NODE_SHIFT;
    const nodeAbove = tree.nodes.int32.slice(above << NODE_SHIFT, (above + 1) << NODE_SHIFT);
    expect(rebuildTreelet(tree, root)).toBe(boxes);
    validate(tree);
    expect(tree.paths.parentSlots[root]).toBe(slot);
    expect(tree.nodes.boxesBelow(root)).toBe(boxes);
    expect(tree.nodes.int32.slice(above << NODE_SHIFT, (above + 1) << NODE_SHIFT)).toEqual(nodeAbove);
  });

  it('moves the nodes below it unchanged', () => {
    const changing = wornTree(boxesOf('random boxes', { count: 6000, seed: 3 }));
    const { tree } = changing;
    const level = levelAt(tree, NO_SLOT);
    // What each node below the treelet holds, by one of the boxes in it.
    const nodesBelow = new Map<number, readonly number[]>();
    for (let node = 1; node < tree.nodes.count; node++) {
      const ids = changing.idsIn(node);
      const box = ids.find((id) => id >= 0);
      if (box !== undefined && levelAt(tree, tree.paths.parentSlots[node]) < level) nodesBelow.set(box, ids);
    }
    expect(nodesBelow.size).toBeGreaterThan(500);
    const items = rebuildTreelet(tree, 0);
    validate(tree);
    expect(items).toBeGreaterThan(1);
    expect(items).toBeLessThan(itemLimit(tree));
    for (const [box, ids] of nodesBelow) expect(changing.idsIn(changing.nodeOf(box))).toEqual(ids);
  });

  it('is left alone if it has only one node', () => {
    for (const count of [0, 1, 8]) {
      const { tree } = wornTree(boxesOf('random boxes', { count, seed: 4 }));
      const before = wordsOf(tree);
      expect(rebuildTreelet(tree, 0)).toBeLessThanOrEqual(count);
      expect(wordsOf(tree)).toEqual(before);
    }
  });

  it('is left alone if too many items hang below it', () => {
    // Each box is inside the one before: a path of nodes, with seven boxes in each.
    const { tree } = wornTree(
      Array.from({ length: 400 }, (_, i) => {
        const size = 2 ** (60 - i / 4);
        return aabb([0, 0, 0], [size, size, size]);
      }),
    );
    tree.levelShift = 4;
    const before = wordsOf(tree);
    expect(rebuildTreelet(tree, 0)).toBe(itemLimit(tree));
    expect(wordsOf(tree)).toEqual(before);
    tree.levelShift = 10;
    expect(rebuildTreelet(tree, 0)).toBe(400);
    validate(tree);
  });

  it.each(wildFamilyNames)('is valid: %s', (family) => {
    const { tree } = wornTree(boxesOf(family, { count: 300, seed: 6 }));
    rebuildTreelet(tree, 0);
    validate(tree);
  });
});
