import { AFFINE_TOLERANCE } from './affineTolerance';

/** 16 numbers, column-major: element 12, 13, 14 are the translation. `THREE.Matrix4` goes in as it is. */
export type Matrix4 = ArrayLike<number> | { readonly elements: ArrayLike<number> };

export function elementsOf(matrix: Matrix4): ArrayLike<number> {
  return 'elements' in matrix ? matrix.elements : matrix;
}

/**
 * Whether the last row of a matrix, 16 numbers from `from`, is 0, 0, 0, 1; the 1 up to the rounding of an inverse, and it is taken
 * for 1 everywhere.
 */
export function isAffine(m: ArrayLike<number>, from = 0): boolean {
  return m[from + 3] === 0 && m[from + 7] === 0 && m[from + 11] === 0 && Math.abs(m[from + 15] - 1) <= AFFINE_TOLERANCE;
}

/**
 * Inverts the linear part of an affine matrix, 16 numbers from `from`, by adjugate and determinant, into 9 numbers from `at`, row
 * by row. JavaScript's one place where it is done (the kernel has it once more, operation by operation), so that every exact
 * answer rests on the same roundings.
 *
 * @returns whether there is an inverse in float64: false where the matrix is singular, or so large or small that its
 *   determinant over- or underflows, and then the output is of no use.
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
  // A determinant of zero shows in the entries, as infinities or NaNs. A row of zeros is left of a singular matrix whose
  // determinant is not quite zero for its rounding.
  for (let k = at; k < at + 9; k++) if (!Number.isFinite(out[k])) return false;
  return hasRow(out, at) && hasRow(out, at + 3) && hasRow(out, at + 6);
}

function hasRow(m: Float64Array, at: number): boolean {
  return m[at] !== 0 || m[at + 1] !== 0 || m[at + 2] !== 0;
}
