import type { Box3 } from 'three';

/** Determinants beyond which float64 may not have the inverse. */
const SMALLEST = 1e-290;
const LARGEST = 1e290;

/** Whether a matrix, 16 numbers from `at`, has an inverse, so that what it places is an oriented box. */
export function isInvertible(m: ArrayLike<number>, at = 0): boolean {
  const determinant =
    m[at] * (m[at + 5] * m[at + 10] - m[at + 9] * m[at + 6]) -
    m[at + 4] * (m[at + 1] * m[at + 10] - m[at + 9] * m[at + 2]) +
    m[at + 8] * (m[at + 1] * m[at + 6] - m[at + 5] * m[at + 2]);
  // False too where it is not a number.
  return Math.abs(determinant) > SMALLEST && Math.abs(determinant) < LARGEST;
}

/** Whether there is anything in a box, and it ends somewhere. */
export function isFilled(box: Box3): boolean {
  const { min, max } = box;
  return !box.isEmpty() && Number.isFinite(min.x + min.y + min.z + max.x + max.y + max.z);
}
