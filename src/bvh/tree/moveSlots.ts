import { CHILD, NODE_WORDS, nodeOf, WIDTH, NODE_SHIFT, DUPLICATES } from '../layout/nodeLayout';
import type { Tree } from './tree';

/** Moves the content of a slot to another slot, without clearing the old slot. */
export function moveSlot(tree: Tree, from: number, to: number): void {
  const { int32 } = tree.nodes;
  for (let word = 0; word < NODE_WORDS; word += WIDTH) int32[to + word] = int32[from + word];
  pointTo(tree, to);
}

/** Writes the index of a slot into the path of the box or the node that the slot holds. */
export function pointTo({ nodes: { int32 }, paths: { boxSlots, parentSlots } }: Tree, slot: number): void {
  const child = int32[slot + CHILD];
  if (child < 0) boxSlots[~child] = slot;
  else parentSlots[nodeOf(child)] = slot;
}

export function swapSlots(tree: Tree, a: number, b: number): void {
  const { int32 } = tree.nodes;
  for (let word = 0; word < NODE_WORDS; word += WIDTH) {
    const previous = int32[a + word];
    int32[a + word] = int32[b + word];
    int32[b + word] = previous;
  }
  pointTo(tree, a);
  pointTo(tree, b);
}

/** Frees a node whose content has been moved. The last node moves to its index, so that nodes have no gaps. */
export function freeNode(tree: Tree, node: number): void {
  const { nodes, paths } = tree;
  const last = --nodes.count;
  if (node === last) return;
  const { int32 } = nodes;
  const { parentSlots, heights } = paths;
  int32.copyWithin(node << NODE_SHIFT, last << NODE_SHIFT, (last + 1) << NODE_SHIFT);
  heights[node] = heights[last];
  parentSlots[node] = parentSlots[last];
  const above = parentSlots[node] + CHILD;
  int32[above] = node | (int32[above] & DUPLICATES);
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + nodes.usedSlots(node); slot++) pointTo(tree, slot);
}
