import type { Aabb } from './aabb';
import { COLUMNS, INVERSE, TRANSLATION } from './boxLayout';
import { checkAffine, checkBounds } from './check';
import { elementsOf, invertLinear, isAffine, type Matrix4 } from './matrix4';

/** Writes the min and max of a box; throws, under that name, unless they are finite and ordered. */
export function readBounds(name: string, box: Aabb, out: Float64Array): void {
  checkBounds(name, box);
  const { min, max } = box;
  out[0] = min.x;
  out[1] = min.y;
  out[2] = min.z;
  out[3] = max.x;
  out[4] = max.y;
  out[5] = max.z;
}

/** As {@link readBounds}, for a box that must not be oriented: its matrix would be dropped. */
export function readAabb(name: string, box: Aabb, out: Float64Array): void {
  readBounds(name, box, out);
  if ('matrix' in box)
    throw new TypeError(`${name} must be axis-aligned, got one with a matrix: that is an oriented box`);
}

/** Writes a matrix that places a box, and its inverse; throws, under that name, unless it is affine and has one. */
export function readMatrix(name: string, matrix: Matrix4, out: Float64Array): void {
  checkAffine(name, matrix);
  if (tryReadMatrix(elementsOf(matrix), 0, out, 0)) return;
  throw new RangeError(
    `${name} must not be singular, got a matrix without an inverse in float64; ` +
      'for a flat box make the local box flat and keep the scale away from 0',
  );
}

/**
 * Writes a matrix, 16 numbers from `from`, into the record at `at` as {@link readMatrix} does, or returns false where they are
 * not finite, not affine or singular.
 */
export function tryReadMatrix(m: ArrayLike<number>, from: number, out: Float64Array, at: number): boolean {
  for (let i = from; i < from + 16; i++) if (!Number.isFinite(m[i])) return false;
  if (!isAffine(m, from) || !invertLinear(m, from, out, at + INVERSE)) return false;
  for (let row = 0; row < 3; row++) {
    out[at + TRANSLATION + row] = m[from + 12 + row];
    for (let column = 0; column < 3; column++) out[at + COLUMNS + 3 * column + row] = m[from + 4 * column + row];
  }
  return true;
}

/** The middle between a min and the max three numbers on; halved first, as the sum of two large numbers overflows. */
export function middle(b: Float32Array | Float64Array, at: number): number {
  return b[at] / 2 + b[at + 3] / 2;
}

export function halfSize(b: Float32Array | Float64Array, at: number): number {
  return b[at + 3] / 2 - b[at] / 2;
}
