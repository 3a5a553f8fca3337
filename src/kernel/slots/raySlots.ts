import { CHILD } from '../../bvh/layout/nodeLayout';
import { multiplyAdd } from '../lanes';
import { BOTH_X, BOTH_Y, BOTH_Z, FAR_STARTS, INVERSES, NEAR_BOUNDS, NEAR_STARTS } from '../margins/slabRay';

/**
 * Tests a ray against the bounds of all eight slots of a node. JavaScript has this test in its two walks,
 * bvh/query/walkRay.ts and bvh/meshes/walkMesh.ts, where a call would cost speed. A ray is prepared by
 * margins/rayMargin.ts or margins/meshMargin.ts, which derive why no slot with a hit is skipped.
 *
 * @param ray the address of a ray in memory: see margins/slabRay.ts.
 * @param nears receives the t at which the ray enters each slot.
 * @param first the least t at which slots count, in all lanes. `last` is the largest t at which slots count.
 * @param slack the factor for the t at which the ray leaves a slot, in all lanes. Not used unless `hasSlack`, for which
 *   callers pass a constant.
 * @returns a bit for each slot that the ray enters.
 */
@inline
export function enteredSlots(
  ray: usize, nodeAt: usize, nears: usize, first: v128, last: v128, hasSlack: bool, slack: v128,
): i32 {
  const nearX = <usize>load<u32>(ray, NEAR_BOUNDS);
  const nearY = <usize>load<u32>(ray, NEAR_BOUNDS + 4);
  const nearZ = <usize>load<u32>(ray, NEAR_BOUNDS + 8);
  const nearStartX = v128.load32_splat(ray, NEAR_STARTS);
  const nearStartY = v128.load32_splat(ray, NEAR_STARTS + 4);
  const nearStartZ = v128.load32_splat(ray, NEAR_STARTS + 8);
  const farStartX = v128.load32_splat(ray, FAR_STARTS);
  const farStartY = v128.load32_splat(ray, FAR_STARTS + 4);
  const farStartZ = v128.load32_splat(ray, FAR_STARTS + 8);
  const inverseX = v128.load32_splat(ray, INVERSES);
  const inverseY = v128.load32_splat(ray, INVERSES + 4);
  const inverseZ = v128.load32_splat(ray, INVERSES + 8);
  return testSlots(
    nodeAt, nears, nearX, nearY, nearZ, inverseX, inverseY, inverseZ,
    nearStartX, nearStartY, nearStartZ, farStartX, farStartY, farStartZ,
    first, last, hasSlack, slack,
  );
}

/**
 * Does {@link enteredSlots} for a ray whose numbers are parameters. The walks of the scene's boxes call this, as it is
 * inlined and the numbers then stay in registers: with a ray in memory, incoherent rays take 2% to 5% more time. Rays in
 * meshes do not.
 *
 * @param nearX the byte offset in a node of the bounds that the ray crosses first on the x axis: MIN_X or MAX_X. The
 *   bounds that it crosses last are at BOTH_X - nearX: see margins/slabRay.ts.
 * @param nearStartX what to add to `near·inverseX` to get the t at which the ray enters the slab, in all lanes.
 * @param farStartX what to add to `far·inverseX` to get the t at which the ray leaves the slab, in all lanes.
 */
@inline
export function testSlots(
  nodeAt: usize, nears: usize, nearX: usize, nearY: usize, nearZ: usize, inverseX: v128, inverseY: v128,
  inverseZ: v128, nearStartX: v128, nearStartY: v128, nearStartZ: v128, farStartX: v128, farStartY: v128,
  farStartZ: v128, first: v128, last: v128, hasSlack: bool, slack: v128,
): i32 {
  const enterXLow = multiplyAdd(v128.load(nodeAt + nearX), inverseX, nearStartX);
  const enterYLow = multiplyAdd(v128.load(nodeAt + nearY), inverseY, nearStartY);
  const enterZLow = multiplyAdd(v128.load(nodeAt + nearZ), inverseZ, nearStartZ);
  const leaveXLow = multiplyAdd(v128.load(nodeAt - nearX, BOTH_X), inverseX, farStartX);
  const leaveYLow = multiplyAdd(v128.load(nodeAt - nearY, BOTH_Y), inverseY, farStartY);
  const leaveZLow = multiplyAdd(v128.load(nodeAt - nearZ, BOTH_Z), inverseZ, farStartZ);
  const enterLow = latest(enterXLow, enterYLow, enterZLow, first);
  const leaveLow = earliest(leaveXLow, leaveYLow, leaveZLow, last);
  v128.store(nears, enterLow);
  const enterXHigh = multiplyAdd(v128.load(nodeAt + nearX, 16), inverseX, nearStartX);
  const enterYHigh = multiplyAdd(v128.load(nodeAt + nearY, 16), inverseY, nearStartY);
  const enterZHigh = multiplyAdd(v128.load(nodeAt + nearZ, 16), inverseZ, nearStartZ);
  const leaveXHigh = multiplyAdd(v128.load(nodeAt - nearX, BOTH_X + 16), inverseX, farStartX);
  const leaveYHigh = multiplyAdd(v128.load(nodeAt - nearY, BOTH_Y + 16), inverseY, farStartY);
  const leaveZHigh = multiplyAdd(v128.load(nodeAt - nearZ, BOTH_Z + 16), inverseZ, farStartZ);
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
