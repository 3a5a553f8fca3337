import { ORIGIN } from '../../bvh/layout/kernelLayout';
import { AABB_32, AABB_64, CONTENT, IN_SLOT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, OBB, WIDTH } from '../../bvh/layout/nodeLayout';
import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { indexOf, kindOf, recordAt } from '../boxes/boxStore';
import { BOX_BOUNDS, readRecord } from '../boxes/worldBounds';
import { aabb32, aabb64, obbs } from '../memory/boundScene';
import { exchanged, memoryBase } from '../memory/workingMemory';
import { writeAabbFrame, writeObbFrame } from '../primitives/flat/boxFrame';
import { distanceToAabb, distanceToObb, writeClosestOnAabb, writeClosestOnObb } from '../primitives/query/closestPoint';
import { aabbSide, obbSide } from '../primitives/query/planeSide';
import { aabbHit } from '../primitives/query/raycastAabb';
import { obbHit } from '../primitives/query/raycastObb';

/** Exact tests of the box in a slot, which take the address of the slot: see bvh/slots/slotBox.ts. */

/** Returns the `t` where RAY hits the box in a slot, widened by RAY's WIDENING, or NaN. */
export function hitSlotBox(slotAt: usize): f64 {
  const place = load<u32>(slotAt, CONTENT * 4);
  const kind = kindOf(place);
  const index = <usize>indexOf(place);
  let boundsX: v128;
  let boundsY: v128;
  let boundsZ: v128;
  if (kind == IN_SLOT) {
    boundsX = f64x2.add(floatPair(slotAt + MIN_X * 4, slotAt + MAX_X * 4), v128.load64_splat(memoryBase, ORIGIN * 8));
    boundsY = f64x2.add(floatPair(slotAt + MIN_Y * 4, slotAt + MAX_Y * 4), v128.load64_splat(memoryBase, ORIGIN * 8 + 8));
    boundsZ = f64x2.add(floatPair(slotAt + MIN_Z * 4, slotAt + MAX_Z * 4), v128.load64_splat(memoryBase, ORIGIN * 8 + 16));
  } else if (kind == AABB_32) {
    const box = aabb32 + index * (AABB_STRIDE * 4);
    boundsX = floatPair(box, box + 12);
    boundsY = floatPair(box + 4, box + 16);
    boundsZ = floatPair(box + 8, box + 20);
  } else if (kind == AABB_64) {
    const box = aabb64 + index * (AABB_STRIDE * 8);
    boundsX = v128.load64_lane(box, v128.load64_zero(box), 1, 24);
    boundsY = v128.load64_lane(box, v128.load64_zero(box, 8), 1, 32);
    boundsZ = v128.load64_lane(box, v128.load64_zero(box, 16), 1, 40);
  } else {
    return obbHit(obbs + index * (OBB_STRIDE * 8));
  }
  return aabbHit(boundsX, boundsY, boundsZ);
}

/** Returns two float32 numbers, given their addresses, as a vector of float64. */
function floatPair(low: usize, high: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load32_lane(high, v128.load32_zero(low), 1));
}

/**
 * Returns the address of the bounds of the box in a slot, in the box's own space: six float64 numbers. A record in
 * float64 begins with them. If possible, the bounds are read from the slot, which is in the cache.
 */
export function boundsOfSlotBox(slotAt: usize): usize {
  const place = load<u32>(slotAt, CONTENT * 4);
  const kind = kindOf(place);
  if (kind > AABB_32) return recordAt(place);
  if (kind == AABB_32) {
    readRecord(place);
    return BOX_BOUNDS;
  }
  for (let k = 0; k < 3; k++) {
    const bound = slotAt + <usize>k * (WIDTH * 4);
    const number = BOX_BOUNDS + (<usize>k << 3);
    store<f64>(number, <f64>load<f32>(bound, MIN_X * 4) + exchanged(ORIGIN + k));
    store<f64>(number, <f64>load<f32>(bound, MAX_X * 4) + exchanged(ORIGIN + k), 24);
  }
  return BOX_BOUNDS;
}

export function isObbInSlot(slotAt: usize): bool {
  return kindOf(load<u32>(slotAt, CONTENT * 4)) == OBB;
}

/** Returns the side of a plane that the box in a slot is on. */
export function sideOfSlotBox(slotAt: usize, plane: usize): i32 {
  const bounds = boundsOfSlotBox(slotAt);
  return isObbInSlot(slotAt) ? obbSide(bounds, plane) : aabbSide(bounds, plane);
}

/** Writes the frame (centre, half edges, axes, normals) of the box in a slot. */
export function writeSlotFrame(slotAt: usize, out: usize): void {
  const bounds = boundsOfSlotBox(slotAt);
  if (isObbInSlot(slotAt)) writeObbFrame(bounds, out);
  else writeAabbFrame(bounds, out);
}

/**
 * Returns the distance of POINT from the box in a slot.
 *
 * @param limit if the distance is greater than `limit`, any other number greater than `limit` may be returned.
 * @returns the distance, or NEEDS_FLOAT64.
 */
export function distanceToSlotBox(slotAt: usize, limit: f64): f64 {
  const place = load<u32>(slotAt, CONTENT * 4);
  const kind = kindOf(place);
  const index = <usize>indexOf(place);
  if (kind == IN_SLOT) {
    return distanceToAabb(
      slotBound(slotAt, MIN_X, 0),
      slotBound(slotAt, MIN_Y, 1),
      slotBound(slotAt, MIN_Z, 2),
      slotBound(slotAt, MAX_X, 0),
      slotBound(slotAt, MAX_Y, 1),
      slotBound(slotAt, MAX_Z, 2),
    );
  }
  if (kind == AABB_32) {
    const b = aabb32 + index * (AABB_STRIDE * 4);
    return distanceToAabb(
      load<f32>(b), load<f32>(b, 4), load<f32>(b, 8), load<f32>(b, 12), load<f32>(b, 16), load<f32>(b, 20),
    );
  }
  if (kind == AABB_64) {
    const b = aabb64 + index * (AABB_STRIDE * 8);
    return distanceToAabb(
      load<f64>(b), load<f64>(b, 8), load<f64>(b, 16), load<f64>(b, 24), load<f64>(b, 32), load<f64>(b, 40),
    );
  }
  return distanceToObb(obbs + index * (OBB_STRIDE * 8), limit);
}

function slotBound(slotAt: usize, bound: usize, axis: i32): f64 {
  return <f64>load<f32>(slotAt + (bound << 2)) + exchanged(ORIGIN + axis);
}

/** Writes the point nearest to POINT on the box in a slot. Must be called after {@link distanceToSlotBox} for that slot. */
export function writeClosest(slotAt: usize, out: usize): void {
  if (isObbInSlot(slotAt)) writeClosestOnObb(out);
  else writeClosestOnAabb(boundsOfSlotBox(slotAt), out);
}
