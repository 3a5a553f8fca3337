import type { Coordinates } from '../shapes/vec3';
import { INVERSE, TRANSLATION } from '../flat/boxLayout';
import type { RayBuffer } from '../flat/rayBuffer';
import { WIDENING } from '../flat/rayLayout';

/**
 * Writes the bounds of an axis-aligned box, widened for a ray. Each bound moves outward by the ray's WIDENING times
 * the sum of two sizes: of the bound itself, and of the ray's origin. This covers the rounding of other code that
 * computes with the same numbers in another order.
 *
 * The size of the origin is its largest coordinate, on every axis. Other code may transform the origin, for example by
 * a matrix, and then each coordinate has rounding errors of all three.
 */
export function widenAabb(b: Coordinates, at: number, ray: RayBuffer, out: Float64Array): void {
  const size = Math.max(Math.abs(ray[0]), Math.abs(ray[1]), Math.abs(ray[2]));
  for (let k = 0; k < 3; k++) widen(b, at + k, k, size, ray[WIDENING], out);
}

/**
 * Writes the local bounds of an oriented box, widened for a ray like {@link widenAabb}. In place of the origin's size,
 * uses the sum of the sizes of the terms that add up to each of the origin's local coordinates.
 */
export function widenObb(b: Float64Array, at: number, ray: RayBuffer, out: Float64Array): void {
  const size = Math.max(
    Math.abs(ray[0]) + Math.abs(b[at + TRANSLATION]),
    Math.abs(ray[1]) + Math.abs(b[at + TRANSLATION + 1]),
    Math.abs(ray[2]) + Math.abs(b[at + TRANSLATION + 2]),
  );
  for (let k = 0, row = at + INVERSE; k < 3; k++, row += 3) {
    const rowSize = Math.abs(b[row]) + Math.abs(b[row + 1]) + Math.abs(b[row + 2]);
    widen(b, at + k, k, rowSize * size, ray[WIDENING], out);
  }
}

function widen(b: Coordinates, at: number, axis: number, size: number, widening: number, out: Float64Array): void {
  out[axis] = b[at] - widening * (size + Math.abs(b[at]));
  out[axis + 3] = b[at + 3] + widening * (size + Math.abs(b[at + 3]));
}
