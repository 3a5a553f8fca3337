import { CONTENT, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { freeNode, moveSlot } from '../tree/moveSlots';
import { addressOfSlot, clearSlot, usedSlots } from '../tree/nodes';
import { boxSlotOf, NO_SLOT, parentSlotOf, setBoxSlot } from '../tree/treePaths';
import { fitUpward } from './refit';
import { bringFirstUpward } from './updateDuplicates';

/** Removes a box from the tree: see bvh/change/remove.ts. */
export function remove(id: i32): void {
  const slot = boxSlotOf(id);
  const node = slot >> NODE_SHIFT;
  setBoxSlot(id, NO_SLOT);
  const parentSlot = parentSlotOf(node);
  for (let above = parentSlot; above != NO_SLOT; above = parentSlotOf(above >> NODE_SHIFT)) {
    const aboveAt = addressOfSlot(above);
    store<i32>(aboveAt, load<i32>(aboveAt, CONTENT * 4) - 1, CONTENT * 4);
  }
  const used = usedSlots(node) - 1;
  const first = node << NODE_SHIFT;
  const last = first + used;
  if (slot != last) moveSlot(last, slot);
  clearSlot(addressOfSlot(last));

  if (parentSlot == NO_SLOT) return;
  const parent = parentSlot >> NODE_SHIFT;
  const usedAbove = usedSlots(parent);
  if (used + usedAbove - 1 > WIDTH) {
    fitUpward(node);
    bringFirstUpward(node);
    return;
  }
  moveSlot(first, parentSlot);
  for (let i = 1; i < used; i++) moveSlot(first + i, (parent << NODE_SHIFT) + usedAbove - 1 + i);
  fitUpward(parent);
  bringFirstUpward(parent);
  freeNode(node);
}
