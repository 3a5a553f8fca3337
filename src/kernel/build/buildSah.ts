import { IN_REFERENCE, REFERENCE_CONTENT, REFERENCE_ID, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { placeOf } from '../boxes/boxStore';
import { contentOf, writeReferenceBounds } from './references';
import { bindPlan } from './slotPlan';
import { bindBinary, references } from './splitBinary';

/**
 * Sets the address of the scratch memory of a tree build. Memory growth may have moved the scratch memory since the
 * last call.
 *
 * @param scratch room for the references, 32 bytes a box, then for the nodes of the binary tree, 20 bytes each: twice
 *   as many nodes as boxes, less one.
 */
export function bindBuild(scratch: usize, total: i32): void {
  const capacity = <usize>max(1, 2 * total - 1);
  const areas = scratch + <usize>total * (REFERENCE_WORDS * 4);
  const second = areas + (capacity << 3);
  const boxes = second + (capacity << 2);
  bindBinary(scratch, second, boxes, areas);
  bindPlan(boxes + (capacity << 2));
}

/**
 * Writes references, the sortable records of a tree build, to the boxes with ids from `firstId` up to `endId`. Skips
 * boxes that have changed since the build began.
 *
 * @param count how many references have been written before.
 * @param missed the address of the bits of the ids that have changed, or 0.
 * @returns how many references have been written in all.
 */
export function writeReferences(firstId: i32, endId: i32, count: i32, missed: usize): i32 {
  let reference = references + <usize>count * (REFERENCE_WORDS * 4);
  for (let id = firstId; id < endId; id++) {
    const place = placeOf(id);
    if (place == 0) continue;
    if (missed != 0 && ((load<u32>(missed + (<usize>(id >> 5) << 2)) >>> (id & 31)) & 1) != 0) continue;
    const content = contentOf(place, writeReferenceBounds(place, reference));
    store<i32>(reference, id, REFERENCE_ID * 4);
    // The content word is written to the reference here, because this loop reads places in order. Later, the build
    // visits boxes in another order, and each read of a place would be a cache miss.
    store<u32>(reference, content ^ IN_REFERENCE, REFERENCE_CONTENT * 4);
    reference += REFERENCE_WORDS * 4;
    count++;
  }
  return count;
}
