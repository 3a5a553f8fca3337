import type { Vector3 } from 'three';
import { HIT_TOLERANCE } from '../math';

/** Stands for the id of a box if there is no box, or if its scene has no links to meshes. */
export const NO_BOX = -1;

/**
 * The tolerance of hits in place of HIT_TOLERANCE if an object's own raycast may compute in float32. drei's `<Instance>` has its
 * place in float64, in its `matrixWorld`, but is hit where the float32 matrix of an InstancedMesh puts it.
 *
 * Let P be the world matrix of the InstancedMesh, M the one of the instance, and |·| absolute values. Each number of the instance's
 * own matrix, P⁻¹·M, is rounded by 2^-24 of its size at most. If P rotates, mirrors and scales uniformly, the rows of |P||P⁻¹| add up
 * to 3 at most. So a corner of the instance moves by 3·2^-24·m on an axis of the world at most, with m the sum of the largest
 * coordinates of the translations of P and M, and of the way from M's translation to the corner.
 *
 * The box is widened by as much in its own space as the tolerance times |ray origin| + |translation of M| is in the world: see
 * primitives/query/widen.ts. So no hit is lost if m is at most five times this sum. It is more only for rays from near the world's
 * origin, at an instance around it that is much larger than that, or below an InstancedMesh that is much farther away.
 *
 * The range of a ray is longer by the same tolerance. Where a ray grazes a face, float32 moves the hit by more, so an object that
 * stands on the face, within that distance, may be found instead.
 */
export const OWN_RAYCAST_TOLERANCE = 2 ** -20;

/**
 * Returns a distance that is less by a tolerance.
 *
 * @param originSize the distance of the ray's origin from the world's.
 */
export function before(distance: number, originSize: number, tolerance = HIT_TOLERANCE): number {
  return distance - tolerance * (originSize + Math.abs(distance));
}

/** Returns a distance that is greater by a tolerance. The rest is as for {@link before}. */
export function beyond(distance: number, originSize: number, tolerance = HIT_TOLERANCE): number {
  return distance + tolerance * (originSize + Math.abs(distance));
}

/**
 * Returns the length of a direction, or 1 if it is not a length that a ray can have. A range computed with it is well formed then,
 * and the error that the scene throws is about the ray.
 */
export function usableLength(direction: Vector3): number {
  const length = direction.length();
  return length > 0 && length < Infinity ? length : 1;
}
