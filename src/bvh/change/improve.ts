import { MAX_DEPTH } from '../layout/maxDepth';
import { MAX_LEVEL_SHIFT, MIN_LEVEL_SHIFT } from '../layout/treeletSize';
import { tracePaths } from '../tree/tracePaths';
import type { Tree } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';
import { spareNodes } from './treelets';

/** A treelet has at most this many times more boxes than are due to be rebuilt at once. */
const TREELET_SHARE = 4;

/**
 * A tree that changes has less than this many nodes a box (measured: 0.35), and has room for them from its first change on:
 * so it does not grow as its boxes come and go.
 */
const NODES_A_BOX = 0.4;

/**
 * Rebuilds treelets as far as the work that there is since the last time makes that due. As one cannot be left half-way, they
 * are of a size that is in proportion: the larger, the better is the tree.
 *
 * @returns whether the tree is of use afterwards.
 */
export function improve(operations: ChangeOperations, tree: Tree): boolean {
  // Those of a worn tree that was read of a file are not.
  tracePaths(tree);
  const boxes = Math.min(TREELET_SHARE * tree.work, 1 << MAX_LEVEL_SHIFT);
  tree.due += tree.work;
  tree.work = 0;
  if (tree.due > 0) {
    // Log2, rounded down.
    const levelShift = Math.max(MIN_LEVEL_SHIFT, 31 - Math.clz32(boxes));
    if (levelShift !== tree.levelShift) {
      tree.levelShift = levelShift;
      tree.levelOffset = 0;
    }
    // It ends early where there is no more room. Where none can be made, the tree is no worse than it was.
    while (tree.due > 0 && reserveNodes(tree, spareNodes(tree))) operations.optimize(tree);
  }
  return tree.paths.heights[0] <= MAX_DEPTH;
}

/** Makes room for that many nodes more, or returns false where there is none. */
export function reserveNodes({ leaves, nodes, paths }: Tree, more: number): boolean {
  const count = Math.max(nodes.count, Math.ceil(NODES_A_BOX * leaves.size)) + more;
  try {
    nodes.reserve(count);
    paths.reserveNodes(nodes.capacity);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
