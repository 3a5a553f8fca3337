import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { areaOfSlot } from '../tree/areas';
import { markRun } from '../tree/duplicates';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/**
 * Fits the bounds of slots to their child nodes, from the last node of a range to the first, and marks runs of
 * duplicates. Children must come after their parents, as in a new tree. The nodes from `endNode` on must have been
 * fitted before.
 */
export function fitNodes(tree: Tree, firstNode: number, endNode: number): void {
  const { nodes } = tree;
  for (let node = endNode - 1; node >= firstNode; node--) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = nodes.int32[slot + CHILD];
      if (child < 0) continue;
      nodes.fit(slot, child);
      markRun(tree, slot);
    }
  }
}

/**
 * Fits the bounds of nodes like {@link fitNodes}, writes the nodes' paths, for which there must be room, and adds up
 * their areas. Marks no runs of duplicates, because boxes may have changed since the build began.
 */
export function traceNodes(tree: Tree, firstNode: number, endNode: number): void {
  const { nodes } = tree;
  const { parentSlots, heights, boxSlots } = tree.paths;
  for (let node = endNode - 1; node >= firstNode; node--) {
    const first = node << NODE_SHIFT;
    let height = 1;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = nodes.int32[slot + CHILD];
      if (child === EMPTY) break;
      if (child >= 0) {
        nodes.fit(slot, child);
        tree.areas += areaOfSlot(nodes, slot);
        parentSlots[child] = slot;
        height = Math.max(height, 1 + heights[child]);
      } else {
        boxSlots[~child] = slot;
      }
    }
    heights[node] = height;
  }
  if (firstNode === 0) parentSlots[0] = NO_SLOT;
}
