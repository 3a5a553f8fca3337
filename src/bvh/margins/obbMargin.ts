import { COLUMNS, INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';

/** u = 2^-53, half a unit in the last place of 1: the largest relative rounding error of float64. */
const U = 2 ** -53;

/**
 * The largest number in an OBB for which no product in the computation of its margin overflows. The smallest number for
 * which none underflows is 1 / MARGIN_RANGE.
 */
export const MARGIN_RANGE = 2 ** 200;

/**
 * How far beyond an OBB's corners the exact test of the OBB may still return a hit, because of rounding:
 * `base + slope·p`. In it, p is the distance of the ray's origin from the matrix's translation (the largest of the
 * three axes).
 *
 * With M the matrix's linear part, N the inverse as stored, T the matrix's translation, ℓ a bound on the local
 * coordinates and u = 2^-53:
 * - The test computes the ray's origin in local space to 4.1u|N||p|, and its direction to 3.1u|N||d|. It compares with
 *   the slabs to 2.1u(ℓ + |N||p|).
 * - Suppose the test finds that the ray is inside at t, with the point P. Then the exact N(P - T) is in the local box
 *   up to η = 2.1uℓ + 9.5u|N||p| + 3.2u|N||P - T|, as |t·d| <= |P - T| + |p|.
 * - With MN = I + F and |F| <= E: P - T = M·local + Mη - F(P - T).
 *
 * Let w be the distance of this point from the box. In the largest-axis norm, with s = |M|ℓ, α = ‖|M||N|‖ and e = ‖E‖:
 *
 *     w <= 2.1us + 9.5uαp + (3.2uα + e)(s + w)
 *
 * If 3.2uα + e <= 1/4, then w <= 4/3·(2.1us + 3.2uαs + es) + 13uαp. The constants in the code are rounded up. e is
 * computed from the residual MN - I, so a badly conditioned matrix has a large margin.
 *
 * If 3.2uα + e > 1/4, or the numbers leave the range in which the bound was derived, the base is Infinity, and queries
 * never skip the box.
 */
export interface ObbMargin {
  base: number;
  slope: number;
  /** How far an OBB's local box reaches from the matrix's translation on each world axis. */
  spanX: number;
  spanY: number;
  spanZ: number;
}

export function createObbMargin(): ObbMargin {
  return { base: 0, slope: 0, spanX: 0, spanY: 0, spanZ: 0 };
}

/** Writes the margin of the OBB record that starts at `at` in `b` to `out`. */
export function obbMargin(b: Float64Array, at: number, out: ObbMargin): void {
  const localX = Math.max(Math.abs(b[at]), Math.abs(b[at + 3]));
  const localY = Math.max(Math.abs(b[at + 1]), Math.abs(b[at + 4]));
  const localZ = Math.max(Math.abs(b[at + 2]), Math.abs(b[at + 5]));
  let condition = 0;
  let residual = 0;
  let largest = Math.max(localX, localY, localZ);
  for (let row = 0; row < 3; row++) {
    const mX = b[at + COLUMNS + row];
    const mY = b[at + COLUMNS + 3 + row];
    const mZ = b[at + COLUMNS + 6 + row];
    const span = Math.abs(mX) * localX + Math.abs(mY) * localY + Math.abs(mZ) * localZ;
    if (row === 0) out.spanX = span;
    else if (row === 1) out.spanY = span;
    else out.spanZ = span;
    let conditionOfRow = 0;
    let residualOfRow = 0;
    for (let column = 0; column < 3; column++) {
      const nX = b[at + INVERSE + column];
      const nY = b[at + INVERSE + 3 + column];
      const nZ = b[at + INVERSE + 6 + column];
      const size = Math.abs(mX * nX) + Math.abs(mY * nY) + Math.abs(mZ * nZ);
      conditionOfRow += size;
      residualOfRow += Math.abs(mX * nX + mY * nY + mZ * nZ - (row === column ? 1 : 0)) + 5 * U * size;
      largest = Math.max(largest, Math.abs(mX), Math.abs(mY), Math.abs(mZ), Math.abs(nX), Math.abs(nY), Math.abs(nZ));
    }
    largest = Math.max(largest, Math.abs(b[at + TRANSLATION + row]));
    condition = Math.max(condition, conditionOfRow);
    residual = Math.max(residual, residualOfRow);
  }
  const span = Math.max(out.spanX, out.spanY, out.spanZ);
  const isInRange = largest <= MARGIN_RANGE && 4 * U * condition + residual <= 0.25;
  out.slope = isInRange ? 16 * U * condition : 0;
  // The margin's term 2^-800 covers underflow: a few times 2^-1074, through a matrix of at most MARGIN_RANGE.
  out.base = isInRange ? 2 * span * (4 * U + 4 * U * condition + residual) + 2 ** -800 : Infinity;
}
