import type { ChangedIds } from '../boxes/changedIds';
import { writeBox, writeReferenceBounds } from '../build/references';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { NODE_SHIFT } from '../layout/nodeLayout';
import { WORK_OF_MOVE } from '../layout/treeletSize';
import { growMeasure } from '../margins/measureScene';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';
import { fitUpward } from './fitUpward';
import { hasLeft } from './hasLeft';
import { insert } from './insert';
import { remove } from './remove';

const reference = new Float32Array(REFERENCE_WORDS);

/**
 * Brings a tree up to date, one path a change: a box that has been removed is taken out, one that has been added is
 * inserted, and so is one that has left the node it is in; where a box has moved within its node, bounds are fitted.
 *
 * There must be room for a node more and an id for every change.
 *
 * @returns false where the tree has become too deep, and is of no use.
 */
export function applyChanges(tree: Tree, changes: ChangedIds): boolean {
  const { leaves, paths } = tree;
  tree.isPacked = false;
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
      writeReferenceBounds(leaves, tree, place, reference, 0);
      if (slot === NO_SLOT) {
        if (!insert(tree, id, reference)) return false;
      } else if (hasLeft(tree, paths.parentSlots[slot >> NODE_SHIFT], place)) {
        remove(tree, id);
        if (!insert(tree, id, reference)) return false;
      } else {
        writeBox(tree, slot, id, reference, 0);
        fitUpward(tree, slot >> NODE_SHIFT);
        tree.work += WORK_OF_MOVE;
      }
    }
  }
  return true;
}
