import { NO_HIT, ORIGIN, RAY } from '../../bvh/layout/kernelLayout';
import { CHILD } from '../../bvh/layout/nodeLayout';
import { masks, nodes } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { beginSlotsAround, nextSlotAround, setWalkBounds, SLOT_WALK_BYTES } from '../slots/slotsAround';
import { rootNode } from '../tree/nodes';

const WALK: usize = memoryBase + memory.data(SLOT_WALK_BYTES, 16);

/**
 * Begins a walk of the boxes whose bounds come as close to a point, the origin of RAY, as a reach on each axis:
 * {@link nextBoxAround}.
 */
export function beginBoxesAround(reachX: f64, reachY: f64, reachZ: f64): void {
  setAxis(0, reachX);
  setAxis(1, reachY);
  setAxis(2, reachZ);
  beginSlotsAround(WALK, nodes, rootNode());
}

function setAxis(axis: usize, reach: f64): void {
  const middle = load<f64>(memoryBase + (axis << 3), RAY * 8);
  const origin = load<f64>(memoryBase + (axis << 3), ORIGIN * 8);
  setWalkBounds(WALK, axis << 2, middle - reach - origin, middle + reach - origin);
}

/** Returns the id of the next box, in no particular order, or NO_HIT. @param hasMask whether only boxes that share a bit with `mask` count. */
export function nextBoxAround(hasMask: bool, mask: u32): i32 {
  while (true) {
    const slotAt = nextSlotAround(WALK);
    if (slotAt == 0) return NO_HIT;
    const id = ~load<i32>(slotAt, CHILD * 4);
    if (!hasMask || (load<u32>(masks + (<usize>id << 2)) & mask) != 0) return id;
  }
}
