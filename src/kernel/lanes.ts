/** Operations on the lanes of a SIMD vector. */

/** Returns the sum of the four integer lanes of a vector. */
export function sumOf(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}

/**
 * Returns the largest of the four float32 lanes of a vector, none of them negative, in all four lanes. May ignore NaN.
 */
export function largestLane(lanes: v128): v128 {
  const pairs = f32x4.pmax(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return f32x4.pmax(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2));
}

/** Returns the least of the four unsigned integer lanes of a vector. */
export function leastLane(lanes: v128): u32 {
  const pairs = i32x4.min_u(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return <u32>i32x4.extract_lane(i32x4.min_u(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2)), 0);
}

/** Returns the lane of a float32 vector for an axis: 0, 1 or 2. */
export function ofAxis(lanes: v128, axis: i32): f32 {
  if (axis == 0) return f32x4.extract_lane(lanes, 0);
  return axis == 1 ? f32x4.extract_lane(lanes, 1) : f32x4.extract_lane(lanes, 2);
}

/** Returns a vector that has, in all four lanes, the lane of `lanes` for an axis: 0, 1 or 2. */
export function splatAxis(lanes: v128, axis: i32): v128 {
  if (axis == 0) return v128.shuffle<i32>(lanes, lanes, 0, 0, 0, 0);
  return axis == 1 ? v128.shuffle<i32>(lanes, lanes, 1, 1, 1, 1) : v128.shuffle<i32>(lanes, lanes, 2, 2, 2, 2);
}

/**
 * Returns the larger of the two float64 lanes of a vector. Unlike `max` of two numbers, it compiles without a branch.
 */
export function largerOf(lanes: v128): f64 {
  return f64x2.extract_lane(f64x2.max(lanes, swapped(lanes)), 0);
}

/** Returns the two float64 lanes of a vector in reverse order. */
export function swapped(lanes: v128): v128 {
  return v128.shuffle<i64>(lanes, lanes, 1, 0);
}

/**
 * Returns a vector that has `a·b + c` in each of four float32 lanes. An engine with relaxed SIMD may round once, after
 * the addition. Other engines also round after the multiplication: see build/separateMultiplyAdd.ts. Callers must be
 * correct either way.
 */
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f32x4.relaxed_madd(a, b, c);
}

/**
 * Returns normal·p for one corner p of each of four slots. `x`, `y` and `z` are the addresses of the corners' numbers.
 */
export function alongNormal(normalX: v128, normalY: v128, normalZ: v128, x: usize, y: usize, z: usize): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(normalX, v128.load(x)), f32x4.mul(normalY, v128.load(y))),
    f32x4.mul(normalZ, v128.load(z)),
  );
}
