import { NODE_SHIFT } from '../../bvh/layout/nodeLayout';
import { addressOfSlot, fit } from '../tree/nodes';
import { NO_SLOT, parentSlotOf } from '../tree/treePaths';

/** Fits the bounds of a node whose slots have changed, and of the nodes above it: see bvh/change/fitUpward.ts. */
export function fitUpward(node: i32): void {
  let child = node;
  for (let slot = parentSlotOf(child); slot != NO_SLOT; slot = parentSlotOf(child)) {
    if (!fit(addressOfSlot(slot), child)) return;
    child = slot >> NODE_SHIFT;
  }
}
