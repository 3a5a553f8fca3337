import type { Tree } from '../tree/tree';
import { rebuildTreelet } from './rebuildTreelet';
import { isTreeletRoot, spareNodes } from './treelets';

/**
 * Rebuilds treelets, going on where it ended last, round and round through the nodes of the tree, until that has taken the
 * work of as many boxes as are due; what was done beyond that is done for the next time. Where there is no room for
 * spareNodes, it ends, and what is due stays so.
 */
export function optimize(tree: Tree): void {
  const { nodes } = tree;
  tree.isPacked = false;
  for (let visited = 0; tree.due > 0 && visited < nodes.count; visited++) {
    if (nodes.count + spareNodes(tree) > nodes.capacity) return;
    if (tree.cursor >= nodes.count) {
      tree.cursor = 0;
      // Every other round begins half-way, so that what could not change its treelet in one can in the other.
      tree.levelOffset = tree.levelOffset === 0 ? tree.levelShift >> 1 : 0;
    }
    if (isTreeletRoot(tree, tree.cursor)) tree.due -= rebuildTreelet(tree, tree.cursor);
    tree.cursor++;
  }
  tree.due = Math.min(tree.due, 0);
}
