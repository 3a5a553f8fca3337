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
} from '../bvh/nodeLayout';
import { AABB_STRIDE, INVERSE, OBB_STRIDE, TRANSLATION } from '../primitives/boxLayout';
import { DIRECTION, SOLID, T_MAX, T_MIN } from '../primitives/rayLayout';
import { ORIGIN } from './layout';
import { RAY } from './ray';
import { aabb32, aabb64, measured, obbs } from './scene';

/**
 * The exact test of the box in a slot, operation by operation that of primitives/slabs.ts and primitives/raycastObb.ts:
 * every rounding here is made there too. Where a direction is not 0, both planes are divided and the smaller is near: the
 * same two quotients. f64.min and f64.max hand on what is not a number, as Math.min and Math.max do.
 *
 * It is part of the walk's loop, and so calls nothing: what the loop holds in registers would have to be put away.
 *
 * @returns `t` where RAY meets the box within its range, or NaN.
 */
// @ts-ignore: decorator
@inline
export function slabHit(slot: usize): f64 {
  let originX = load<f64>(RAY);
  let originY = load<f64>(RAY, 8);
  let originZ = load<f64>(RAY, 16);
  let directionX = load<f64>(RAY, DIRECTION * 8);
  let directionY = load<f64>(RAY, DIRECTION * 8 + 8);
  let directionZ = load<f64>(RAY, DIRECTION * 8 + 16);
  let x0: f64;
  let y0: f64;
  let z0: f64;
  let x1: f64;
  let y1: f64;
  let z1: f64;
  const place = load<u32>(slot, CONTENT * 4);
  const kind = place >>> 30;
  const index = <usize>(place & 0x3fffffff);
  if (kind == IN_SLOT) {
    const shiftX = measured(ORIGIN);
    const shiftY = measured(ORIGIN + 1);
    const shiftZ = measured(ORIGIN + 2);
    x0 = <f64>load<f32>(slot, MIN_X * 4) + shiftX;
    y0 = <f64>load<f32>(slot, MIN_Y * 4) + shiftY;
    z0 = <f64>load<f32>(slot, MIN_Z * 4) + shiftZ;
    x1 = <f64>load<f32>(slot, MAX_X * 4) + shiftX;
    y1 = <f64>load<f32>(slot, MAX_Y * 4) + shiftY;
    z1 = <f64>load<f32>(slot, MAX_Z * 4) + shiftZ;
  } else if (kind == AABB_32) {
    const box = aabb32 + index * (AABB_STRIDE * 4);
    x0 = load<f32>(box);
    y0 = load<f32>(box, 4);
    z0 = load<f32>(box, 8);
    x1 = load<f32>(box, 12);
    y1 = load<f32>(box, 16);
    z1 = load<f32>(box, 20);
  } else {
    const box = kind == OBB ? obbs + index * (OBB_STRIDE * 8) : aabb64 + index * (AABB_STRIDE * 8);
    x0 = load<f64>(box);
    y0 = load<f64>(box, 8);
    z0 = load<f64>(box, 16);
    x1 = load<f64>(box, 24);
    y1 = load<f64>(box, 32);
    z1 = load<f64>(box, 40);
    if (kind == OBB) {
      // Into the box's own space, the origin in one lane and the direction in the other.
      const xs = f64x2(originX - load<f64>(box, TRANSLATION * 8), directionX);
      const ys = f64x2(originY - load<f64>(box, TRANSLATION * 8 + 8), directionY);
      const zs = f64x2(originZ - load<f64>(box, TRANSLATION * 8 + 16), directionZ);
      const localX = rowDot(box + INVERSE * 8, xs, ys, zs);
      const localY = rowDot(box + INVERSE * 8 + 24, xs, ys, zs);
      const localZ = rowDot(box + INVERSE * 8 + 48, xs, ys, zs);
      originX = f64x2.extract_lane(localX, 0);
      originY = f64x2.extract_lane(localY, 0);
      originZ = f64x2.extract_lane(localZ, 0);
      directionX = f64x2.extract_lane(localX, 1);
      directionY = f64x2.extract_lane(localY, 1);
      directionZ = f64x2.extract_lane(localZ, 1);
    }
  }

  let near: f64 = -Infinity;
  let far: f64 = Infinity;
  // Written so that a direction that is not a number counts as 0.
  if (abs(directionX) > 0) {
    const a = (x0 - originX) / directionX;
    const b = (x1 - originX) / directionX;
    near = min(a, b);
    far = max(a, b);
  } else if (!(x0 <= originX && originX <= x1)) return NaN;
  if (abs(directionY) > 0) {
    const a = (y0 - originY) / directionY;
    const b = (y1 - originY) / directionY;
    near = max(near, min(a, b));
    far = min(far, max(a, b));
  } else if (!(y0 <= originY && originY <= y1)) return NaN;
  if (abs(directionZ) > 0) {
    const a = (z0 - originZ) / directionZ;
    const b = (z1 - originZ) / directionZ;
    near = max(near, min(a, b));
    far = min(far, max(a, b));
  } else if (!(z0 <= originZ && originZ <= z1)) return NaN;

  const tMin = load<f64>(RAY, T_MIN * 8);
  const tMax = load<f64>(RAY, T_MAX * 8);
  if (!(near <= far) || far < tMin || near > tMax) return NaN;
  // Adding 0 turns -0 into 0.
  if (near >= tMin) return near + 0;
  if (load<f64>(RAY, SOLID * 8) != 0) return tMin + 0;
  return far > tMax ? NaN : far + 0;
}

// @ts-ignore: decorator
@inline
function rowDot(row: usize, xs: v128, ys: v128, zs: v128): v128 {
  const x = f64x2.mul(v128.load64_splat(row), xs);
  const y = f64x2.mul(v128.load64_splat(row, 8), ys);
  const z = f64x2.mul(v128.load64_splat(row, 16), zs);
  return f64x2.add(f64x2.add(x, y), z);
}
