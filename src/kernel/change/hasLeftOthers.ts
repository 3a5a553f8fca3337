import { MAX_X, MIN_X, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { NO_SLOT, parentSlotOf } from '../tree/treePaths';
import { addressOfNode } from '../tree/nodes';

/** Whether a box with the bounds of a reference has left the others in its node: see bvh/change/hasLeftOthers.ts. */
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
    // Empty slots are beyond every number. For boxes without bounds, these are NaN, and no comparison is true.
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
