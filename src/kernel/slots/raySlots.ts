import { CHILD } from '../../bvh/layout/nodeLayout';
import { multiplyAdd } from '../lanes';

/**
 * Tests a ray against the bounds of all eight slots of a node. JavaScript has this test in its two walks,
 * bvh/query/walkRay.ts and bvh/meshes/walkMesh.ts, where a call would cost speed. A ray is prepared by
 * margins/rayMargin.ts or margins/meshMargin.ts, which derive why no slot with a hit is skipped.
 *
 * The ray is passed as parameters and the function is inlined, so the ray stays in the registers of the walk.
 *
 * @param nears receives the t at which the ray enters each slot.
 * @param nearX the byte offset in a node of the bounds that the ray crosses first on the x axis: MIN_X or MAX_X.
 * @param farX the byte offset of the opposite bounds.
 * @param nearStartX what to add to `near·inverseX` to get the t at which the ray enters the slab, in all lanes.
 * @param farStartX what to add to `far·inverseX` to get the t at which the ray leaves the slab, in all lanes.
 * @param first the least t at which slots count, in all lanes. `last` is the largest t at which slots count.
 * @param slack the factor for the t at which the ray leaves a slot, in all lanes. Not used unless `hasSlack`, for which
 *   callers pass a constant.
 * @returns a bit for each slot that the ray enters.
 */
@inline
export function enteredSlots(
  nodeAt: usize, nears: usize, nearX: usize, nearY: usize, nearZ: usize, farX: usize, farY: usize, farZ: usize,
  inverseX: v128, inverseY: v128, inverseZ: v128, nearStartX: v128, nearStartY: v128, nearStartZ: v128,
  farStartX: v128, farStartY: v128, farStartZ: v128, first: v128, last: v128, hasSlack: bool, slack: v128,
): i32 {
  const enterXLow = multiplyAdd(v128.load(nodeAt + nearX), inverseX, nearStartX);
  const enterYLow = multiplyAdd(v128.load(nodeAt + nearY), inverseY, nearStartY);
  const enterZLow = multiplyAdd(v128.load(nodeAt + nearZ), inverseZ, nearStartZ);
  const leaveXLow = multiplyAdd(v128.load(nodeAt + farX), inverseX, farStartX);
  const leaveYLow = multiplyAdd(v128.load(nodeAt + farY), inverseY, farStartY);
  const leaveZLow = multiplyAdd(v128.load(nodeAt + farZ), inverseZ, farStartZ);
  const enterLow = latest(enterXLow, enterYLow, enterZLow, first);
  const leaveLow = earliest(leaveXLow, leaveYLow, leaveZLow, last);
  v128.store(nears, enterLow);
  const enterXHigh = multiplyAdd(v128.load(nodeAt + nearX, 16), inverseX, nearStartX);
  const enterYHigh = multiplyAdd(v128.load(nodeAt + nearY, 16), inverseY, nearStartY);
  const enterZHigh = multiplyAdd(v128.load(nodeAt + nearZ, 16), inverseZ, nearStartZ);
  const leaveXHigh = multiplyAdd(v128.load(nodeAt + farX, 16), inverseX, farStartX);
  const leaveYHigh = multiplyAdd(v128.load(nodeAt + farY, 16), inverseY, farStartY);
  const leaveZHigh = multiplyAdd(v128.load(nodeAt + farZ, 16), inverseZ, farStartZ);
  const enterHigh = latest(enterXHigh, enterYHigh, enterZHigh, first);
  const leaveHigh = earliest(leaveXHigh, leaveYHigh, leaveZHigh, last);
  v128.store(nears, enterHigh, 16);
  if (hasSlack) {
    return i32x4.bitmask(f32x4.le(enterLow, f32x4.mul(leaveLow, slack))) |
      (i32x4.bitmask(f32x4.le(enterHigh, f32x4.mul(leaveHigh, slack))) << 4);
  }
  return i32x4.bitmask(f32x4.le(enterLow, leaveLow)) | (i32x4.bitmask(f32x4.le(enterHigh, leaveHigh)) << 4);
}

/** Returns, for each of four slots, the t at which the ray enters it: the largest of `x`, `y`, `z` and `first`. */
@inline
export function latest(x: v128, y: v128, z: v128, first: v128): v128 {
  return f32x4.pmax(f32x4.pmax(x, y), f32x4.pmax(z, first));
}

/** Returns, for each of four slots, the t at which the ray leaves it: the smallest of `x`, `y`, `z` and `last`. */
@inline
export function earliest(x: v128, y: v128, z: v128, last: v128): v128 {
  return f32x4.pmin(f32x4.pmin(x, y), f32x4.pmin(z, last));
}

/** Returns a bit for each slot with a negative child word: slots with boxes or triangles, and empty slots. */
@inline
export function leafSlots(nodeAt: usize): i32 {
  return i32x4.bitmask(v128.load(nodeAt, CHILD * 4)) | (i32x4.bitmask(v128.load(nodeAt, CHILD * 4 + 16)) << 4);
}
