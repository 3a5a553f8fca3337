import type { ChangedIds } from '../boxes/changedIds';
import { WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from '../tree/nodes';
import { areaOfRoot } from '../tree/statistics';
import { tracePaths } from '../tree/tracePaths';
import type { Tree } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';
import { improve, reserveNodes } from './improve';

/**
 * More than this share of all boxes is many. If so many have changed, one pass over the whole tree is cheaper than one
 * path per change. If so many must be taken out or inserted, a new tree is cheaper.
 */
const MANY = 0.5;

/** A tree is worn if boxes that move within their nodes have made it cost more than this many times its least cost. */
const WORN = 1.03;
/**
 * How much work on treelets each of many boxes adds that move within the nodes of a worn tree. The unit is the work of
 * rebuilding one box.
 */
const WORK_OF_MOVE_IN_WORN = 0.5;

/** The least cost is forgotten once the number of boxes has changed by more than one in this many. */
const ABOUT_AS_MANY = 8;

/**
 * Brings a tree up to date with its boxes, in the cheapest way for the number of changes: path by path, or in one pass
 * over the whole tree.
 *
 * @returns false if the tree is unusable, or if a new one is cheaper.
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

/** Whether a tree is worn. All its bounds must have just been fitted. */
function isWorn(tree: Tree): boolean {
  const { size } = tree.leaves;
  const cost = tree.areas / areaOfRoot(tree.nodes);
  if (Math.abs(size - tree.leastCostBoxes) * ABOUT_AS_MANY > size) {
    tree.leastCost = Infinity;
    tree.leastCostBoxes = size;
  }
  // The cost is NaN or 0 if all boxes are on one point or in one node.
  if (!(cost > 0)) return false;
  tree.leastCost = Math.min(tree.leastCost, cost);
  return cost > WORN * tree.leastCost;
}

/**
 * Whether the scene has grown or shrunk so much since it was measured that its margins should be measured again.
 * Margins only grow until then: answers stay exact, but more nodes are visited.
 */
function hasOutgrown({ nodes: { float32 }, extent, reach }: Tree): boolean {
  let size = 0;
  for (let slot = 0; slot < WIDTH; slot++) {
    for (let k = 0; k < 3; k++) {
      // The bounds of empty slots are inverted, and do not count.
      if (float32[slot + MIN[k]] <= float32[slot + MAX[k]]) {
        size = Math.max(size, Math.abs(float32[slot + MIN[k]]), Math.abs(float32[slot + MAX[k]]));
      }
    }
  }
  const measured = Math.max(...extent);
  return measured > 2 * size || measured > reach / 4;
}
