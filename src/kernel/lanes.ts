/** Operations on the lanes of a vector. */

/** Returns the sum of four integers. */
export function sumOf(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}

/** Returns the largest of four float32 numbers that are not negative, in all four lanes. May ignore NaN. */
export function largestLane(lanes: v128): v128 {
  const pairs = f32x4.pmax(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return f32x4.pmax(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2));
}

/** Returns the least of four unsigned integers. */
export function leastLane(lanes: v128): u32 {
  const pairs = i32x4.min_u(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return <u32>i32x4.extract_lane(i32x4.min_u(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** Returns the float32 lane of an axis. */
export function ofAxis(lanes: v128, axis: i32): f32 {
  if (axis == 0) return f32x4.extract_lane(lanes, 0);
  return axis == 1 ? f32x4.extract_lane(lanes, 1) : f32x4.extract_lane(lanes, 2);
}

/** Returns the float32 lane of an axis, in all four lanes. */
export function splatAxis(lanes: v128, axis: i32): v128 {
  if (axis == 0) return v128.shuffle<i32>(lanes, lanes, 0, 0, 0, 0);
  return axis == 1 ? v128.shuffle<i32>(lanes, lanes, 1, 1, 1, 1) : v128.shuffle<i32>(lanes, lanes, 2, 2, 2, 2);
}

/** Returns the larger of two float64 numbers. Engines compile `max` of lanes without a branch, and `max` of numbers with one. */
export function largerOf(lanes: v128): f64 {
  return f64x2.extract_lane(f64x2.max(lanes, swapped(lanes)), 0);
}

/** Returns two float64 lanes in reverse order. */
export function swapped(lanes: v128): v128 {
  return v128.shuffle<i64>(lanes, lanes, 1, 0);
}

/**
 * Returns `a·b + c` of four float32 numbers. An engine with relaxed SIMD may round once, after the addition. Other
 * engines round after the multiplication, too: see build/separateMultiplyAdd.ts. Callers must be correct either way.
 */
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f32x4.relaxed_madd(a, b, c);
}

/** Returns normal·p for one corner p of each of four slots, given the addresses of the coordinates. */
export function alongNormal(normalX: v128, normalY: v128, normalZ: v128, x: usize, y: usize, z: usize): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(normalX, v128.load(x)), f32x4.mul(normalY, v128.load(y))),
    f32x4.mul(normalZ, v128.load(z)),
  );
}
