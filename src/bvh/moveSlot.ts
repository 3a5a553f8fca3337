import { CHILD, NODE_SHIFT, NODE_WORDS, WIDTH } from './nodeLayout';
import type { Tree } from './tree';

/** Moves what a slot holds to another one; the slot itself is left as it is. */
export function moveSlot(tree: Tree, from: number, to: number): void {
  const { int32 } = tree.nodes;
  for (let word = 0; word < NODE_WORDS; word += WIDTH) int32[to + word] = int32[from + word];
  pointTo(tree, to);
}

/** Tells what hangs in a slot where that is. */
export function pointTo({ nodes: { int32 }, paths: { boxSlots, parentSlots } }: Tree, slot: number): void {
  const child = int32[slot + CHILD];
  if (child < 0) boxSlots[~child] = slot;
  else parentSlots[child] = slot;
}

/** Gives a node up that nothing hangs in any more: the last one takes its place, so that there are no gaps. */
export function freeNode(tree: Tree, node: number): void {
  const { nodes, paths } = tree;
  const last = --nodes.count;
  if (node === last) return;
  const { int32 } = nodes;
  const { parentSlots, heights } = paths;
  int32.copyWithin(node << NODE_SHIFT, last << NODE_SHIFT, (last + 1) << NODE_SHIFT);
  heights[node] = heights[last];
  parentSlots[node] = parentSlots[last];
  int32[parentSlots[node] + CHILD] = node;
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + nodes.usedSlots(node); slot++) pointTo(tree, slot);
}
