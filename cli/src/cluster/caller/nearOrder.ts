import type { FloatArray } from 'slabtree';

/** How many bits of each of a ray's 6 numbers are in its key. A float64 holds the 30 bits and an index below 2^22 exactly. */
const BITS = 5;
const LEVELS = 1 << BITS;
/** The most rays that {@link nearOrder} can sort at once. */
export const LONGEST_ORDER = 2 ** 22;

/**
 * Returns the indices of rays in an order in which neighbours have near origins and similar directions: along a Morton curve
 * through the origins and directions. At each level of the curve, the bits of the origin precede the bits of the direction.
 */
export function nearOrder(rays: FloatArray): Uint32Array {
  const count = rays.length / 6;
  const lows = new Float64Array(6).fill(Infinity);
  const highs = new Float64Array(6).fill(-Infinity);
  const ray = new Float64Array(6);
  for (let i = 0; i < count; i++) {
    readPlace(rays, i, ray);
    for (let k = 0; k < 6; k++) {
      if (ray[k] < lows[k]) lows[k] = ray[k];
      if (ray[k] > highs[k]) highs[k] = ray[k];
    }
  }
  const scales = lows.map((low, k) => (highs[k] > low ? LEVELS / (highs[k] - low) : 0));
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    readPlace(rays, i, ray);
    let code = 0;
    for (let k = 0; k < 6; k++) {
      code |= SPREAD[Math.min(LEVELS - 1, Math.floor((ray[k] - lows[k]) * scales[k]))] << (5 - k);
    }
    keys[i] = code * LONGEST_ORDER + i;
  }
  // Each sorting key has the ray's index in its low digits, so rays of equal Morton codes stay in order.
  keys.sort();
  return Uint32Array.from(keys, (key) => key % LONGEST_ORDER);
}

/** Writes to `ray` the origin of a ray, and its direction scaled so that the largest component is 1. */
function readPlace(rays: FloatArray, index: number, ray: Float64Array): void {
  const at = 6 * index;
  const longest = Math.max(Math.abs(rays[at + 3]), Math.abs(rays[at + 4]), Math.abs(rays[at + 5]));
  for (let k = 0; k < 3; k++) {
    ray[k] = rays[at + k];
    ray[k + 3] = rays[at + 3 + k] / longest;
  }
}

/** For each number of {@link BITS} bits, the number with five zeros between its bits, for a Morton code of six numbers. */
const SPREAD = Uint32Array.from({ length: LEVELS }, (_, number) => {
  let spread = 0;
  for (let bit = 0; bit < BITS; bit++) spread |= ((number >> bit) & 1) << (6 * bit);
  return spread;
});
