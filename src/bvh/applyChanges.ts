import type { ChangedIds } from './changedIds';
import { fitUpward } from './fitUpward';
import { insert } from './insert';
import { growMeasure } from './measureScene';
import { NODE_SHIFT } from './nodeLayout';
import { MAX, MIN } from './nodes';
import { remove } from './remove';
import { SAMPLE_SHIFT } from './changeSample';
import { ROW_WORDS } from './rowLayout';
import { writeBox, writeRowBounds } from './rows';
import type { Tree } from './tree';
import { NO_SLOT } from './treePaths';
import { writeWorldBounds } from './worldBounds';

const row = new Float32Array(ROW_WORDS);

/**
 * Brings a tree up to date, one path a change: a box that has been removed is taken out, one that has been added is
 * inserted, and so is one that has left the node it is in; where a box has moved within its node, bounds are fitted.
 *
 * There must be room for a node more and an id for every change.
 *
 * @param isFitted whether all nodes will be fitted afterwards, so that those above a box that has moved need not be now.
 * @returns false where the tree has become too deep, and is of no use.
 */
export function applyChanges(tree: Tree, changes: ChangedIds, isFitted: boolean): boolean {
  const { leaves, paths } = tree;
  for (let word = changes.firstWord; word < changes.endWord; word++) {
    for (let bits = changes.words[word]; bits !== 0; bits &= bits - 1) {
      const id = (word << 5) + 31 - Math.clz32(bits & -bits);
      const slot = paths.boxSlots[id];
      if (!leaves.has(id)) {
        if (slot !== NO_SLOT) remove(tree, id);
        continue;
      }
      const place = leaves.places[id];
      growMeasure(leaves, place, tree);
      writeRowBounds(leaves, tree, place, row, 0);
      if (slot === NO_SLOT) {
        if (!insert(tree, id, row)) return false;
      } else if (hasLeft(tree, slot >> NODE_SHIFT, place)) {
        remove(tree, id);
        if (!insert(tree, id, row)) return false;
      } else {
        writeBox(tree, slot, id, row, 0);
        if (!isFitted) fitUpward(tree, slot >> NODE_SHIFT);
      }
    }
  }
  return true;
}

/**
 * How large a share of the changes take more than to fit bounds, by a sample that is spread over all of them: NaN where none
 * is in it.
 */
export function shareOfMoves(tree: Tree, changes: ChangedIds): number {
  const { leaves, paths } = tree;
  const step = Math.max(1, (changes.endWord - changes.firstWord) >> SAMPLE_SHIFT);
  let moves = 0;
  let looked = 0;
  for (let word = changes.firstWord; word < changes.endWord; word += step) {
    for (let bits = changes.words[word]; bits !== 0; bits &= bits - 1) {
      const id = (word << 5) + 31 - Math.clz32(bits & -bits);
      const slot = paths.boxSlots[id];
      looked++;
      if (slot === NO_SLOT || !leaves.has(id) || hasLeft(tree, slot >> NODE_SHIFT, leaves.places[id])) moves++;
    }
  }
  return moves / looked;
}

const bounds = new Float64Array(6);

/** Whether the middle of a box lies outside a node that it is in: its like are elsewhere then. */
function hasLeft({ leaves, nodes: { float32 }, paths, origin }: Tree, node: number, place: number): boolean {
  const slot = paths.parentSlots[node];
  if (slot === NO_SLOT) return false;
  writeWorldBounds(leaves, place, bounds);
  for (let k = 0; k < 3; k++) {
    const twiceMiddle = bounds[k] + bounds[k + 3] - 2 * origin[k];
    // Not a number for boxes without bounds: then neither comparison holds.
    if (twiceMiddle < 2 * float32[slot + MIN[k]] || twiceMiddle > 2 * float32[slot + MAX[k]]) return true;
  }
  return false;
}
