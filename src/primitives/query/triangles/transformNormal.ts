import { exponentOf, powerOf } from '../../exponents';

/** If a transformed normal has a component of at least LARGE_ENOUGH, terms that underflow do not change the normal. */
const LARGE_ENOUGH = 2 ** -500;

/** The biased exponent of the number 1: see exponents.ts. */
const OF_ONE = 1023;
/** The largest biased exponent whose power of two has an inverse that is not denormal. */
const MOST = 2045;

/** The biased exponents of the normal's components, and of the largest number in each row of the inverse matrix. */
const ofNormal = /* @__PURE__ */ new Int32Array(3);
const ofRows = /* @__PURE__ */ new Int32Array(3);

/**
 * Transforms a normal into the world by the transposed inverse of a matrix. The result has any length but 0, however
 * large or small the numbers are.
 *
 * @param normal a normal of any length but 0.
 * @param inverse the inverse of the matrix's linear part, row by row from `at`. No row is 0.
 */
export function transformNormal(
  normal: Float64Array,
  inverse: Float64Array,
  at: number,
  out: Float64Array,
  outAt: number,
): void {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    const component = inverse[at + k] * x + inverse[at + 3 + k] * y + inverse[at + 6 + k] * z;
    out[outAt + k] = component;
    largest = Math.max(largest, Math.abs(component));
  }
  // A largest component that is NaN calls transformScaled, too, because every comparison with NaN is false.
  if (!(largest >= LARGE_ENOUGH && largest < Infinity)) transformScaled(normal, inverse, at, out, outAt);
}

/**
 * Does {@link transformNormal} with all terms scaled by powers of two, so that the largest term is near 1. Terms that
 * then underflow are too small to change the sum.
 */
function transformScaled(
  normal: Float64Array,
  inverse: Float64Array,
  at: number,
  out: Float64Array,
  outAt: number,
): void {
  let largest = -1;
  for (let i = 0, row = at; i < 3; i++, row += 3) {
    ofNormal[i] = exponent(Math.abs(normal[i]));
    ofRows[i] = exponent(Math.max(Math.abs(inverse[row]), Math.abs(inverse[row + 1]), Math.abs(inverse[row + 2])));
    if (normal[i] === 0) continue;
    if (largest < 0 || ofNormal[i] + ofRows[i] > ofNormal[largest] + ofRows[largest]) largest = i;
  }
  out.fill(0, outAt, outAt + 3);
  for (let i = 0; i < 3; i++) addTerm(normal, inverse, at, i, largest, out, outAt);
  if (out[outAt] !== 0 || out[outAt + 1] !== 0 || out[outAt + 2] !== 0) return;
  // If the terms of the sum cancel each other, the rows of the inverse are parallel up to rounding, and the largest row
  // gives the direction of the normal.
  addTerm(normal, inverse, at, largest, largest, out, outAt);
}

/** Adds a component of a normal times its matrix row to the result, scaled so that the largest product is about 1. */
function addTerm(
  normal: Float64Array,
  inverse: Float64Array,
  at: number,
  i: number,
  largest: number,
  out: Float64Array,
  outAt: number,
): void {
  const below = ofNormal[largest] + ofRows[largest] - ofNormal[i] - ofRows[i];
  if (normal[i] === 0 || below >= OF_ONE) return;
  const component = normal[i] * powerOf(2 * OF_ONE - ofNormal[i]) * powerOf(OF_ONE - below);
  const scale = powerOf(2 * OF_ONE - ofRows[i]);
  for (let k = 0; k < 3; k++) out[outAt + k] += inverse[at + 3 * i + k] * scale * component;
}

function exponent(size: number): number {
  return Math.min(exponentOf(size), MOST);
}
