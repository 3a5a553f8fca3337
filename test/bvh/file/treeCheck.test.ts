import { finish } from '../../../src/bvh/build/buildSteps';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/bvh/backend/backend';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import { MAX_DEPTH, CHILD, CONTENT, indexOf, MAX_X, NODE_SHIFT, WIDTH } from '../../../src/bvh/layout/nodeLayout';
import { Nodes } from '../../../src/bvh/tree/nodes';
import { SlabtreeFormatError } from '../../../src/bvh/file/slabtreeFormatError';
import type { Tree } from '../../../src/bvh/tree/tree';
import { backends } from '../../support/compare';
import { corruptions, isBox, slotOf } from '../../support/corruptTree';
import { boxStoreOf } from '../../support/boxStoreOf';
import type { LoopBox } from '../../support/loop';
import { boxesOf } from '../../support/scenes';

const narrow = boxesOf('random boxes of float32', { count: 300, seed: 1 });
/** Boxes of two kinds, so that the places of boxes do not follow from their ids. */
const mixed = [...narrow.slice(0, 299), ...boxesOf('random boxes', { count: 1, seed: 1 })];
const oriented = boxesOf('oriented boxes: rotation', { count: 300, seed: 1 });

/** Faults that `validate` does not find, at least not in trees of such boxes. */
const others: [string, readonly LoopBox[], (tree: Tree) => void][] = [
  [
    'an oriented box that claims to equal its slot',
    oriented,
    (tree) => {
      const { int32 } = tree.nodes;
      const slot = slotOf(tree, isBox);
      int32[slot + CONTENT] = indexOf(int32[slot + CONTENT]);
    },
  ],
  [
    'a slot without the margin of its oriented box',
    oriented,
    (tree) => (tree.nodes.float32[slotOf(tree, isBox) + MAX_X] -= 1e-3),
  ],
  ['a reach beyond what the margins were made for', oriented, (tree) => (tree.reach *= 1e6)],
  ['a slope that is too small', oriented, (tree) => (tree.obbSlope /= 2)],
  ['an extent that does not reach all oriented boxes', oriented, (tree) => (tree.extent[1] /= 2)],
  ['a magnitude that does not cover all oriented boxes', oriented, (tree) => (tree.magnitude[2] /= 2)],
  ['an extent that does not reach all boxes', narrow, (tree) => (tree.extent[2] /= 2)],
  ['a magnitude that does not cover all boxes', narrow, (tree) => (tree.magnitude[0] /= 2)],
  ['a box that is NaN', narrow, (tree) => (tree.boxes.aabb32.data[77] = NaN)],
];

/** A tree of a given shape over a few boxes. The shape lists the children of each node: nodes, or ~id of a box. */
function treeLike(shape: readonly (readonly number[])[], boxes: number, backend: Backend): Tree {
  const store = boxStoreOf(narrow.slice(0, boxes), backend.memory);
  const { nodes: sound, ...measure } = finish(backend.build(store));
  sound.release();
  const nodes = new Nodes(store.memory, shape.length);
  const boxesBelow = (node: number, depth = 0): number => {
    const children = depth > 100 ? [] : (shape[node] ?? []);
    return children.reduce((count, child) => count + (child < 0 ? 1 : boxesBelow(child, depth + 1)), 0);
  };
  shape.forEach((children, node) => {
    nodes.clear(node);
    children.forEach((child, i) => {
      const slot = (node << NODE_SHIFT) + i;
      for (let bound = slot; bound < slot + CHILD; bound += WIDTH) {
        nodes.float32[bound] = bound < slot + MAX_X ? -Infinity : Infinity;
      }
      nodes.int32[slot + CHILD] = child;
      nodes.int32[slot + CONTENT] = child < 0 ? store.places[~child] : boxesBelow(child);
    });
  });
  return { ...measure, nodes };
}

const chain = (length: number): number[][] => Array.from({ length }, (_, i) => [i < length - 1 ? i + 1 : ~0]);

const soundShapes: [string, number[][], number][] = [
  ['one node', [[~0, ~1]], 2],
  ['no boxes', [[]], 0],
  ['two levels', [[1, ~2, 2], [~0], [~1]], 3],
  ['three levels, all below the first child before all below the second', [[1, 2], [3], [4], [~0], [~1]], 2],
  ['the longest path allowed', chain(MAX_DEPTH), 1],
];

const brokenShapes: [string, number[][], number][] = [
  ['a path that is too long', chain(MAX_DEPTH + 1), 1],
  ['an empty node', [[1, 2], [~0], []], 1],
  ['a node in two slots', [[1, 1], [~0]], 1],
  ['a node in itself', [[1], [1]], 0],
  ['a node above itself', [[1], [0]], 0],
  ['two nodes that hang in each other', [[~0], [2], [1]], 1],
  ['a node that hangs nowhere', [[~0], [~1]], 2],
  ['a box in two slots, and one in none', [[1, ~0], [~0]], 2],
  ['a box in no slot', [[~0]], 2],
  ['a box that does not exist', [[~0, ~1]], 1],
  ['children that do not follow one another', [[1, ~1, 3], [2], [~0], [~2]], 3],
  ['children in another order than their slots', [[2, 1], [~0], [~1]], 2],
  ['nodes below children in another order', [[1, 2], [4], [3], [~0], [~1]], 2],
];

describe.each(backends)('check of a tree of any bytes (%s)', (name) => {
  const check = (backend: Backend, tree: Tree): void => {
    for (const checking = backend.checkTree(tree); !checking.step(););
  };

  it.each(soundShapes)('the check accepts a tree with %s', (_, shape, boxes) => {
    const backend = createBackend(name);
    check(backend, treeLike(shape, boxes, backend));
  });

  it.each(brokenShapes)('the check rejects a tree with %s', (_, shape, boxes) => {
    const backend = createBackend(name);
    const tree = treeLike(shape, boxes, backend);
    expect(() => {
      check(backend, tree);
    }).toThrow(SlabtreeFormatError);
  });

  it.each([
    ...corruptions.map(([what, corrupt]) => [what, narrow, corrupt] as const),
    ...corruptions.map(([what, corrupt]) => [`two kinds of boxes and ${what}`, mixed, corrupt] as const),
    ...others,
  ])('the check rejects a tree with %s', (_, boxes, corrupt) => {
    const backend = createBackend(name);
    const tree = finish(backend.build(boxStoreOf(boxes, backend.memory)));
    check(backend, tree);
    corrupt(tree);
    // A copy is a tree that the backend has not measured, like one that was read from a file.
    const read = { ...tree };
    expect(() => {
      check(backend, read);
    }).toThrow(SlabtreeFormatError);
  });
});
