import { NODES_PER_BOX } from '../memory/buildMemory';
import type { ChangedIds } from '../boxes/changedIds';
import { WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from '../tree/nodes';
import { tracePaths } from '../tree/treePaths';
import { type Tree, UNCHANGED } from '../tree/tree';
import type { ChangeOperations } from './changeOperations';

/** If more than this share of all boxes has changed, one pass over the whole tree is cheaper than one path per change. */
const MANY = 0.5;
/** If more than this share must be taken out or inserted after that pass, a new tree is cheaper. */
const MANY_LEFT = 0.3;

/** Whether so many changes are applied in one pass over the whole tree. */
export function isMany(changes: number, { boxes }: Tree): boolean {
  return changes > MANY * boxes.size;
}

/**
 * Brings a tree up to date with its boxes, in the cheapest way for the number of changes: path by path, or in one pass
 * over the whole tree.
 *
 * @returns how many boxes were inserted, or -1 if the tree is unusable, or a new one is cheaper.
 */
export function updateTree(operations: ChangeOperations, tree: Tree, changes: ChangedIds): number {
  const { size, idLimit } = tree.boxes;
  tracePaths(tree);
  if (tree.areas === UNCHANGED) tree.areas = operations.sumAreas(tree, 0, tree.nodes.count, false);
  tree.paths.reserveIds(idLimit);
  if (isMany(changes.count, tree)) {
    operations.refitChanged(tree, changes);
    if (changes.count > MANY_LEFT * size) return -1;
  }
  const inserted = reserveNodes(tree, changes.count) ? operations.applyChanges(tree, changes) : -1;
  if (inserted >= 0 && hasOutgrown(tree)) operations.refit(tree);
  return inserted;
}

/**
 * Makes room for that many more nodes, and at once for as many as the tree will need while boxes come and go. Returns false
 * if there is none.
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
