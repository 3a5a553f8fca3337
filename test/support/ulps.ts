const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The float64 that is `count` steps above a finite number, or below it if the count is negative. */
export function step(value: number, count: number): number {
  float[0] = value;
  // The bits of a float64 are in the order of integers, if those of negative numbers are reversed.
  const position = (bits[0] >= 0n ? bits[0] : -(bits[0] & 0x7fffffffffffffffn)) + BigInt(count);
  bits[0] = position >= 0n ? position : -position | -0x8000000000000000n;
  return float[0];
}
