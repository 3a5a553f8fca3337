import { RAY } from '../../../bvh/layout/kernelLayout';
import { SOLID, T_MAX, T_MIN } from '../../../primitives/flat/rayLayout';
import { memoryBase } from '../../memory/workingMemory';

/**
 * Tests a ray against the three slabs of a box by the operations of primitives/query/slabs.ts, so every rounding is
 * equal. Both planes of a slab are tested at once, the lower plane in lane 0. If the ray moves along the axis, the
 * smaller t is near: JavaScript takes the same quotient by the sign of the direction.
 *
 * The test runs in the loop of a tree walk and calls no function: a call would spill the registers of the loop.
 *
 * @param boundsX the min and the max of the box on the x axis, in the space in which the box is axis-aligned.
 * @param originX the ray's origin on the x axis in that space, in both lanes. `directionX` is its direction.
 * @returns `t` where the ray hits the box within RAY's range, or NaN.
 */
export function slabHit(
  boundsX: v128, boundsY: v128, boundsZ: v128, originX: v128, originY: v128, originZ: v128,
  directionX: v128, directionY: v128, directionZ: v128,
): f64 {
  let nears = f64x2.splat(-Infinity);
  let fars = f64x2.splat(Infinity);
  let areNumbers = i64x2.splat(-1);
  if (isMoving(directionX)) {
    const t = f64x2.div(f64x2.sub(boundsX, originX), directionX);
    const other = v128.shuffle<i64>(t, t, 1, 0);
    nears = f64x2.pmax(nears, f64x2.pmin(t, other));
    fars = f64x2.pmin(fars, f64x2.pmax(t, other));
    areNumbers = v128.and(areNumbers, f64x2.eq(t, t));
  } else if (!isBetween(originX, boundsX)) return NaN;
  if (isMoving(directionY)) {
    const t = f64x2.div(f64x2.sub(boundsY, originY), directionY);
    const other = v128.shuffle<i64>(t, t, 1, 0);
    nears = f64x2.pmax(nears, f64x2.pmin(t, other));
    fars = f64x2.pmin(fars, f64x2.pmax(t, other));
    areNumbers = v128.and(areNumbers, f64x2.eq(t, t));
  } else if (!isBetween(originY, boundsY)) return NaN;
  if (isMoving(directionZ)) {
    const t = f64x2.div(f64x2.sub(boundsZ, originZ), directionZ);
    const other = v128.shuffle<i64>(t, t, 1, 0);
    nears = f64x2.pmax(nears, f64x2.pmin(t, other));
    fars = f64x2.pmin(fars, f64x2.pmax(t, other));
    areNumbers = v128.and(areNumbers, f64x2.eq(t, t));
  } else if (!isBetween(originZ, boundsZ)) return NaN;

  const near = f64x2.extract_lane(nears, 0);
  const far = f64x2.extract_lane(fars, 0);
  const tMin = load<f64>(memoryBase, (RAY + T_MIN) * 8);
  const tMax = load<f64>(memoryBase, (RAY + T_MAX) * 8);
  if (!i64x2.all_true(areNumbers) || near > far || far < tMin || near > tMax) return NaN;
  // Adding 0 turns a `t` of -0 into 0.
  if (near >= tMin) return near + 0;
  if (load<f64>(memoryBase, (RAY + SOLID) * 8) != 0) return tMin + 0;
  return far > tMax ? NaN : far + 0;
}

/** Returns whether a ray moves along an axis, given its direction on the axis. False for a NaN direction. */
function isMoving(direction: v128): bool {
  return abs(f64x2.extract_lane(direction, 0)) > 0;
}

function isBetween(origin: v128, bounds: v128): bool {
  const at = f64x2.extract_lane(origin, 0);
  return f64x2.extract_lane(bounds, 0) <= at && at <= f64x2.extract_lane(bounds, 1);
}
