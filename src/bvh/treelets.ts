import { CONTENT, NODE_SHIFT } from './nodeLayout';
import type { Tree } from './tree';
import { LEVEL_SHIFT } from './treeletSize';
import { NO_SLOT } from './treePaths';

/**
 * The level of the node that hangs in a slot, or of the root: 1 with up to 2^12 boxes below it, 2 with up to 2^24 and so on, or
 * with a smaller power of two each by the tree's offset.
 */
export function levelAt({ leaves, nodes: { int32 }, levelOffset }: Tree, slot: number): number {
  const boxes = slot === NO_SLOT ? leaves.size : int32[slot + CONTENT];
  return ((32 - Math.clz32(boxes - 1) + levelOffset + LEVEL_SHIFT - 1) / LEVEL_SHIFT) | 0;
}

/**
 * Whether a node is the root of a treelet: all nodes of one level that hang together. A tree of any size is made of
 * treelets that take about as long to rebuild each.
 */
export function isTreeletRoot(tree: Tree, node: number): boolean {
  const { parentSlots } = tree.paths;
  const slot = parentSlots[node];
  return slot === NO_SLOT || levelAt(tree, slot) < levelAt(tree, parentSlots[slot >> NODE_SHIFT]);
}
