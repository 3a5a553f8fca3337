import { EXTENT, MAGNITUDE, ORIGIN, PLANE_LIMIT, PLANE_NUMBERS, PLANES } from '../../bvh/layout/kernelLayout';
import { exchanged, memoryBase } from '../memory/workingMemory';
import { coarsest } from './rayMargin';
import { EPSILON, U } from './roundOutward';

const BOUNDS_BYTES: usize = 32;
/**
 * The planes of a query, prepared for tests against node bounds in float32: normal, constant minus the margin, constant
 * plus the margin.
 */
const PLANE_BOUNDS: usize = memoryBase + memory.data(PLANE_LIMIT * 32, 16);

/**
 * Replaces a component of a plane's normal that is 0 or too small to matter. The product of the component with any bound,
 * even an infinite one, is then not NaN.
 */
const TINY: f64 = 1e-37;

export function planeAt(index: i32): usize {
  return memoryBase + PLANES * 8 + <usize>index * (PLANE_NUMBERS * 8);
}

export function planeBoundsAt(index: i32): usize {
  return PLANE_BOUNDS + <usize>index * BOUNDS_BYTES;
}

/**
 * Prepares a plane for tests against node bounds in float32. The tests use two corners of the bounds, the one farthest
 * behind and the one farthest in front:
 * - If the corner farthest behind has `normal·p + (constant - margin) >= 0`, every box inside is in front by the exact
 *   test, rounding included.
 * - If the corner farthest in front has `normal·p + (constant + margin) < 0`, every box inside is behind.
 * - The bounds of a slot can equal its box. If the corner farthest behind then has `normal·p + (constant + margin) <
 *   0`, and the corner farthest in front has `normal·p + (constant - margin) >= 0`, the exact test finds that the box
 *   crosses the plane.
 *
 * The plane is scaled by a power of two that brings its longest component to between 1 and 2. With ε = 2^-24, m =
 * Σ|normal|·magnitude + |constant| and s = Σ|normal|·extent + |constant relative to the origin|:
 * - The errors of the exact test, and of the rounding in float64 here, are less than 64um, with u = 2^-53 (see
 *   planeMargin.ts).
 * - Rounding the plane to float32 takes εs, and rounding the shifted constant as much.
 * - Three products and their sum take 4εs, as all bounds lie within the extent, or are widened by far more than they
 *   are rounded.
 * - So a margin of 16εs + 128um, and a little more for underflow and for TINY, covers all errors.
 *
 * The margin is Infinity, and the bounds decide nothing, if a number would leave float32. The margin is also Infinity
 * if the normal is so long that its product with an OBB's axis, at most 2^200 long, might overflow in the exact test,
 * or so short that underflow in the exact test might exceed the margin.
 *
 * @returns whether the margin is small enough that float32 decides as much as float64.
 */
export function preparePlane(index: i32): bool {
  const plane = planeAt(index);
  const bounds = planeBoundsAt(index);
  const normalX = load<f64>(plane);
  const normalY = load<f64>(plane, 8);
  const normalZ = load<f64>(plane, 16);
  const constant = load<f64>(plane, 24);
  const longest = max(max(abs(normalX), abs(normalY)), abs(normalZ));
  // The inverse of the power of two that the exponent of the normal's longest component gives.
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
  const isInRange = longest >= 1e-180 && longest <= 1e240 && near <= 1e36 && sum <= 1e36 && largest <= 1e36;
  for (let k = 0; k < 3; k++) {
    const component = load<f64>(plane + (<usize>k << 3)) * scale;
    store<f32>(bounds + (<usize>k << 2), <f32>(isInRange && abs(component) > TINY ? component : TINY));
  }
  const margin: f64 = isInRange
    ? near * (16 * EPSILON) + sum * (128 * U) + largest * 1e-30 + 1e-36
    : Infinity;
  const middle = isInRange ? relative * scale : 0;
  store<f32>(bounds, <f32>(middle - margin), 12);
  store<f32>(bounds, <f32>(middle + margin), 16);
  return margin <= <f64>coarsest;
}
