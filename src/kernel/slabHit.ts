import { INVERSE, TRANSLATION } from '../primitives/boxLayout';
import { DIRECTION, SOLID, T_MAX, T_MIN } from '../primitives/rayLayout';
import { RAY } from './ray';

/**
 * The exact tests, operation by operation those of primitives/slabs.ts and primitives/raycastObb.ts: every rounding here
 * is made there too. They give `t` where the ray meets a box within its range, or NaN.
 *
 * Where a direction is not 0, both planes are divided and the smaller is near: the same two quotients. f64.min and f64.max
 * hand on what is not a number, as Math.min and Math.max do.
 */

/** An AABB, min and max, in the space of the ray's origin and direction. */
// @ts-ignore: decorator
@inline
function slabHit(
  x0: f64,
  y0: f64,
  z0: f64,
  x1: f64,
  y1: f64,
  z1: f64,
  originX: f64,
  originY: f64,
  originZ: f64,
  directionX: f64,
  directionY: f64,
  directionZ: f64,
): f64 {
  let near: f64 = -Infinity;
  let far: f64 = Infinity;
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

/** An AABB in the ray's own space. */
// @ts-ignore: decorator
@inline
export function aabbHit(x0: f64, y0: f64, z0: f64, x1: f64, y1: f64, z1: f64): f64 {
  return slabHit(
    x0,
    y0,
    z0,
    x1,
    y1,
    z1,
    load<f64>(RAY),
    load<f64>(RAY, 8),
    load<f64>(RAY, 16),
    load<f64>(RAY, DIRECTION * 8),
    load<f64>(RAY, DIRECTION * 8 + 8),
    load<f64>(RAY, DIRECTION * 8 + 16),
  );
}

/** An OBB, by its record. */
// @ts-ignore: decorator
@inline
export function obbHit(box: usize): f64 {
  const x = load<f64>(RAY) - load<f64>(box, TRANSLATION * 8);
  const y = load<f64>(RAY, 8) - load<f64>(box, TRANSLATION * 8 + 8);
  const z = load<f64>(RAY, 16) - load<f64>(box, TRANSLATION * 8 + 16);
  // The origin in one lane, the direction in the other.
  const xs = f64x2(x, load<f64>(RAY, DIRECTION * 8));
  const ys = f64x2(y, load<f64>(RAY, DIRECTION * 8 + 8));
  const zs = f64x2(z, load<f64>(RAY, DIRECTION * 8 + 16));
  const localX = toLocal(box + INVERSE * 8, xs, ys, zs);
  const localY = toLocal(box + INVERSE * 8 + 24, xs, ys, zs);
  const localZ = toLocal(box + INVERSE * 8 + 48, xs, ys, zs);
  return slabHit(
    load<f64>(box),
    load<f64>(box, 8),
    load<f64>(box, 16),
    load<f64>(box, 24),
    load<f64>(box, 32),
    load<f64>(box, 40),
    f64x2.extract_lane(localX, 0),
    f64x2.extract_lane(localY, 0),
    f64x2.extract_lane(localZ, 0),
    f64x2.extract_lane(localX, 1),
    f64x2.extract_lane(localY, 1),
    f64x2.extract_lane(localZ, 1),
  );
}

// @ts-ignore: decorator
@inline
function toLocal(row: usize, xs: v128, ys: v128, zs: v128): v128 {
  const x = f64x2.mul(v128.load64_splat(row), xs);
  const y = f64x2.mul(v128.load64_splat(row, 8), ys);
  const z = f64x2.mul(v128.load64_splat(row, 16), zs);
  return f64x2.add(f64x2.add(x, y), z);
}
