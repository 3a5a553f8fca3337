import type { Vector3 } from 'three';
import { HIT_TOLERANCE } from '../math';

/** Stands for the id of a box if there is no box, or if its scene has no links to meshes. */
export const NO_BOX = -1;

/** Returns a distance that is less by the tolerance of hits. `originSize` is the distance of the ray's origin from the world's. */
export function before(distance: number, originSize: number): number {
  return distance - HIT_TOLERANCE * (originSize + Math.abs(distance));
}

/** Returns a distance that is greater by the tolerance of hits. */
export function beyond(distance: number, originSize: number): number {
  return distance + HIT_TOLERANCE * (originSize + Math.abs(distance));
}

/**
 * Returns the length of a direction, or 1 if it is not a length that a ray can have. A range computed with it is well formed then,
 * and the error that the scene throws is about the ray.
 */
export function usableLength(direction: Vector3): number {
  const length = direction.length();
  return length > 0 && length < Infinity ? length : 1;
}
