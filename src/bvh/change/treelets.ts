import { CONTENT, NODE_SHIFT } from '../layout/nodeLayout';
import { ITEMS_SHIFT, SMALL_SHIFT, SPARE_SHIFT } from '../layout/treeletSize';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/** How many boxes there are below the node that hangs in a slot, or the root. */
function boxesAt({ leaves, nodes }: Tree, slot: number): number {
  return slot === NO_SLOT ? leaves.size : nodes.int32[slot + CONTENT];
}

/**
 * The level of the node that hangs in a slot, or of the root: with a shift of 10, 1 where up to 2^10 boxes are below it, 2 up
 * to 2^20 and so on; with an offset of 5, 1 up to 2^5, 2 up to 2^15.
 */
export function levelAt(tree: Tree, slot: number): number {
  const bits = 32 - Math.clz32(boxesAt(tree, slot) - 1);
  return ((bits + tree.levelOffset + tree.levelShift - 1) / tree.levelShift) | 0;
}

/**
 * Whether a node is the root of a treelet: all nodes of one level that hang together, unless there are few boxes below them.
 * A tree of any size is made of treelets that take about as long to rebuild each.
 */
export function isTreeletRoot(tree: Tree, node: number): boolean {
  const { parentSlots } = tree.paths;
  const slot = parentSlots[node];
  if (slot === NO_SLOT) return true;
  const isSmall = boxesAt(tree, slot) >>> (tree.levelShift - SMALL_SHIFT) === 0;
  return !isSmall && levelAt(tree, slot) < levelAt(tree, parentSlots[slot >> NODE_SHIFT]);
}

/** How many more nodes than before a treelet may have: seldom one has, and room is made for them beforehand. */
export function spareNodes(tree: Tree): number {
  return 8 + (itemLimit(tree) >>> SPARE_SHIFT);
}

/** A treelet below which more things than this hang, or that has more nodes, is left alone. */
export function itemLimit({ leaves, levelShift }: Tree): number {
  return Math.min(leaves.size, 1 << (levelShift + ITEMS_SHIFT));
}
