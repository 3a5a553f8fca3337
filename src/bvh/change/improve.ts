import { MAX_DEPTH } from '../layout/maxDepth';
import { MAX_LEVEL_SHIFT, MIN_LEVEL_SHIFT } from '../layout/treeletSize';
import { tracePaths } from '../tree/tracePaths';
import type { Tree } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';
import { spareNodes } from './treelets';

/** A treelet has at most this many times as many boxes as there is work since the last time. */
const TREELET_SHARE = 4;

/**
 * A changing tree has fewer nodes per box than this. Measured: 0.35. It gets room for so many at its first change, so
 * it need not grow while boxes come and go.
 */
const NODES_PER_BOX = 0.4;

/**
 * Rebuilds treelets until the work that is due is done. Larger treelets make a better tree, but a treelet can only be
 * rebuilt as a whole. So their size is in proportion to the work since the last time.
 *
 * @returns whether the tree is usable afterwards.
 */
export function improve(operations: ChangeOperations, tree: Tree): boolean {
  // A worn tree may have just been read from a file. Its paths are not traced yet.
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
    // optimize stops early if it has no more room. If no room can be made, the tree is no worse than before.
    while (tree.due > 0 && reserveNodes(tree, spareNodes(tree))) operations.optimize(tree);
  }
  return tree.paths.heights[0] <= MAX_DEPTH;
}

/** Makes room for that many more nodes. Returns false if there is none. */
export function reserveNodes({ leaves, nodes, paths }: Tree, more: number): boolean {
  const count = Math.max(nodes.count, Math.ceil(NODES_PER_BOX * leaves.size)) + more;
  try {
    nodes.reserve(count);
    paths.reserveNodes(nodes.capacity);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
