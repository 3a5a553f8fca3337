import { CHILD } from '../../bvh/layout/nodeLayout';
import { addressOfNode, areaOfSlot, usedSlots } from './nodes';

/** The sum of half the areas of what hangs in the slots of some nodes: see bvh/tree/sumAreas.ts. */
export function sumAreas(first: i32, end: i32, withBoxes: bool): f64 {
  let areas: f64 = 0;
  for (let node = first; node < end; node++) {
    let slotAt = addressOfNode(node);
    for (let used = usedSlots(node); used > 0; used--) {
      if (withBoxes || load<i32>(slotAt, CHILD * 4) >= 0) areas += areaOfSlot(slotAt);
      slotAt += 4;
    }
  }
  return areas;
}
