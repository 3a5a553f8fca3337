import type { RayBuffer } from '../flat/rayBuffer';
import { T_MIN } from '../flat/rayLayout';
import { slabFar, slabNear } from './slabs';

/**
 * The face of a box that a ray hits. It is the sum of:
 * - its axis: 0, 1 or 2. On an edge or corner, it is the first axis of the faces that meet there;
 * - AT_MAX for the face at the maximum;
 * - INSIDE if the ray starts (at `tMin`) inside the box.
 *
 * It is a number, not an object, because every hit needs one.
 */
export type SlabFace = number;

export const AXIS = 3;
export const AT_MAX = 4;
export const INSIDE = 8;

/** The face that a ray hits, when it is known to hit the box. The arguments are those of slabHit. */
export function slabFace(b: Float32Array | Float64Array, at: number, local: Float64Array, ray: RayBuffer): SlabFace {
  const nearX = slabNear(b[at], b[at + 3], local[0], local[3]);
  const nearY = slabNear(b[at + 1], b[at + 4], local[1], local[4]);
  const nearZ = slabNear(b[at + 2], b[at + 5], local[2], local[5]);
  const near = Math.max(nearX, nearY, nearZ);
  if (near >= ray[T_MIN]) {
    const axis = near === nearX ? 0 : near === nearY ? 1 : 2;
    return local[axis + 3] >= 0 ? axis : axis + AT_MAX;
  }
  const farX = slabFar(b[at], b[at + 3], local[0], local[3]);
  const farY = slabFar(b[at + 1], b[at + 4], local[1], local[4]);
  const farZ = slabFar(b[at + 2], b[at + 5], local[2], local[5]);
  const far = Math.min(farX, farY, farZ);
  const axis = far === farX ? 0 : far === farY ? 1 : 2;
  return local[axis + 3] >= 0 ? axis + AT_MAX + INSIDE : axis + INSIDE;
}
