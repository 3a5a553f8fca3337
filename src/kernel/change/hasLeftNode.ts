import { MAX_X, MIN_X, WIDTH } from '../../bvh/layout/nodeLayout';
import { addressOfSlot } from '../tree/nodes';
import { NO_SLOT } from '../tree/treePaths';

/** Whether the middle of a reference is far outside the node that hangs in a slot: see bvh/change/hasLeftNode.ts. */
export function hasLeftNode(slot: i32, reference: usize): bool {
  if (slot == NO_SLOT) return false;
  const slotAt = addressOfSlot(slot);
  const min = lanesOf(slotAt, MIN_X * 4);
  const max = lanesOf(slotAt, MAX_X * 4);
  const twiceMiddle = f32x4.add(v128.load(reference), v128.load(reference, 16));
  const three = f32x4.splat(3);
  const isBelow = f32x4.lt(twiceMiddle, f32x4.sub(f32x4.mul(min, three), max));
  const isAbove = f32x4.gt(twiceMiddle, f32x4.sub(f32x4.mul(max, three), min));
  return (i32x4.bitmask(v128.or(isBelow, isAbove)) & 7) != 0;
}

/** A bound of a slot on each axis. */
function lanesOf(slotAt: usize, bound: usize): v128 {
  const axis = <usize>(WIDTH * 4);
  let lanes = v128.load32_zero(slotAt + bound);
  lanes = v128.load32_lane(slotAt + bound + axis, lanes, 1);
  return v128.load32_lane(slotAt + bound + 2 * axis, lanes, 2);
}
