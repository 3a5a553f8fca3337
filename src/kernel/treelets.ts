import { CONTENT, NODE_SHIFT } from '../bvh/nodeLayout';
import { LEVEL_SHIFT } from '../bvh/treeletSize';
import { BOXES, LEVEL_OFFSET } from './layout';
import { slotAt } from './nodes';
import { NO_SLOT, parentSlotOf } from './paths';
import { measured } from './scene';

/** See bvh/treelets.ts. */
export function levelAt(slot: i32): i32 {
  const boxes = slot == NO_SLOT ? <i32>measured(BOXES) : load<i32>(slotAt(slot), CONTENT * 4);
  return (32 - clz(boxes - 1) + <i32>measured(LEVEL_OFFSET) + LEVEL_SHIFT - 1) / LEVEL_SHIFT;
}

export function isTreeletRoot(node: i32): bool {
  const slot = parentSlotOf(node);
  return slot == NO_SLOT || levelAt(slot) < levelAt(parentSlotOf(slot >> NODE_SHIFT));
}
