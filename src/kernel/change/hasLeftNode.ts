import { MAX_X, MIN_X, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { NO_SLOT, parentSlotOf } from '../tree/treePaths';
import { addressOfNode, addressOfSlot } from '../tree/nodes';

/**
 * Returns whether a changed box, given its bounds, has left the other boxes of its node: see bvh/change/hasLeftNode.ts.
 */
export function hasLeftOthers(slot: i32, reference: usize): bool {
  const node = slot >> NODE_SHIFT;
  if (parentSlotOf(node) == NO_SLOT) return false;
  const own = i32x4.splat(slot & (WIDTH - 1));
  const isOwnLow = i32x4.eq(i32x4(0, 1, 2, 3), own);
  const isOwnHigh = i32x4.eq(i32x4(4, 5, 6, 7), own);
  const nodeAt = addressOfNode(node);
  for (let k: usize = 0; k < 3; k++) {
    const bound = nodeAt + k * (WIDTH * 4);
    const min = load<f32>(reference + (k << 2));
    const max = load<f32>(reference + (k << 2), 16);
    // Empty slots satisfy all comparisons with `above` and `below`, which are NaN for an unbounded box. Comparisons
    // with NaN are false.
    const above = f32x4.splat(max - (max - min) * <f32>0.25);
    if (
      i32x4.all_true(v128.or(f32x4.gt(v128.load(bound, MIN_X * 4), above), isOwnLow)) &&
      i32x4.all_true(v128.or(f32x4.gt(v128.load(bound, MIN_X * 4 + 16), above), isOwnHigh))
    )
      return true;
    const below = f32x4.splat(min + (max - min) * <f32>0.25);
    if (
      i32x4.all_true(v128.or(f32x4.lt(v128.load(bound, MAX_X * 4), below), isOwnLow)) &&
      i32x4.all_true(v128.or(f32x4.lt(v128.load(bound, MAX_X * 4 + 16), below), isOwnHigh))
    )
      return true;
  }
  return false;
}

/** Returns whether a changed box's centre is far outside the child node of a slot: see bvh/change/hasLeftNode.ts. */
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

/** Returns a vector of a slot's min or max on the x, y and z axes. */
function lanesOf(slotAt: usize, bound: usize): v128 {
  const axis = <usize>(WIDTH * 4);
  let lanes = v128.load32_zero(slotAt + bound);
  lanes = v128.load32_lane(slotAt + bound + axis, lanes, 1);
  return v128.load32_lane(slotAt + bound + 2 * axis, lanes, 2);
}
