/** Operations on the lanes of a vector. */

/** The sum of four integers. */
export function sumOf(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}

/** The largest of the first three of four float32 numbers, which are those of the axes. */
export function largestOfAxes(lanes: v128): f32 {
  return max(max(f32x4.extract_lane(lanes, 0), f32x4.extract_lane(lanes, 1)), f32x4.extract_lane(lanes, 2));
}

/** The float32 number for an axis. */
export function ofAxis(lanes: v128, axis: i32): f32 {
  if (axis == 0) return f32x4.extract_lane(lanes, 0);
  return axis == 1 ? f32x4.extract_lane(lanes, 1) : f32x4.extract_lane(lanes, 2);
}

/** The float32 number for an axis, in all four lanes. */
export function splatAxis(lanes: v128, axis: i32): v128 {
  if (axis == 0) return v128.shuffle<i32>(lanes, lanes, 0, 0, 0, 0);
  return axis == 1 ? v128.shuffle<i32>(lanes, lanes, 1, 1, 1, 1) : v128.shuffle<i32>(lanes, lanes, 2, 2, 2, 2);
}

/** The larger of two float64 numbers. */
export function largerOf(lanes: v128): f64 {
  return max(f64x2.extract_lane(lanes, 0), f64x2.extract_lane(lanes, 1));
}
