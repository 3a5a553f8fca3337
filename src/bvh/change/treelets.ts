import { CONTENT, NODE_SHIFT } from '../layout/nodeLayout';
import { ITEMS_SHIFT, SMALL_SHIFT, SPARE_SHIFT } from '../layout/treeletSize';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/** How many boxes are below the node that hangs in a slot, or below the root. */
function boxesAt({ leaves, nodes }: Tree, slot: number): number {
  return slot === NO_SLOT ? leaves.size : nodes.int32[slot + CONTENT];
}

/**
 * The level of the node that hangs in a slot, or of the root. With a shift of 10, it is 1 if up to 2^10 boxes are below
 * the node, 2 up to 2^20 and so on. With an offset of 5 as well, it is 1 up to 2^5 and 2 up to 2^15.
 */
export function levelAt(tree: Tree, slot: number): number {
  const bits = 32 - Math.clz32(boxesAt(tree, slot) - 1);
  return ((bits + tree.levelOffset + tree.levelShift - 1) / tree.levelShift) | 0;
}

/**
 * Whether a node is the root of a treelet. A treelet is all connected nodes of one level, unless only few boxes are
 * below them. Each treelet takes about as long to rebuild as any other, however large the tree is.
 */
export function isTreeletRoot(tree: Tree, node: number): boolean {
  const { parentSlots } = tree.paths;
  const slot = parentSlots[node];
  if (slot === NO_SLOT) return true;
  const isSmall = boxesAt(tree, slot) >>> (tree.levelShift - SMALL_SHIFT) === 0;
  return !isSmall && levelAt(tree, slot) < levelAt(tree, parentSlots[slot >> NODE_SHIFT]);
}

/** How many more nodes than before a rebuilt treelet may have. Few have more, but room is made for them in advance. */
export function spareNodes(tree: Tree): number {
  return 8 + (itemLimit(tree) >>> SPARE_SHIFT);
}

/** A treelet is left alone if more items than this hang below it, or if it has more nodes than this. */
export function itemLimit({ leaves, levelShift }: Tree): number {
  return Math.min(leaves.size, 1 << (levelShift + ITEMS_SHIFT));
}
