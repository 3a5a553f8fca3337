import { EXTENT, MAGNITUDE, ORIGIN, PLANE_LIMIT, PLANE_NUMBERS, PLANES } from '../../bvh/layout/kernelLayout';
import { exchanged } from '../memory/exchange';
import { memoryBase } from '../memory/host';
import { coarsest } from './rayMargin';
import { EPSILON, U } from './rounding';

/** The planes that are asked about as they are tested against node bounds, in float32: normal, constant less and plus a margin. */
const BOUNDS_BYTES: usize = 32;
const PLANE_BOUNDS: usize = memoryBase + memory.data(PLANE_LIMIT * 32, 16);

/** Stands for a component that is 0, or does not tell, so that its product with any bound is a number. */
const TINY: f64 = 1e-37;

export function planeAt(index: i32): usize {
  return memoryBase + PLANES * 8 + <usize>index * (PLANE_NUMBERS * 8);
}

export function planeBoundsAt(index: i32): usize {
  return PLANE_BOUNDS + <usize>index * BOUNDS_BYTES;
}

/**
 * Prepares a plane for tests against node bounds in float32: where the corner of bounds farthest behind has
 * `normal·p + (constant - margin) >= 0`, every box inside them is in front by the exact test, with its rounding, and where
 * the corner farthest in front has `normal·p + (constant + margin) < 0`, behind. Where bounds that are a box itself have the
 * former < 0 with `+ margin`, and the latter >= 0 with `- margin`, the exact test says that it crosses.
 *
 * The plane is scaled by a power of two, so that its longest component is from 1 to 2. The exact test, and what is rounded
 * in float64 here, stay within 64um, m = Σ|normal|·magnitude + |constant| (see planeMargin.ts). With ε = 2^-24 and
 * s = Σ|normal|·extent + |constant relative to the origin|, the plane's own rounding to float32 takes εs and that of the
 * shifted constant as much, three products and their sum 4εs, as all bounds lie within the extent, or are widened by far
 * more than they are rounded. The margin is 16εs + 128um, and a little for what underflows and for TINY. It is Infinity, and
 * no bounds tell, where a number would leave float32, and where the normal is so long that its product with an OBB's axis,
 * at most 2^200 long, might overflow in the exact test, or so short that what underflows there is not little.
 *
 * @returns whether the margin is small enough for float32 to tell as much as float64 does.
 */
export function preparePlane(index: i32): bool {
  const plane = planeAt(index);
  const bounds = planeBoundsAt(index);
  const normalX = load<f64>(plane);
  const normalY = load<f64>(plane, 8);
  const normalZ = load<f64>(plane, 16);
  const constant = load<f64>(plane, 24);
  const longest = max(max(abs(normalX), abs(normalY)), abs(normalZ));
  // One over the power of two that the longest component's exponent stands for.
  const scale = reinterpret<f64>((2046 - ((reinterpret<u64>(longest) >> 52) & 2047)) << 52);
  const relative =
    normalX * exchanged(ORIGIN) + normalY * exchanged(ORIGIN + 1) + normalZ * exchanged(ORIGIN + 2) + constant;
  let near = abs(relative * scale);
  let sum = abs(constant * scale);
  let largest: f64 = 0;
  for (let k = 0; k < 3; k++) {
    const component = abs(load<f64>(plane + (<usize>k << 3)) * scale);
    near += component * exchanged(EXTENT + k);
    sum += component * exchanged(MAGNITUDE + k);
    largest = max(largest, exchanged(MAGNITUDE + k));
  }
  const isTame = longest >= 1e-180 && longest <= 1e240 && near <= 1e36 && sum <= 1e36 && largest <= 1e36;
  for (let k = 0; k < 3; k++) {
    const component = load<f64>(plane + (<usize>k << 3)) * scale;
    store<f32>(bounds + (<usize>k << 2), <f32>(isTame && abs(component) > TINY ? component : TINY));
  }
  const margin: f64 = isTame
    ? near * (16 * EPSILON) + sum * (128 * U) + largest * 1e-30 + 1e-36
    : Infinity;
  const middle = isTame ? relative * scale : 0;
  store<f32>(bounds, <f32>(middle - margin), 12);
  store<f32>(bounds, <f32>(middle + margin), 16);
  return margin <= <f64>coarsest;
}
