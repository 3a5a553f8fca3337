import type { Backend } from './backend';
import type { ChangedIds } from './changedIds';
import { MAX_DEPTH } from './maxDepth';
import { areaOfRoot } from './statistics';
import { MAX, MIN } from './nodes';
import { WIDTH } from './nodeLayout';
import type { Tree } from './tree';
import { spareNodes } from './treelets';
import { MAX_LEVEL_SHIFT, MIN_LEVEL_SHIFT } from './treeletSize';
import { tracePaths } from './treePaths';

/**
 * More than this share of all boxes is many: where so many have changed, one pass over the whole tree is cheaper than a path
 * for each, and where so many would have to be taken out or inserted, a new tree is.
 */
const MANY = 0.5;

/** A tree that costs less than this many times the least that it has cost is not worn by boxes that move in their nodes. */
const WORN = 1.03;
/** Where many boxes do in one that is, this much of the work of rebuilding one is spent on treelets, for each. */
const WORK_OF_MOVE_IN_WORN = 0.5;

/**
 * A tree that changes has less than this many nodes a box (measured: 0.35), and has room for them from its first change on:
 * so it does not grow as its boxes come and go.
 */
const NODES_A_BOX = 0.4;

/** A treelet has at most this many times more boxes than are due to be rebuilt at once. */
const TREELET_SHARE = 4;

/**
 * Brings a tree up to date with its boxes, in the cheapest way for their number: path by path, in one pass over all of
 * it, or by a new tree.
 *
 * @returns whether the tree is of use: not where a new one is cheaper.
 */
export function updateTree(backend: Backend, tree: Tree, changes: ChangedIds): boolean {
  const { size, idLimit } = tree.leaves;
  const dueBefore = tree.due;
  tracePaths(tree);
  tree.paths.reserveIds(idLimit);
  const changed = changes.count;
  if (changed > MANY * size) {
    backend.refitChanged(tree, changes);
    if (changes.count > MANY * size) return false;
    if (isWorn(tree)) tree.due += WORK_OF_MOVE_IN_WORN * (changed - changes.count);
  }
  reserveNodes(tree, changes.count);
  if (!backend.applyChanges(tree, changes)) return false;
  if (hasOutgrown(tree)) backend.refit(tree);
  return improve(backend, tree, tree.due - dueBefore);
}

/** Whether a tree, all of which has just been fitted, is worse than it was at its best. */
function isWorn(tree: Tree): boolean {
  const cost = tree.areas / areaOfRoot(tree.nodes);
  tree.leastCost = Math.min(tree.leastCost, cost);
  return !(cost <= WORN * tree.leastCost);
}

/**
 * Rebuilds treelets as far as that is due. As one cannot be left half-way, they are of a size that is in proportion: the
 * larger, the better is the tree.
 *
 * @param work for how many boxes it has become due since the last time.
 * @returns whether the tree is of use afterwards.
 */
export function improve(backend: Backend, tree: Tree, work: number): boolean {
  if (tree.due > 0) {
    const shift = Math.floor(Math.log2(TREELET_SHARE * work));
    const levelShift = Math.max(MIN_LEVEL_SHIFT, Math.min(shift, MAX_LEVEL_SHIFT));
    if (levelShift !== tree.levelShift) {
      tree.levelShift = levelShift;
      tree.levelOffset = 0;
    }
    reserveNodes(tree, spareNodes(tree));
    backend.optimize(tree);
  }
  return tree.paths.heights[0] <= MAX_DEPTH;
}

/** Makes room for that many nodes more. */
function reserveNodes({ leaves, nodes, paths }: Tree, more: number): void {
  const count = Math.max(nodes.count, Math.ceil(NODES_A_BOX * leaves.size)) + more;
  nodes.reserve(count);
  paths.reserveNodes(count);
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
