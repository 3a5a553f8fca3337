const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(number.buffer);

/** Returns the exponent in the bits of a positive number. It is biased by 1023, and 0 for a denormal number. */
export function exponentOf(positive: number): number {
  number[0] = positive;
  return words[1] >>> 20;
}

/** Returns the power of two with that exponent in its bits. All other bits are 0. */
export function powerOf(exponent: number): number {
  words[0] = 0;
  words[1] = exponent << 20;
  return number[0];
}

/**
 * Returns a power of two that brings a positive number to a size from 1 to less than 4, or a denormal one as near as
 * there is.
 */
export function unitScale(positive: number): number {
  return powerOf(Math.max(2046 - exponentOf(positive), 1));
}
