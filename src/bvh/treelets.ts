import { CONTENT, NODE_SHIFT } from './nodeLayout';
import type { Tree } from './tree';
import { LEVEL_SHIFT } from './treeletSize';
import { NO_SLOT } from './treePaths';

/** The level of what has that many boxes below it: 0 of a single box, then 1 of up to 2^9 boxes, 2 of up to 2^18... */
export function levelOf(boxes: number): number {
  return ((32 - Math.clz32(boxes - 1) + LEVEL_SHIFT - 1) / LEVEL_SHIFT) | 0;
}

/**
 * Whether a node is the root of a treelet: all nodes of one level that hang together. A tree of any size is made of
 * treelets that take about as long to rebuild each.
 */
export function isTreeletRoot({ leaves, nodes: { int32 }, paths: { parentSlots } }: Tree, node: number): boolean {
  const slot = parentSlots[node];
  if (slot === NO_SLOT) return true;
  const slotAbove = parentSlots[slot >> NODE_SHIFT];
  const above = slotAbove === NO_SLOT ? leaves.size : int32[slotAbove + CONTENT];
  return levelOf(int32[slot + CONTENT]) < levelOf(above);
}
