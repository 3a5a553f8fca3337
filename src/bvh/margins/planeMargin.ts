import type { SceneMeasure } from './sceneMeasure';

/** The numbers of a prepared plane: normal x y z, constant, constant relative to the tree's origin, margin. */
export const PLANE_STRIDE = 6;
export const CONSTANT = 3;
export const RELATIVE_CONSTANT = 4;
export const MARGIN = 5;

/**
 * Prepares a plane for tests against node bounds in float64. If the bounds are on one side by more than the margin, the
 * exact test of every box inside them, rounding included, gives the same side. kernel/margins/planeMargin.ts derives
 * the wider margin for tests in float32.
 *
 * With u = 2^-53:
 * - The exact test sums terms that are at most m = Σ|normal|·magnitude + |constant| in total.
 * - The distance and radius in that test are off by no more than 24um together. OBBs are the worst case, as their
 *   centre and projected axes are sums themselves.
 * - Moving the plane and the bounds to the tree's origin, and summing up once more, adds less than 20um.
 * - The margin is 64um, and a little for products that underflow.
 *
 * The margin is Infinity, so that bounds decide nothing, in two cases: if m overflows, or if the normal is so long that
 * its product with an OBB's axis (at most 2^200 long, see obbMargin) might.
 */
export function writePlaneBounds(
  measure: SceneMeasure,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
  out: Float64Array,
  at: number,
): void {
  const { origin, magnitude } = measure;
  const sum =
    Math.abs(normalX) * magnitude[0] +
    Math.abs(normalY) * magnitude[1] +
    Math.abs(normalZ) * magnitude[2] +
    Math.abs(constant);
  out[at] = normalX;
  out[at + 1] = normalY;
  out[at + 2] = normalZ;
  out[at + CONSTANT] = constant;
  out[at + RELATIVE_CONSTANT] = normalX * origin[0] + normalY * origin[1] + normalZ * origin[2] + constant;
  const longest = Math.max(Math.abs(normalX), Math.abs(normalY), Math.abs(normalZ));
  out[at + MARGIN] = longest <= 2 ** 800 ? 2 ** -47 * sum + 2 ** -800 : Infinity;
}
