import { AABB_STRIDE, INVERSE, TRANSLATION } from '../flat/boxLayout';
import type { RayBuffer } from '../flat/rayBuffer';
import { WIDENING } from '../flat/rayLayout';

const widened = new Float64Array(AABB_STRIDE);

/**
 * The bounds of an axis-aligned box, widened for the ray by as much of its numbers, and of the origin's, as the ray says:
 * whoever computes with these numbers in an order of his own rounds to less. By the largest of the origin's, on every axis:
 * where he goes another way, through a matrix say, there is something of all of them in each. Valid until the next call.
 */
export function widenAabb(b: Float32Array | Float64Array, at: number, ray: RayBuffer): Float64Array {
  const size = Math.max(Math.abs(ray[0]), Math.abs(ray[1]), Math.abs(ray[2]));
  for (let k = 0; k < 3; k++) widen(b, at + k, k, size, ray[WIDENING]);
  return widened;
}

/** The same of an oriented box, in its own space; the numbers are those that the origin's local coordinates are made of. */
export function widenObb(b: Float64Array, at: number, ray: RayBuffer): Float64Array {
  const size = Math.max(
    Math.abs(ray[0]) + Math.abs(b[at + TRANSLATION]),
    Math.abs(ray[1]) + Math.abs(b[at + TRANSLATION + 1]),
    Math.abs(ray[2]) + Math.abs(b[at + TRANSLATION + 2]),
  );
  for (let k = 0, row = at + INVERSE; k < 3; k++, row += 3) {
    const rowSize = Math.abs(b[row]) + Math.abs(b[row + 1]) + Math.abs(b[row + 2]);
    widen(b, at + k, k, rowSize * size, ray[WIDENING]);
  }
  return widened;
}

function widen(b: Float32Array | Float64Array, at: number, axis: number, size: number, widening: number): void {
  widened[axis] = b[at] - widening * (size + Math.abs(b[at]));
  widened[axis + 3] = b[at + 3] + widening * (size + Math.abs(b[at + 3]));
}
