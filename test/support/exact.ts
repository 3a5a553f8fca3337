/**
 * Arithmetic without rounding. A float64 is an integer times 2^-1074, and sums and products of integers are exact. A product
 * of n numbers is scaled by 2^(1074 n).
 */
const float = new Float64Array(1);
const bits = new BigUint64Array(float.buffer);

/** A finite number times 2^1074, exactly. */
export function exact(value: number): bigint {
  float[0] = value;
  const word = bits[0];
  const exponent = (word >> 52n) & 0x7ffn;
  const fraction = word & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return word >> 63n === 0n ? size : -size;
}

/** 1, scaled like the results of {@link exact}. */
export const ONE = 1n << 1074n;
