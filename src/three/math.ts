/** This file has the operations on numbers, vectors, planes and matrices that three.js does not have. */
import type { Plane } from 'slabtree';
import type { Box3, Matrix4, Plane as PlaneOfThree, Ray } from 'three';

/**
 * How far outside the box of an object three.js may report a hit on the object, because it rounds in another order than the box
 * test. Relative to the coordinates and distances. The search of a ray begins this much before `near` and ends this much beyond
 * `far`; three.js then applies `near` and `far` exactly.
 */
export const HIT_TOLERANCE = 1e-9;

/**
 * Returns how far the point (x, y, z) is in front of a plane, times the length of the plane's normal. three.js's renderer clips
 * by the same formula.
 */
export function distanceTo({ normal, constant }: Plane, x: number, y: number, z: number): number {
  return normal.x * x + normal.y * y + normal.z * z + constant;
}

/** Returns the distance along a ray to a plane; negative if the plane is behind the origin. */
export function distanceAlong({ origin, direction }: Ray, plane: PlaneOfThree): number {
  return -plane.distanceToPoint(origin) / plane.normal.dot(direction);
}

/** Whether a box is neither empty nor infinite. */
export function isFilled(box: Box3): boolean {
  const { min, max } = box;
  return !box.isEmpty() && Number.isFinite(min.manhattanLength() + max.manhattanLength());
}

/** Whether the last row of a 4 × 4 matrix is 0 0 0 1. The matrix is 16 numbers of `m` from index `at` on, column-major. */
export function isAffine(m: ArrayLike<number>, at: number): boolean {
  return m[at + 3] === 0 && m[at + 7] === 0 && m[at + 11] === 0 && m[at + 15] === 1;
}

/**
 * Returns how many world units a ray in an object's space covers per unit of its parameter t: the length of the ray's direction
 * after the object's world matrix. NaN if the matrix is not affine.
 */
export function speedOf({ direction: { x, y, z } }: Ray, { elements: m }: Matrix4): number {
  if (!isAffine(m, 0)) return NaN;
  const stepX = m[0] * x + m[4] * y + m[8] * z;
  const stepY = m[1] * x + m[5] * y + m[9] * z;
  const stepZ = m[2] * x + m[6] * y + m[10] * z;
  return Math.sqrt(stepX * stepX + stepY * stepY + stepZ * stepZ);
}

/** Copies the numbers of `from` to `to`, where they begin at index `at`. Returns whether this has changed any number of `to`. */
export function copyChanged(from: ArrayLike<number>, to: Float64Array, at: number): boolean {
  let hasChanged = false;
  for (let i = 0; i < from.length; i++) {
    // Object.is is used as it treats NaN as equal to NaN, unlike ===: a number that stays NaN has not changed.
    if (Object.is(from[i], to[at + i])) continue;
    to[at + i] = from[i];
    hasChanged = true;
  }
  return hasChanged;
}
