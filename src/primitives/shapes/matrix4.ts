import { AFFINE_TOLERANCE } from './affineTolerance';
import { checkFinite, isObject, show } from '../check';

/**
 * A matrix of 16 numbers, column-major: elements 12, 13 and 14 are the translation. You can pass a `THREE.Matrix4`. See
 * {@link BoxScene.addInstance}.
 */
export type Matrix4 = ArrayLike<number> | { readonly elements: ArrayLike<number> };

/** Returns the numbers of a matrix, unchecked. Throws, naming the argument, unless there are 16. */
export function elementsOf(name: string, matrix: Matrix4): ArrayLike<number> {
  const elements: unknown = isObject(matrix) && 'elements' in matrix ? matrix.elements : matrix;
  if (!isObject(elements) || !('length' in elements)) {
    const remedy = isObject(matrix) && 'matrixWorld' in matrix ? ': give its matrixWorld' : '';
    throw new TypeError(`${name} must be 16 numbers, column-major, or { elements }, got ${show(matrix)}${remedy}`);
  }
  const { length } = elements;
  if (length !== 16) throw new RangeError(`${name} must hold 16 numbers, got ${show(length)}`);
  return elements as ArrayLike<number>;
}

/**
 * If all numbers of a matrix and of a local box are smaller than SAFE_SIZE, float64 can hold the corners of the box.
 * Nearly all boxes pass this quick check, and need no exact check: see flat/corners.ts.
 */
export const SAFE_SIZE = 2 ** 501;

/**
 * Reads each of a matrix's 16 numbers once. Throws, naming the argument, unless all are finite.
 *
 * @returns whether all numbers are smaller than {@link SAFE_SIZE}.
 */
export function readMatrix4(name: string, matrix: Matrix4, out: Float64Array): boolean {
  const elements = elementsOf(name, matrix);
  let areSafe = true;
  for (let i = 0; i < 16; i++) {
    const element = elements[i];
    if (!isSafe(element)) {
      checkFinite(`${name}[${i}]`, element);
      areSafe = false;
    }
    out[i] = element;
  }
  return areSafe;
}

function isSafe(element: unknown): boolean {
  return typeof element === 'number' && Math.abs(element) < SAFE_SIZE;
}

/**
 * Reads a matrix that places a box: its 16 numbers into `out`, and the inverse of its linear part into 9 numbers from
 * `at`. Throws, naming the argument, unless the matrix is finite, affine and not singular.
 *
 * @returns whether all numbers of the matrix are smaller than {@link SAFE_SIZE}.
 */
export function readInvertible(
  name: string,
  matrix: Matrix4,
  out: Float64Array,
  inverse: Float64Array,
  at: number,
): boolean {
  const areSafe = readMatrix4(name, matrix, out);
  if (!isAffine(out)) {
    throw new RangeError(
      `${name} must be affine (elements 3, 7, 11 and 15 are 0, 0, 0 and 1, column-major), ` +
        `got ${out[3]}, ${out[7]}, ${out[11]} and ${out[15]}`,
    );
  }
  if (invertLinear(out, 0, inverse, at)) return areSafe;
  throw new RangeError(
    `${name} must not be singular, got a matrix without an inverse in float64; ` +
      'for a flat box, make the local box flat instead of scaling it by 0',
  );
}

/**
 * Returns whether the last row of a matrix (16 numbers from `from`) is 0, 0, 0, 1. The 1 may be off by the rounding of
 * an inverse. All other code treats the last element as exactly 1.
 */
export function isAffine(m: ArrayLike<number>, from = 0): boolean {
  return m[from + 3] === 0 && m[from + 7] === 0 && m[from + 11] === 0 && Math.abs(m[from + 15] - 1) <= AFFINE_TOLERANCE;
}

/**
 * Inverts the linear part of an affine matrix (16 numbers from `from`) by adjugate and determinant. Writes 9 numbers
 * from `at`, row by row. All JavaScript code inverts matrices with this function, and the kernel has the same
 * operations, so that every exact answer has the same roundings.
 *
 * @returns whether there is an inverse in float64. There is none if the matrix is singular, or so large or small that
 *   its determinant overflows or underflows. The output is then meaningless.
 */
export function invertLinear(m: ArrayLike<number>, from: number, out: Float64Array, at: number): boolean {
  const a = m[from];
  const b = m[from + 4];
  const c = m[from + 8];
  const d = m[from + 1];
  const e = m[from + 5];
  const f = m[from + 9];
  const g = m[from + 2];
  const h = m[from + 6];
  const i = m[from + 10];
  const cofactorA = e * i - f * h;
  const cofactorB = f * g - d * i;
  const cofactorC = d * h - e * g;
  const determinant = a * cofactorA + b * cofactorB + c * cofactorC;
  out[at] = cofactorA / determinant;
  out[at + 1] = (c * h - b * i) / determinant;
  out[at + 2] = (b * f - c * e) / determinant;
  out[at + 3] = cofactorB / determinant;
  out[at + 4] = (a * i - c * g) / determinant;
  out[at + 5] = (c * d - a * f) / determinant;
  out[at + 6] = cofactorC / determinant;
  out[at + 7] = (b * g - a * h) / determinant;
  out[at + 8] = (a * e - b * d) / determinant;
  if (!Number.isFinite(determinant)) return false;
  // A determinant of zero leaves infinities or NaNs in the inverse. A singular matrix whose determinant is not quite
  // zero, because of rounding, leaves a row of zeros.
  for (let k = at; k < at + 9; k++) if (!Number.isFinite(out[k])) return false;
  return hasRow(out, at) && hasRow(out, at + 3) && hasRow(out, at + 6);
}

function hasRow(m: Float64Array, at: number): boolean {
  return m[at] !== 0 || m[at + 1] !== 0 || m[at + 2] !== 0;
}
