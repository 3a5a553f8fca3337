import type { Tree } from '../tree/tree';
import { rebuildTreelet } from './rebuildTreelet';
import { isTreeletRoot, spareNodes } from './treelets';

/**
 * Rebuilds treelets until the work that is due is done. It goes round and round through the nodes of the tree, and each
 * call continues where the last one stopped. Work beyond what is due counts for the next call. One call goes round once
 * at most, and leaves nothing due after that. If there is no room for spareNodes, it stops, and the rest stays due.
 */
export function optimize(tree: Tree): void {
  const { nodes } = tree;
  tree.isPacked = false;
  for (let visited = 0; tree.due > 0 && visited < nodes.count; visited++) {
    if (nodes.count + spareNodes(tree) > nodes.capacity) return;
    if (tree.cursor >= nodes.count) {
      tree.cursor = 0;
      // Every other round shifts the levels by half. Nodes at the edge of a treelet in one round are then inside one in
      // the next.
      tree.levelOffset = tree.levelOffset === 0 ? tree.levelShift >> 1 : 0;
    }
    if (isTreeletRoot(tree, tree.cursor)) tree.due -= rebuildTreelet(tree, tree.cursor);
    tree.cursor++;
  }
  tree.due = Math.min(tree.due, 0);
}
