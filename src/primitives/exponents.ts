const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(number.buffer);

/** Returns the exponent bits of a positive number: its binary exponent plus 1023, or 0 for a denormal number. */
export function exponentOf(positive: number): number {
  number[0] = positive;
  return words[1] >>> 20;
}

/** Returns the power of two that has the exponent bits `exponent`. The inverse of {@link exponentOf}. */
export function powerOf(exponent: number): number {
  words[0] = 0;
  words[1] = exponent << 20;
  return number[0];
}

/**
 * Returns a power of two that scales a positive number to at least 1 and less than 4. A denormal number is scaled as
 * near to 1 as a power of two can.
 */
export function unitScale(positive: number): number {
  return powerOf(Math.max(2046 - exponentOf(positive), 1));
}

/** If the largest of the numbers is between these, no product of four overflows, or underflows where it matters. */
const LEAST_SAFE = 1e-60;
const MOST_SAFE = 1e60;

/** Returns the power of two by which numbers, the largest of this size, must be scaled before they are multiplied. Mostly 1. */
export function safeScale(size: number): number {
  return size > MOST_SAFE || (size < LEAST_SAFE && size > 0) ? unitScale(size) : 1;
}
