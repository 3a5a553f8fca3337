const float32 = /* @__PURE__ */ new Float32Array(1);
const bits = /* @__PURE__ */ new Int32Array(float32.buffer);

/** Returns the largest float32 that is not greater than `value`. */
export function roundDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded <= value ? rounded : below(rounded);
}

/** Returns the smallest float32 that is not less than `value`. */
export function roundUp(value: number): number {
  return -roundDown(-value);
}

/**
 * Returns the next float32 below a float32 that is not -Infinity. The bits of float32 numbers, apart from the sign bit,
 * order like integers.
 */
function below(value: number): number {
  if (value === 0) return -1.401298464324817e-45;
  float32[0] = value;
  bits[0] += value > 0 ? -1 : 1;
  return float32[0];
}
