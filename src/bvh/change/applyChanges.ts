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
 * Brings a tree up to date, one path per change. Boxes that were removed are taken out, and boxes that were added are
 * inserted. A box that has left its node is taken out and inserted again. If a box has moved within its node, only
 * bounds are fitted.
 *
 * For each change, there must be room for one more node and for the id.
 *
 * @returns false if the tree has become too deep. It is then unusable.
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
