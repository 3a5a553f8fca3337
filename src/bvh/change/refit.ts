import type { ChangedIds } from '../boxes/changedIds';
import { writeBox, writeReferenceBounds } from '../build/references';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { growMeasure, measureScene } from '../margins/measureScene';
import { areaOfSlot } from '../tree/statistics';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';
import { hasLeft } from './hasLeft';

const reference = new Float32Array(REFERENCE_WORDS);

/** Fits all bounds of a tree to its boxes, and measures the scene again. No box may have been added or removed. */
export function refit(tree: Tree): void {
  Object.assign(tree, measureScene(tree.leaves));
  tree.areas = refitBelow(tree, 0, NO_SLOT, null);
}

/**
 * Fits a tree to the boxes that have moved within their nodes, in one pass over the whole tree. Unmarks these boxes in
 * `changes`.
 */
export function refitChanged(tree: Tree, changes: ChangedIds): void {
  tree.areas = refitBelow(tree, 0, NO_SLOT, changes);
}

/** Fits the slots of a node and of all nodes below it. Returns the sum of half the areas of those below. */
function refitBelow(tree: Tree, node: number, slotAbove: number, changes: ChangedIds | null): number {
  const { leaves, nodes } = tree;
  const first = node << NODE_SHIFT;
  let areas = 0;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = nodes.int32[slot + CHILD];
    if (child >= 0) {
      areas += refitBelow(tree, child, slot, changes);
      nodes.fit(slot, child);
      areas += areaOfSlot(nodes, slot);
    } else if (child !== EMPTY) {
      const id = ~child;
      const place = leaves.places[id];
      if (changes !== null) {
        if (!changes.has(id) || !leaves.has(id) || hasLeft(tree, slotAbove, place)) continue;
        changes.unmark(id);
        growMeasure(leaves, place, tree);
      }
      writeReferenceBounds(leaves, tree, place, reference, 0);
      writeBox(tree, slot, id, reference, 0);
    }
  }
  return areas;
}
