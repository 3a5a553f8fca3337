import { expect } from 'vitest';
import {
  CHILD,
  CONTENT,
  EMPTY,
  IN_SLOT,
  indexOf,
  kindOf,
  MAX_X,
  MAX_Y,
  MIN_X,
  MIN_Z,
  NODE_SHIFT,
  NODE_WORDS,
  DUPLICATES,
  WIDTH,
} from '../../src/bvh/layout/nodeLayout';
import type { Tree } from '../../src/bvh/tree/tree';

/** Tells a kind of slot by its node and its child word. */
type Kind = (child: number, node: number) => boolean;

const isNode: Kind = (child) => child >= 0;
export const isBox: Kind = (child) => child < 0 && child !== EMPTY;
const isEmpty: Kind = (child) => child === EMPTY;

/** The first slot of a kind, by the index of its first word. */
export function slotOf(tree: Tree, is: Kind): number {
  const { int32, count } = tree.nodes;
  for (let node = 0; node < count; node++) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) if (is(int32[slot + CHILD], node)) return slot;
  }
  throw new Error('the tree has no such slot');
}

/** Copies a slot of the tree over another slot. */
function copySlot({ nodes }: Tree, from: number, to: number): void {
  for (let word = 0; word < NODE_WORDS; word += WIDTH) nodes.int32[word + to] = nodes.int32[word + from];
}

function emptySlot({ nodes }: Tree, slot: number): void {
  for (let word = MIN_X; word < MAX_X; word += WIDTH) nodes.float32[word + slot] = Infinity;
  for (let word = MAX_X; word < CHILD; word += WIDTH) nodes.float32[word + slot] = -Infinity;
  nodes.int32[slot + CHILD] = EMPTY;
  nodes.int32[slot + CONTENT] = 0;
}

/** The last used slot of a node. */
function lastSlot({ nodes }: Tree, node: number): number {
  let slot = (node << NODE_SHIFT) + WIDTH - 1;
  while (nodes.int32[slot + CHILD] === EMPTY) slot--;
  return slot;
}

/** A node with nothing but boxes. */
function leafNode(tree: Tree): number {
  for (let node = 0; node < tree.nodes.count; node++) {
    const first = node << NODE_SHIFT;
    const children = tree.nodes.int32.subarray(first + CHILD, first + CHILD + WIDTH);
    if (children.every((child) => child < 0)) return node;
  }
  throw new Error('the tree has no such node');
}

/** Faults of a tree of 300 random boxes of float32: the name, how to make it, and the message of `validate`. */
export const corruptions: [string, (tree: Tree) => void, RegExp][] = [
  [
    'bounds that do not hold a child node, on the upper side',
    (tree) => (tree.nodes.float32[slotOf(tree, isNode) + MAX_Y] -= 1),
    /slot \d of node \d+ does not hold all of its child, node \d+/,
  ],
  [
    'bounds that do not hold a child node, on the lower side',
    (tree) => (tree.nodes.float32[slotOf(tree, isNode) + MIN_Z] += 1),
    /slot \d of node \d+ does not hold all of its child, node \d+/,
  ],
  [
    'bounds that are not numbers',
    (tree) => (tree.nodes.float32[slotOf(tree, isBox) + MIN_X] = NaN),
    /slot \d of node \d+ does not hold all of box \d+ on axis 0/,
  ],
  [
    'bounds that do not hold a box',
    (tree) => (tree.nodes.float32[slotOf(tree, isBox) + MIN_Z] += 0.001),
    /slot \d of node \d+ does not hold all of box \d+ on axis 2/,
  ],
  [
    'a wrong count',
    (tree) => tree.nodes.int32[slotOf(tree, isNode) + CONTENT]++,
    /slot \d of node \d+ counts \d+ boxes, not \d+/,
  ],
  [
    'a slot marked as a run of duplicates whose boxes differ',
    (tree) => (tree.nodes.int32[slotOf(tree, isNode) + CHILD] |= DUPLICATES),
    /slot \d of node \d+ is a run of duplicates, but/,
  ],
  [
    'a box that two slots hold',
    (tree) => {
      const first = leafNode(tree) << NODE_SHIFT;
      copySlot(tree, first, first + 1);
    },
    /holds box \d+, which another slot also holds/,
  ],
  [
    'a box that no slot holds',
    (tree) => {
      const node = leafNode(tree);
      emptySlot(tree, lastSlot(tree, node));
      // The counts on the way up are adjusted, so only the store shows the fault.
      for (let child = node; child > 0;) {
        const above = slotOf(tree, (candidate) => candidate === child);
        tree.nodes.int32[above + CONTENT]--;
        child = above >> NODE_SHIFT;
      }
    },
    /the tree holds 299 boxes, and the store 300/,
  ],
  [
    'a box that has left the store',
    (tree) => {
      tree.boxes.remove(123);
    },
    /holds box 123, which is not in the store/,
  ],
  [
    'a box that has come into the store',
    (tree) => {
      tree.boxes.setAabb(tree.boxes.addId(1), Float64Array.of(0, 0, 0, 1, 1, 1), 0);
    },
    /the tree holds 300 boxes, and the store 301/,
  ],
  [
    'a box that has moved in the store',
    (tree) => {
      const id = ~tree.nodes.int32[slotOf(tree, isBox) + CHILD];
      tree.boxes.setAabb(id, Float64Array.of(-(2 ** 40), 0, 0, 2 ** 40, 1, 1), 0);
    },
    /does not hold all of box \d+ on axis 0/,
  ],
  [
    'a used slot after an empty one',
    (tree) => {
      emptySlot(tree, leafNode(tree) << NODE_SHIFT);
    },
    /slot 1 of node \d+ is used after an empty slot/,
  ],
  [
    'an empty slot with bounds',
    (tree) => (tree.nodes.float32[slotOf(tree, isEmpty) + MAX_X] = -1e30),
    /slot \d of node \d+ is empty, but its bounds are not/,
  ],
  [
    'a child that comes before its parent',
    (tree) => (tree.nodes.int32[slotOf(tree, isNode) + CHILD] = 0),
    /leads to node 0/,
  ],
  [
    'a child beyond the last node',
    (tree) => (tree.nodes.int32[slotOf(tree, isNode) + CHILD] = tree.nodes.count),
    /leads to node \d+/,
  ],
  [
    'a node that cannot be reached',
    (tree) => Object.assign(tree.nodes, { count: tree.nodes.count + 1 }),
    /\d+ of \d+ nodes can be reached/,
  ],
  [
    'a box that is looked up in the wrong place',
    (tree) => tree.nodes.int32[slotOf(tree, isBox) + CONTENT]++,
    /looks for box \d+ at \d+, but it is stored at \d+/,
  ],
  [
    'a box that differs from its slot although the slot is marked as exact',
    (tree) => {
      const { int32, float32 } = tree.nodes;
      const slot = slotOf(tree, isBox);
      int32[slot + CONTENT] = indexOf(int32[slot + CONTENT]);
      expect(kindOf(int32[slot + CONTENT])).toBe(IN_SLOT);
      // The slot still contains the box.
      float32[slot + MIN_X] -= 1;
      for (let node = slot >> NODE_SHIFT; node > 0;) {
        const above = slotOf(tree, (child) => child === node);
        float32[above + MIN_X] -= 1;
        node = above >> NODE_SHIFT;
      }
    },
    /should equal box \d+, but differs on axis 0/,
  ],
];
