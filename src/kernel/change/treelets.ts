import { BOXES, LEVEL_OFFSET, LEVEL_SHIFT } from '../../bvh/layout/kernelLayout';
import { CONTENT, NODE_SHIFT } from '../../bvh/layout/nodeLayout';
import { ITEMS_SHIFT, SMALL_SHIFT, SPARE_SHIFT } from '../../bvh/layout/treeletSize';
import { exchanged } from '../memory/exchange';
import { addressOfSlot } from '../tree/nodes';
import { NO_SLOT, parentSlotOf } from '../tree/treePaths';

/** See bvh/change/treelets.ts. */
function boxesAt(slot: i32): i32 {
  return slot == NO_SLOT ? <i32>exchanged(BOXES) : load<i32>(addressOfSlot(slot), CONTENT * 4);
}

export function levelAt(slot: i32): i32 {
  const bits = 32 - clz(boxesAt(slot) - 1);
  const shift = <i32>exchanged(LEVEL_SHIFT);
  return (bits + <i32>exchanged(LEVEL_OFFSET) + shift - 1) / shift;
}

export function isTreeletRoot(node: i32): bool {
  const slot = parentSlotOf(node);
  if (slot == NO_SLOT) return true;
  const isSmall = boxesAt(slot) >>> (<i32>exchanged(LEVEL_SHIFT) - SMALL_SHIFT) == 0;
  return !isSmall && levelAt(slot) < levelAt(parentSlotOf(slot >> NODE_SHIFT));
}

export function spareNodes(): i32 {
  return 8 + (itemLimit() >>> SPARE_SHIFT);
}

export function itemLimit(): i32 {
  return min(<i32>exchanged(BOXES), 1 << (<i32>exchanged(LEVEL_SHIFT) + ITEMS_SHIFT));
}
