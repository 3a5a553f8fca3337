import type { ChangedIds } from '../boxes/changedIds';
import { WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from '../tree/nodes';
import { areaOfRoot } from '../tree/statistics';
import { tracePaths } from '../tree/tracePaths';
import type { Tree } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';
import { improve, reserveNodes } from './improve';

/**
 * More than this share of all boxes is many: where so many have changed, one pass over the whole tree is cheaper than a path
 * for each, and where so many would have to be taken out or inserted, a new tree is.
 */
const MANY = 0.5;

/** A tree that costs less than this many times the least that it has cost is not worn by boxes that move in their nodes. */
const WORN = 1.03;
/** Where many boxes do in one that is, this much of the work of rebuilding one is spent on treelets, for each. */
const WORK_OF_MOVE_IN_WORN = 0.5;

/** The least cost is that of a tree of about as many boxes: give or take one in so many. */
const ABOUT_AS_MANY = 8;

/**
 * Brings a tree up to date with its boxes, in the cheapest way for their number: path by path, in one pass over all of
 * it, or by a new tree.
 *
 * @returns whether the tree is of use: not where a new one is cheaper.
 */
export function updateTree(operations: ChangeOperations, tree: Tree, changes: ChangedIds): boolean {
  const { size, idLimit } = tree.leaves;
  tracePaths(tree);
  tree.paths.reserveIds(idLimit);
  const changed = changes.count;
  if (changed > MANY * size) {
    operations.refitChanged(tree, changes);
    if (changes.count > MANY * size) return false;
    if (isWorn(tree)) tree.work += WORK_OF_MOVE_IN_WORN * (changed - changes.count);
  }
  if (!reserveNodes(tree, changes.count) || !operations.applyChanges(tree, changes)) return false;
  if (hasOutgrown(tree)) operations.refit(tree);
  return improve(operations, tree);
}

/** Whether a tree, all of which has just been fitted, is worse than it was at its best. */
function isWorn(tree: Tree): boolean {
  const { size } = tree.leaves;
  const cost = tree.areas / areaOfRoot(tree.nodes);
  if (Math.abs(size - tree.leastCostBoxes) * ABOUT_AS_MANY > size) {
    tree.leastCost = Infinity;
    tree.leastCostBoxes = size;
  }
  // Boxes on one point, or in one node, have no such cost.
  if (!(cost > 0)) return false;
  tree.leastCost = Math.min(tree.leastCost, cost);
  return cost > WORN * tree.leastCost;
}

/**
 * Whether the scene has become so much larger or smaller since it was measured that its margins are no longer the right
 * ones: exact, as they only grow meanwhile, but wide.
 */
function hasOutgrown({ nodes: { float32 }, extent, reach }: Tree): boolean {
  let size = 0;
  for (let slot = 0; slot < WIDTH; slot++) {
    for (let k = 0; k < 3; k++) {
      // Not those of empty slots, which are inverted.
      if (float32[slot + MIN[k]] <= float32[slot + MAX[k]]) {
        size = Math.max(size, Math.abs(float32[slot + MIN[k]]), Math.abs(float32[slot + MAX[k]]));
      }
    }
  }
  const measured = Math.max(...extent);
  return measured > 2 * size || measured > reach / 4;
}
