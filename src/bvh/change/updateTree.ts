import { NODES_PER_BOX } from '../memory/buildMemory';
import type { ChangedIds } from '../boxes/changedIds';
import { tracePaths } from '../tree/treePaths';
import { type Tree, UNCHANGED } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';
import { changesMost, movesTooMany, needsMeasure } from './rebuildPolicy';

/**
 * Updates a tree for the changes of its boxes: path by path, or in one pass over the whole tree.
 *
 * @returns how many boxes were inserted, or -1 if the tree is unusable, or a new one is cheaper.
 */
export function updateTree(operations: ChangeOperations, tree: Tree, changes: ChangedIds): number {
  tracePaths(tree);
  if (tree.areas === UNCHANGED) tree.areas = operations.sumAreas(tree, 0, tree.nodes.count, false);
  tree.paths.reserveIds(tree.boxes.idLimit);
  if (changesMost(changes.count, tree)) {
    // After the pass over the tree, only boxes that must be removed or inserted are still marked as changed.
    operations.refitChanged(tree, changes);
    if (movesTooMany(changes.count, tree)) return -1;
  }
  const inserted = reserveNodes(tree, changes.count) ? operations.applyChanges(tree, changes) : -1;
  if (inserted >= 0 && needsMeasure(tree)) operations.refit(tree);
  return inserted;
}

/**
 * Reserves memory for `more` more nodes of a tree, and at least for as many nodes as the tree needs while boxes are
 * added and removed. Returns false if memory has no room.
 */
export function reserveNodes({ boxes, nodes, paths }: Tree, more: number): boolean {
  const count = Math.max(nodes.count + more, Math.ceil(NODES_PER_BOX * boxes.size));
  try {
    nodes.reserve(count);
    paths.reserveNodes(nodes.capacity);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
