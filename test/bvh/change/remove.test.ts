import { describe, expect, it } from 'vitest';
import { CHILD, CONTENT, MAX_X, MIN_X, NODE_SHIFT, NODE_WORDS } from '../../../src/bvh/layout/nodeLayout';
import { NO_SLOT } from '../../../src/bvh/tree/treePaths';
import { validate } from '../../../src/bvh/tree/validate';
import { ChangingTree } from '../../support/changingTree';
import { backends, requireSameTrees } from '../../support/compare';
import { aabb, type LoopBox } from '../../support/loop';
import { Random } from '../../support/random';
import { boxesOf, wildFamilyNames } from '../../support/scenes';

const unitAt = (x: number): LoopBox => aabb([x, 0, 0], [x + 1, 1, 1]);

/** A tree whose root is full. Two of its slots lead to nodes: one of boxes 3, 8, 9 and 10, the other of 6 and 11. */
function treeOfThreeNodes(backend: 'js' | 'wasm'): ChangingTree {
  const changing = new ChangingTree(backend, [0, 10, 20, 30, 40, 50, 60, 70].map(unitAt));
  for (const x of [31, 32, 34, 62]) {
    changing.add(unitAt(x));
    changing.apply();
  }
  expect([changing.idsIn(1), changing.idsIn(2)]).toEqual([
    [3, 8, 9, 10],
    [6, 11],
  ]);
  return changing;
}

describe.each(backends)('remove (%s)', (backend) => {
  const removeFrom = (changing: ChangingTree, id: number): void => {
    changing.remove(id);
    expect(changing.apply()).toBe(true);
    validate(changing.tree);
  };

  it('a removed box leaves its slot to the last box of its node, and is in no slot', () => {
    const changing = treeOfThreeNodes(backend);
    removeFrom(changing, 8);
    expect(changing.idsIn(1)).toEqual([3, 10, 9]);
    expect(changing.tree.paths.boxSlots[8]).toBe(NO_SLOT);
  });

  it('a removed box is no longer counted, and no longer widens the bounds above', () => {
    const changing = treeOfThreeNodes(backend);
    const { nodes, paths } = changing.tree;
    removeFrom(changing, 10);
    const slot = paths.parentSlots[1];
    expect(nodes.int32[slot + CONTENT]).toBe(3);
    expect([nodes.float32[slot + MIN_X], nodes.float32[slot + MAX_X]]).toEqual([30, 33]);
  });

  it('a node is freed if its other boxes fit into the node above', () => {
    const changing = treeOfThreeNodes(backend);
    // This frees a slot of the root. With the slot of their node, two boxes then have room there.
    removeFrom(changing, 0);
    removeFrom(changing, 9);
    expect(changing.tree.nodes.count).toBe(3);
    removeFrom(changing, 10);
    expect(changing.tree.nodes.count).toBe(2);
    expect([changing.nodeOf(3), changing.nodeOf(8)]).toEqual([0, 0]);
    expect(changing.idsIn(0)).toHaveLength(8);
  });

  it('the last node takes the place of a freed node', () => {
    const changing = treeOfThreeNodes(backend);
    for (const id of [8, 9, 10]) removeFrom(changing, id);
    const { nodes, paths } = changing.tree;
    expect(nodes.count).toBe(2);
    expect(changing.idsIn(1)).toEqual([6, 11]);
    expect(nodes.int32[paths.parentSlots[1] + CHILD]).toBe(1);
    expect(paths.boxSlots[6]).toBe(1 << NODE_SHIFT);
  });

  it('a tree whose last box is removed has an empty root, and can be filled again', () => {
    const boxes = boxesOf('boxes of all kinds', { count: 200, seed: 4 });
    const changing = new ChangingTree(backend, boxes);
    const random = new Random(5);
    const ids = boxes.map((_, id) => id);
    while (ids.length > 0) {
      const [id] = ids.splice(random.below(ids.length), 1);
      removeFrom(changing, id);
    }
    expect(changing.tree.nodes.count).toBe(1);
    expect(changing.idsIn(0)).toEqual([]);
    for (const box of boxes) {
      changing.add(box);
      expect(changing.apply()).toBe(true);
      validate(changing.tree);
    }
    expect(changing.boxes.size).toBe(200);
  });
});

describe('repeated removals', () => {
  it.each(wildFamilyNames)(
    'a tree from which boxes are removed one by one is identical with every backend: %s',
    (family) => {
      const boxes = boxesOf(family, { count: 300, seed: 12 });
      const trees = backends.map((name) => new ChangingTree(name, boxes));
      const random = new Random(13);
      const ids = boxes.map((_, id) => id);
      while (ids.length > 0) {
        const [id] = ids.splice(random.below(ids.length), 1);
        for (const changing of trees) {
          changing.remove(id);
          changing.apply();
        }
        if (ids.length % 50 === 0) requireSameTrees(trees.map(({ tree }) => tree));
      }
    },
  );

  it('a tree has the tightest bounds possible, whatever was added and removed', () => {
    for (const backend of backends) {
      const boxes = boxesOf('random boxes of float32', { count: 500, seed: 6 });
      const changing = new ChangingTree(backend, boxes.slice(0, 300));
      const random = new Random(7);
      for (const box of boxes.slice(300)) {
        for (let i = random.below(3); i > 0; i--) {
          const id = random.below(changing.boxes.idLimit);
          if (changing.boxes.has(id)) changing.remove(id);
        }
        changing.add(box);
        changing.apply();
      }
      const { nodes } = changing.tree;
      const before = nodes.int32.slice(0, nodes.count * NODE_WORDS);
      changing.backend.refit(changing.tree);
      expect(nodes.int32.subarray(0, nodes.count * NODE_WORDS)).toEqual(before);
    }
  });
});
