import { CHILD, NODE_SHIFT, DUPLICATES } from '../layout/nodeLayout';
import { pointTo } from './moveSlot';
import type { Tree } from './tree';

/** Frees a node that nothing hangs in any more. The last node takes its place, which leaves no gap. */
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
