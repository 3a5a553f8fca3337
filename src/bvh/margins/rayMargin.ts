import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { WIDENING } from '../../primitives/flat/rayLayout';
import { TAME } from './obbMargin';
import type { SceneMeasure } from './sceneMeasure';

/** Where the numbers of an axis begin in the output of {@link writeRayBounds}, and which is which. */
export const NEAR_ORIGIN = 0;
export const FAR_ORIGIN = 3;
export const INVERSE_DIRECTION = 6;

/** A ray for tests against node bounds: three near origins, three far origins, three inverse directions. */
export type RayBounds = Float64Array;

/**
 * Prepares a ray so that a slab of node bounds, tested as `(bound - origin)·inverse`, is entered no later and left no
 * earlier than any slab of a box inside it by the exact test `(bound - origin) / direction`.
 *
 * On one axis, with M = |ray origin| + the scene's magnitude and u = 2^-53: taking the tree's origin from the box's bound
 * and from the ray's origin rounds by at most 2uM and uM, the pad below by uM, `bound - origin` by 3uM here and uM in the
 * exact test, and the reciprocal makes a relative u of at most 3M. That is 11uM at most; so the near plane is tested from
 * an origin 16uM further along the ray, and the far plane from one 16uM further back (and by the smallest number at least,
 * where 16uM vanishes). Where an OBB's margin takes its bounds far out of the scene, they round by more, but the margin's
 * own constants are rounded up by far more than that. What remains is one rounding on
 * each side, of a product here and of a quotient there, and rounding keeps order.
 *
 * Where the reciprocal or the product would leave the range in which that holds, the inverse is NaN: every comparison with
 * the axis's distances is then false, and it culls nothing. Where the direction is 0, the inverse is Infinity: the
 * distances are infinite, or NaN on the plane itself, which culls where the origin is outside the slab and nowhere else.
 */
export function writeRayBounds(measure: SceneMeasure, ray: RayBuffer, out: RayBounds): void {
  let extra = widenedReach(measure, ray);
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
    // An OBB's margin was derived for rays within these sizes; for others the tree culls nothing.
    if (!(largest <= TAME && direction <= TAME && direction >= 1 / TAME)) extra = NaN;
  }
  for (let k = 0; k < 3; k++) {
    const origin = ray[k] - measure.origin[k];
    const direction = ray[k + 3];
    const size = Math.abs(ray[k]) + measure.magnitude[k];
    const pad = 2 ** -49 * size + Number.MIN_VALUE + extra;
    const towards = direction < 0 ? -pad : pad;
    const inverse = 1 / direction;
    const isSafe = direction === 0 || (Math.abs(direction) < 2 ** 1021 && Math.abs(inverse) * (size + pad) < 1e300);
    out[NEAR_ORIGIN + k] = origin + towards;
    out[FAR_ORIGIN + k] = origin - towards;
    out[INVERSE_DIRECTION + k] = direction === 0 ? Infinity : isSafe ? inverse : NaN;
  }
}

/**
 * How far beyond its bounds a box that is widened for the ray may reach, on any axis of the world.
 *
 * By ε a number, an axis-aligned box reaches ε(|o| + |b|) <= 2εS, with |o| the largest axis of the ray's origin and S that of
 * |ray origin| + the scene's magnitude. An oriented one, in its own space, ε(|N|(|o| + |T|) + ℓ), so in the world
 * ε(|M||N|(|o| + |T|) + |M|ℓ) <= ε(α + 1)S, in the terms of obbMargin.ts, whose slope is 16uα. Twice that covers what is
 * rounded here and in the test.
 */
export function widenedReach(measure: SceneMeasure, ray: RayBuffer): number {
  if (ray[WIDENING] === 0) return 0;
  let size = 0;
  for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(ray[k]) + measure.magnitude[k]);
  const condition = measure.obbSlope / (16 * 2 ** -53);
  return 2 * ray[WIDENING] * (condition + 2) * size;
}
