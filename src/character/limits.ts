import type { Vec3 } from 'slabtree';

/**
 * The limits of a character, how steep and how high, with their tolerance. Scenes are often rounded to float32, so that a step of 0.3
 * is a little higher than 0.3. Beyond the tolerance, the limits are exact.
 */

/**
 * The tolerance, as a share of the coordinates: four units in the last place of float32. A corner is off by half a unit if it was
 * rounded once, and by one and a half if a matrix of float32 numbers has placed it. A height is between two corners.
 */
const ROUNDING = 2 ** -21;
/**
 * An edge that is lower than this share of the margin is no step, whatever `maxStep` is: a character goes over it. Sweeps keep a gap of
 * less than the margin, so a long sweep may miss a lower edge (see SWEPT_SHARE in walk.ts).
 */
const LEAST_STEP = 1 / 8;
/**
 * A gap differs from the margin if the difference is more than this share of the margin, and more than this share of the coordinates.
 * Both are far more than the rounding of sweeps and contacts, so that a character at rest does not move to and fro.
 */
const REST_OF_MARGIN = 2 ** -20;
const REST_OF_COORDINATES = 2 ** -44;
/** Rounding moves a point by less than this share of the margin, as far as sweeps may ignore that: see SWEPT_SHARE in walk.ts. */
const MOST_ROUNDING = 1 / 32;
/** The sine of a slope that counts as level. */
export const LEVEL = 2 ** -20;

/**
 * Returns by how much rounding to float32 may have changed a coordinate of a size. At most the margin: where float32 is coarser, far
 * from the origin, coordinates must be in float64, and the limits still hold.
 */
export function toleranceOf(size: number, margin: number): number {
  return Math.min(ROUNDING * size, margin);
}

/**
 * Returns by how much rounding to float32 may have moved a point that a capsule touches. It depends on the point and the radius, not
 * on the rest of the scene. Near the origin, the radius counts, because the things that a capsule touches are about as large as it is.
 */
export function toleranceAt({ x, y, z }: Vec3, radius: number, margin: number): number {
  return toleranceOf(Math.max(Math.abs(x), Math.abs(y), Math.abs(z), radius), margin);
}

/**
 * Returns by how much rounding to float32 may have moved a point of an edge off the face beside it. Where float32 is coarser than a
 * share of the margin, a sweep meets the edge.
 */
export function roundingAt(point: Vec3, radius: number, margin: number): number {
  return Math.min(toleranceAt(point, radius, margin), MOST_ROUNDING * margin);
}

/** Returns the height of the lowest step. A lower edge counts as level. */
export function leastStep(margin: number): number {
  return LEAST_STEP * margin;
}

/** Returns the largest coordinate of a ball. */
export function sizeOf({ x, y, z }: Vec3, radius: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) + radius;
}

/** Returns by how much a gap may differ from the margin at rest. At most the height of the lowest step. */
export function restOf(size: number, margin: number): number {
  return Math.min(Math.max(REST_OF_MARGIN * margin, REST_OF_COORDINATES * size), leastStep(margin));
}
