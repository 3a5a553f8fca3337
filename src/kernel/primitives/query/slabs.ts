import { ORIGIN, RAY } from '../../../bvh/layout/kernelLayout';
import {
  AABB_32,
  CONTENT,
  IN_SLOT,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  OBB,
} from '../../../bvh/layout/nodeLayout';
import { AABB_STRIDE, INVERSE, OBB_STRIDE, TRANSLATION } from '../../../primitives/flat/boxLayout';
import { DIRECTION, SOLID, T_MAX, T_MIN, WIDENING } from '../../../primitives/flat/rayLayout';
import { aabb32, aabb64, obbs } from '../../memory/boundScene';
import { memoryBase } from '../../memory/host';

/**
 * The exact test of the box in a slot, operation by operation that of primitives/slabs.ts and primitives/raycastObb.ts:
 * every rounding here is made there too. Both planes of a slab are tested at once, the lower in one lane: where the ray
 * moves along the axis, the smaller t is near, the same quotient as is found there by the sign of the direction.
 *
 * It is part of the walk's loop, and so calls nothing: what the loop holds in registers would have to be put away.
 *
 * @returns `t` where RAY meets the box within its range, or NaN.
 */
export function slabHit(slot: usize): f64 {
  let originX = v128.load64_splat(memoryBase, RAY * 8);
  let originY = v128.load64_splat(memoryBase, RAY * 8 + 8);
  let originZ = v128.load64_splat(memoryBase, RAY * 8 + 16);
  let directionX = v128.load64_splat(memoryBase, (RAY + DIRECTION) * 8);
  let directionY = v128.load64_splat(memoryBase, (RAY + DIRECTION) * 8 + 8);
  let directionZ = v128.load64_splat(memoryBase, (RAY + DIRECTION) * 8 + 16);
  const widening = load<f64>(memoryBase, (RAY + WIDENING) * 8);
  let boundsX: v128;
  let boundsY: v128;
  let boundsZ: v128;
  const place = load<u32>(slot, CONTENT * 4);
  const kind = place >>> 30;
  const index = <usize>(place & 0x3fffffff);
  if (kind <= <u32>AABB_32) {
    const isInSlot = kind == IN_SLOT;
    const box = isInSlot ? slot : aabb32 + index * (AABB_STRIDE * 4);
    if (isInSlot) {
      boundsX = f64x2.add(floatPair(box + MIN_X * 4, box + MAX_X * 4), v128.load64_splat(memoryBase, ORIGIN * 8));
      boundsY = f64x2.add(floatPair(box + MIN_Y * 4, box + MAX_Y * 4), v128.load64_splat(memoryBase, ORIGIN * 8 + 8));
      boundsZ = f64x2.add(floatPair(box + MIN_Z * 4, box + MAX_Z * 4), v128.load64_splat(memoryBase, ORIGIN * 8 + 16));
    } else {
      boundsX = floatPair(box, box + 12);
      boundsY = floatPair(box + 4, box + 16);
      boundsZ = floatPair(box + 8, box + 20);
    }
  } else {
    const isObb = kind == OBB;
    const box = isObb ? obbs + index * (OBB_STRIDE * 8) : aabb64 + index * (AABB_STRIDE * 8);
    boundsX = v128.load64_lane(box, v128.load64_zero(box), 1, 24);
    boundsY = v128.load64_lane(box, v128.load64_zero(box, 8), 1, 32);
    boundsZ = v128.load64_lane(box, v128.load64_zero(box, 16), 1, 40);
    if (isObb) {
      if (widening != 0) {
        const x = f64x2.add(f64x2.abs(originX), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8)));
        const y = f64x2.add(f64x2.abs(originY), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8 + 8)));
        const z = f64x2.add(f64x2.abs(originZ), f64x2.abs(v128.load64_splat(box, TRANSLATION * 8 + 16)));
        const size = f64x2.max(f64x2.max(x, y), z);
        boundsX = widen(boundsX, f64x2.mul(rowSize(box + INVERSE * 8), size), widening);
        boundsY = widen(boundsY, f64x2.mul(rowSize(box + INVERSE * 8 + 24), size), widening);
        boundsZ = widen(boundsZ, f64x2.mul(rowSize(box + INVERSE * 8 + 48), size), widening);
      }
      // Into the box's own space, the origin in one lane and the direction in the other.
      const x = f64x2.sub(originX, v128.load64_zero(box, TRANSLATION * 8));
      const y = f64x2.sub(originY, v128.load64_zero(box, TRANSLATION * 8 + 8));
      const z = f64x2.sub(originZ, v128.load64_zero(box, TRANSLATION * 8 + 16));
      const xs = v128.shuffle<i64>(x, directionX, 0, 2);
      const ys = v128.shuffle<i64>(y, directionY, 0, 2);
      const zs = v128.shuffle<i64>(z, directionZ, 0, 2);
      const localX = rowDot(box + INVERSE * 8, xs, ys, zs);
      const localY = rowDot(box + INVERSE * 8 + 24, xs, ys, zs);
      const localZ = rowDot(box + INVERSE * 8 + 48, xs, ys, zs);
      originX = v128.shuffle<i64>(localX, localX, 0, 0);
      originY = v128.shuffle<i64>(localY, localY, 0, 0);
      originZ = v128.shuffle<i64>(localZ, localZ, 0, 0);
      directionX = v128.shuffle<i64>(localX, localX, 1, 1);
      directionY = v128.shuffle<i64>(localY, localY, 1, 1);
      directionZ = v128.shuffle<i64>(localZ, localZ, 1, 1);
    }
  }

  if (widening != 0 && kind != OBB) {
    const size = f64x2.max(f64x2.max(f64x2.abs(originX), f64x2.abs(originY)), f64x2.abs(originZ));
    boundsX = widen(boundsX, size, widening);
    boundsY = widen(boundsY, size, widening);
    boundsZ = widen(boundsZ, size, widening);
  }

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
  // Adding 0 turns -0 into 0.
  if (near >= tMin) return near + 0;
  if (load<f64>(memoryBase, (RAY + SOLID) * 8) != 0) return tMin + 0;
  return far > tMax ? NaN : far + 0;
}

/** Two float32 numbers as float64. */
function floatPair(low: usize, high: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load32_lane(high, v128.load32_zero(low), 1));
}

/** Whether a direction takes the ray along its axis; one that is not a number does not. */
function isMoving(direction: v128): bool {
  return abs(f64x2.extract_lane(direction, 0)) > 0;
}

function isBetween(origin: v128, bounds: v128): bool {
  const at = f64x2.extract_lane(origin, 0);
  return f64x2.extract_lane(bounds, 0) <= at && at <= f64x2.extract_lane(bounds, 1);
}

/** Bounds widened as by primitives/widen.ts, given the size of the origin's numbers. */
function widen(bounds: v128, size: v128, widening: f64): v128 {
  const outward = f64x2.replace_lane(f64x2.splat(widening), 0, -widening);
  return f64x2.add(bounds, f64x2.mul(outward, f64x2.add(size, f64x2.abs(bounds))));
}

function rowSize(row: usize): v128 {
  const x = f64x2.abs(v128.load64_splat(row));
  const y = f64x2.abs(v128.load64_splat(row, 8));
  const z = f64x2.abs(v128.load64_splat(row, 16));
  return f64x2.add(f64x2.add(x, y), z);
}

function rowDot(row: usize, xs: v128, ys: v128, zs: v128): v128 {
  const x = f64x2.mul(v128.load64_splat(row), xs);
  const y = f64x2.mul(v128.load64_splat(row, 8), ys);
  const z = f64x2.mul(v128.load64_splat(row, 16), zs);
  return f64x2.add(f64x2.add(x, y), z);
}
