import type { Coordinates } from '../shapes/vec3';
import { SAFE_SIZE } from '../shapes/matrix4';
import { COLUMNS, TRANSLATION } from './boxLayout';

/**
 * Returns whether float64 can hold the corners of an OBB in the world. On each world axis, the absolute values of the
 * terms of a corner must have a finite sum: the three products of a matrix row and the largest local coordinates, and
 * the translation. Rounding is monotonic, so no intermediate number for any point of the box then overflows.
 */
export function isPlaced(b: Float64Array, at: number): boolean {
  return sumOfSizes(b, at, 0) < Infinity && sumOfSizes(b, at, 1) < Infinity && sumOfSizes(b, at, 2) < Infinity;
}

function sumOfSizes(b: Float64Array, at: number, row: number): number {
  const m = at + COLUMNS + row;
  return (
    Math.abs(b[m]) * reach(b, at) +
    Math.abs(b[m + 3]) * reach(b, at + 1) +
    Math.abs(b[m + 6]) * reach(b, at + 2) +
    Math.abs(b[at + TRANSLATION + row])
  );
}

/** Returns the largest absolute value of a local box's coordinates on the axis whose min is at `at`. */
function reach(b: Float64Array, at: number): number {
  return Math.max(Math.abs(b[at]), Math.abs(b[at + 3]));
}

/** Returns whether every coordinate of the points has an absolute value smaller than {@link SAFE_SIZE}. */
export function areSafe(points: Coordinates): boolean {
  for (let at = 0; at < points.length; at += 3) if (!(sizeOf(points, at) < SAFE_SIZE)) return false;
  return true;
}

/**
 * Throws unless float64 can hold the corners of the OBB with the record `b`: see {@link isPlaced}.
 *
 * @param name the argument that the error names.
 * @param corners what the error calls the corners.
 * @returns whether all numbers of the OBB are smaller than {@link SAFE_SIZE}.
 */
export function checkCorners(name: string, b: Float64Array, corners = 'all corners'): boolean {
  if (isMatrixSafe(b) && sizeOf(b, 0) + sizeOf(b, 3) < SAFE_SIZE) return true;
  if (!isPlaced(b, 0)) refuse(name, b, corners);
  return false;
}

/** Returns whether all numbers of the matrix in an OBB's record are smaller than {@link SAFE_SIZE}. */
function isMatrixSafe(b: Float64Array): boolean {
  return sizeOf(b, COLUMNS) + sizeOf(b, COLUMNS + 3) + (sizeOf(b, COLUMNS + 6) + sizeOf(b, TRANSLATION)) < SAFE_SIZE;
}

/** Returns the sum of three absolute values, which none of them exceeds. One sum is faster than three tests. */
function sizeOf(b: Coordinates, at: number): number {
  return Math.abs(b[at]) + Math.abs(b[at + 1]) + Math.abs(b[at + 2]);
}

function refuse(name: string, b: Float64Array, corners: string): never {
  const row = sumOfSizes(b, 0, 0) === Infinity ? 0 : sumOfSizes(b, 0, 1) === Infinity ? 1 : 2;
  const terms = [0, 1, 2].map((k) => `${Math.abs(b[COLUMNS + 3 * k + row])}·${reach(b, k)}`);
  throw new RangeError(
    `${name} must keep ${corners} below 1.8e308, the end of float64, but on ${'xyz'[row]} the sizes that are added up for ` +
      `one are ${terms.join(' + ')} + ${Math.abs(b[TRANSLATION + row])}: make the box, the scale or the translation smaller`,
  );
}
