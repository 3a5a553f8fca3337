import type { ChangedIds } from '../boxes/changedIds';
import { writeBox, writeReferenceBounds } from '../build/references';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { growMeasure, measureScene } from '../margins/measureScene';
import { markRun } from '../tree/duplicates';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';
import { hasLeftNode } from './hasLeftNode';

const reference = /* @__PURE__ */ new Float32Array(REFERENCE_WORDS);

/** Refits all bounds of a tree to its boxes, and measures the scene again. No box may have been added or removed. */
export function refit(tree: Tree): void {
  Object.assign(tree, measureScene(tree.boxes));
  refitBelow(tree, 0, NO_SLOT, null);
}

/**
 * Refits a tree to the boxes that have moved within their nodes, in one pass over the whole tree. Unmarks these boxes
 * in `changes`: the boxes that are still marked must be removed or inserted.
 */
export function refitChanged(tree: Tree, changes: ChangedIds): void {
  refitBelow(tree, 0, NO_SLOT, changes);
}

/** Refits the bounds in the slots of a node and of all nodes below the node. */
function refitBelow(tree: Tree, node: number, slotAbove: number, changes: ChangedIds | null): void {
  const { boxes, nodes } = tree;
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = nodes.int32[slot + CHILD];
    if (child >= 0) {
      refitBelow(tree, child, slot, changes);
      nodes.fit(slot, child);
      markRun(tree, slot);
    } else if (child !== EMPTY) {
      const id = ~child;
      const place = boxes.places[id];
      if (changes !== null && (!changes.has(id) || !boxes.has(id))) continue;
      if (changes !== null) growMeasure(boxes, place, tree);
      writeReferenceBounds(boxes, tree, place, reference, 0);
      if (changes !== null) {
        if (hasLeftNode(tree, slotAbove, reference)) continue;
        changes.unmark(id);
      }
      writeBox(tree, slot, id, reference, 0);
    }
  }
}

/** Refits the bounds of a node whose slots have changed, and of the nodes above it. Stops where no bound changes. */
export function fitUpward({ nodes, paths: { parentSlots } }: Tree, node: number): void {
  let child = node;
  for (let slot = parentSlots[child]; slot !== NO_SLOT; slot = parentSlots[child]) {
    if (!nodes.fit(slot, child)) return;
    child = slot >> NODE_SHIFT;
  }
}
