import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { WIDENING } from '../../primitives/flat/rayLayout';
import { MARGIN_RANGE } from './obbMargin';
import type { SceneMeasure } from './sceneMeasure';

/**
 * The indices in the output of {@link writeRayBounds} where the near origins, the far origins and the inverse
 * directions begin. There are three of each, for the three axes.
 */
export const NEAR_ORIGIN = 0;
export const FAR_ORIGIN = 3;
export const INVERSE_DIRECTION = 6;

/**
 * A ray for tests against node bounds: three near origins, three far origins, three inverse directions. The two origins are
 * apart on each axis by what may be lost to rounding: one is for the planes that the ray enters by, the other for the planes
 * that it leaves by.
 */
export type RayBounds = Float64Array;

/**
 * Prepares a ray for tests of node bounds, as `(bound - origin)·inverse`. In these tests the ray enters a slab of the
 * bounds no later, and leaves it no earlier, than any slab of a box inside them in the exact test, which is
 * `(bound - origin) / direction`.
 *
 * On one axis, with M = |ray origin| + the scene's magnitude and u = 2^-53:
 * - Subtracting the tree's origin rounds the box's bound by at most 2uM, and the ray's origin by at most uM.
 * - Adding the pad to the origin rounds by uM.
 * - `bound - origin` rounds by 3uM in the test of node bounds, and by uM in the exact test.
 * - The reciprocal makes a relative u of at most 3M.
 *
 * That is 11uM at most. The near plane is therefore tested from an origin 16uM further along the ray, and the far plane
 * from one 16uM further back. Where 16uM vanishes, the two origins move by at least the smallest number. If an OBB's
 * margin takes its bounds far out of the scene, the bounds round by more, but the margin's constants are rounded up by
 * far more than that. What remains is one rounding in each test, of a product for node bounds and of a quotient in the
 * exact test, and rounding keeps order.
 *
 * If the reciprocal or the product would leave the range of these error bounds, the inverse is NaN. Every comparison
 * with the axis's distances is then false, and the axis culls nothing.
 *
 * If the direction is 0, the inverse is Infinity. The distances are then infinite, or NaN on the plane itself. The axis
 * culls if the origin is outside the slab, and otherwise never.
 *
 * @param beyond how far beyond the bounds of its triangles a ray may hit a mesh: see guardReach.
 * @param reach how far beyond the bounds of boxes the ray meets them, on each axis. Null if it does not.
 */
export function writeRayBounds(
  measure: SceneMeasure,
  ray: RayBuffer,
  out: RayBounds,
  beyond = 0,
  reach: Float64Array | null = null,
): void {
  let extra = widenedReach(measure, ray) + beyond;
  if (measure.obbSlope > 0) {
    let distance = 0;
    let largest = 0;
    let direction = 0;
    for (let k = 0; k < 3; k++) {
      distance = Math.max(distance, Math.abs(ray[k] - measure.origin[k]));
      largest = Math.max(largest, Math.abs(ray[k]));
      direction = Math.max(direction, Math.abs(ray[k + 3]));
    }
    if (distance > measure.reach) extra += measure.obbSlope * (distance - measure.reach) * 1.001;
    // The margins of OBBs are derived for ray numbers within MARGIN_RANGE. For other rays the tree culls nothing.
    if (!(largest <= MARGIN_RANGE && direction <= MARGIN_RANGE && direction >= 1 / MARGIN_RANGE)) extra = NaN;
  }
  for (let k = 0; k < 3; k++) {
    const origin = ray[k] - measure.origin[k];
    const direction = ray[k + 3];
    const size = Math.abs(ray[k]) + measure.magnitude[k];
    const pad = 2 ** -49 * size + Number.MIN_VALUE + extra + (reach === null ? 0 : reach[k]);
    const towards = direction < 0 ? -pad : pad;
    const inverse = 1 / direction;
    const isSafe = direction === 0 || (Math.abs(direction) < 2 ** 1021 && Math.abs(inverse) * (size + pad) < 1e300);
    out[NEAR_ORIGIN + k] = origin + towards;
    out[FAR_ORIGIN + k] = origin - towards;
    out[INVERSE_DIRECTION + k] = direction === 0 ? Infinity : isSafe ? inverse : NaN;
  }
}

/**
 * Returns how far a box that a ray widens may reach beyond the bounds of the box, on any axis of the world.
 *
 * Let ε be the widening, |o| the largest axis of the ray's origin, and S the largest axis of |ray origin| + the scene's
 * magnitude:
 * - An axis-aligned box, with b its bounds, reaches ε(|o| + |b|) <= 2εS.
 * - An oriented box reaches ε(|N|(|o| + |T|) + ℓ) in its own space. In the world that is ε(|M||N|(|o| + |T|) + |M|ℓ) <=
 *   ε(α + 1)S, in the terms of obbMargin.ts, whose slope is 16uα.
 *
 * The result is twice as much, which covers the rounding in this function and in the test.
 */
export function widenedReach(measure: SceneMeasure, ray: RayBuffer): number {
  if (ray[WIDENING] === 0) return 0;
  let size = 0;
  for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(ray[k]) + measure.magnitude[k]);
  const condition = measure.obbSlope / (16 * 2 ** -53);
  return 2 * ray[WIDENING] * (condition + 2) * size;
}
