/**
 * Half a unit in the last place of 1, in float64 and in float32. The rounding error of a sum, a product or a conversion
 * is at most this fraction of the result.
 */
export const U: f64 = 2 ** -53;
export const EPSILON: f64 = 2 ** -24;

/** Returns the largest float32 that is not greater than a number: see bvh/margins/roundOutward.ts. */
export function roundDown(value: f64): f32 {
  const rounded = <f32>value;
  if (<f64>rounded <= value) return rounded;
  if (rounded == 0) return -1.401298464324817e-45;
  const bits = reinterpret<i32>(rounded);
  return reinterpret<f32>(rounded > 0 ? bits - 1 : bits + 1);
}

/** Returns a vector of {@link roundDown} of four float64 numbers: two in `xy` and two in `z`. */
export function roundDownLanes(xy: v128, z: v128): v128 {
  const roundedXY = f32x4.demote_f64x2_zero(xy);
  const roundedZ = f32x4.demote_f64x2_zero(z);
  const isAboveXY = f64x2.gt(f64x2.promote_low_f32x4(roundedXY), xy);
  const isAboveZ = f64x2.gt(f64x2.promote_low_f32x4(roundedZ), z);
  const rounded = v128.shuffle<i32>(roundedXY, roundedZ, 0, 1, 4, 5);
  const isAbove = v128.shuffle<i32>(isAboveXY, isAboveZ, 0, 2, 4, 6);
  // The bits of float32 numbers of equal sign order like integers. The next lower float32 is one less as an integer, or
  // one more if the number is negative.
  const step = v128.or(i32x4.shl(i32x4.shr_s(rounded, 31), 1), i32x4.splat(1));
  const below = i32x4.sub(rounded, step);
  const isZero = f32x4.eq(rounded, f32x4.splat(0));
  return v128.bitselect(v128.bitselect(i32x4.splat(0x80000001), below, isZero), rounded, isAbove);
}
