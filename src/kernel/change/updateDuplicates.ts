import { CHILD, NODE_SHIFT, DUPLICATES } from '../../bvh/layout/nodeLayout';
import { addressOfSlot, nodeOf } from '../tree/nodes';
import { allowSwaps, bringFirst, markRun } from '../tree/duplicates';
import { boxSlotOf, NO_SLOT, parentSlotOf } from '../tree/treePaths';

/** Updates the marks of runs of duplicates, which are subtrees of equal boxes: see bvh/change/updateDuplicates.ts. */

/** Unmarks the runs of duplicates that contain a node. */
export function unmarkUpward(node: i32): void {
  for (let slot = parentSlotOf(node); slot != NO_SLOT; slot = parentSlotOf(slot >> NODE_SHIFT)) {
    const slotAt = addressOfSlot(slot);
    const child = load<i32>(slotAt, CHILD * 4);
    if (child < DUPLICATES) return;
    store<i32>(slotAt, nodeOf(child), CHILD * 4);
  }
}

/**
 * Moves the box with the smallest id to the front of every run of duplicates that contains a node, after a box was
 * removed from the node.
 */
export function bringFirstUpward(node: i32): void {
  for (let slot = parentSlotOf(node); slot != NO_SLOT; slot = parentSlotOf(node)) {
    if (load<i32>(addressOfSlot(slot), CHILD * 4) < DUPLICATES) return;
    bringFirst(node);
    node = slot >> NODE_SHIFT;
  }
}

/**
 * Marks the runs of duplicates that now contain changed boxes. Does nothing if the words from `end` on have bits of
 * changes that are not applied yet.
 */
export function markChangedRuns(words: usize, first: i32, end: i32, length: i32): void {
  for (let word = end; word < length; word++) if (load<u32>(words + (<usize>word << 2)) != 0) return;
  allowSwaps(true);
  for (let word = first; word < end; word++) {
    for (let bits = load<u32>(words + (<usize>word << 2)); bits != 0; bits &= bits - 1) {
      const slot = boxSlotOf((word << 5) + ctz(bits));
      if (slot != NO_SLOT) markUpward(slot >> NODE_SHIFT);
    }
  }
}

function markUpward(node: i32): void {
  for (let slot = parentSlotOf(node); slot != NO_SLOT; slot = parentSlotOf(node)) {
    if (load<i32>(addressOfSlot(slot), CHILD * 4) >= DUPLICATES || !markRun(slot)) return;
    node = slot >> NODE_SHIFT;
  }
}
