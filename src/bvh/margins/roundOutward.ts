const float32 = new Float32Array(1);
const bits = new Int32Array(float32.buffer);

/** The largest float32 not above a number. */
export function roundDown(value: number): number {
  const rounded = Math.fround(value);
  return rounded <= value ? rounded : below(rounded);
}

/** The smallest float32 not below a number. */
export function roundUp(value: number): number {
  return -roundDown(-value);
}

/** The next float32 below one that is not -Infinity. Bits of a float32 order as integers do, apart from the sign. */
function below(value: number): number {
  if (value === 0) return -1.401298464324817e-45;
  float32[0] = value;
  bits[0] += value > 0 ? -1 : 1;
  return float32[0];
}
