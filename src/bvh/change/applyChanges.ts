import type { ChangedIds } from '../boxes/changedIds';
import { writeBox, writeReferenceBounds } from '../build/references';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { NODE_SHIFT } from '../layout/nodeLayout';
import { growMeasure } from '../margins/measureScene';
import { mayBeRun } from '../tree/duplicates';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';
import { fitUpward } from './refit';
import { hasLeftOthers } from './hasLeftNode';
import { insert } from './insert';
import { markChangedRuns, unmarkUpward } from './updateDuplicates';
import { remove } from './remove';

const reference = /* @__PURE__ */ new Float32Array(REFERENCE_WORDS);

/**
 * Updates a tree for changed boxes, one path of the tree per change. Removes boxes that are gone, and inserts new
 * boxes. A box that has moved away from its node is removed and inserted again. For a box that has moved within its
 * node, refits the bounds above the box.
 *
 * The tree must have room for one more node for each change, and for the ids.
 *
 * @returns how many boxes were inserted, or -1 if the tree has become too deep, which makes it unusable.
 */
export function applyChanges(tree: Tree, changes: Pick<ChangedIds, 'words' | 'firstWord' | 'endWord'>): number {
  const { boxes, paths } = tree;
  tree.isPacked = false;
  let inserted = 0;
  let hasRun = false;
  for (let word = changes.firstWord; word < changes.endWord; word++) {
    for (let bits = changes.words[word]; bits !== 0; bits &= bits - 1) {
      const id = (word << 5) + 31 - Math.clz32(bits & -bits);
      const slot = paths.boxSlots[id];
      if (!boxes.has(id)) {
        if (slot !== NO_SLOT) remove(tree, id);
        continue;
      }
      const place = boxes.places[id];
      growMeasure(boxes, place, tree);
      writeReferenceBounds(boxes, tree, place, reference, 0);
      if (slot === NO_SLOT || hasLeftOthers(tree, slot, reference)) {
        if (slot !== NO_SLOT) remove(tree, id);
        inserted++;
        if (!insert(tree, id, reference)) return -1;
      } else {
        writeBox(tree, slot, id, reference, 0);
        unmarkUpward(tree, slot >> NODE_SHIFT);
        fitUpward(tree, slot >> NODE_SHIFT);
      }
      hasRun ||= mayBeRun(tree.nodes, paths.boxSlots[id] >> NODE_SHIFT);
    }
  }
  if (hasRun) markChangedRuns(tree, changes);
  return inserted;
}
