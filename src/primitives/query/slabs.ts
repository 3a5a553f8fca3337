import type { Coordinates } from '../shapes/vec3';
import type { RayBuffer } from '../flat/rayBuffer';
import { SOLID, T_MAX, T_MIN } from '../flat/rayLayout';

/**
 * The slab test (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986). This one formula decides every ray answer.
 *
 * On each axis the box is the slab between two parallel planes, and the ray is inside it from `slabNear` to `slabFar`.
 * The ray is inside the box from the largest near to the smallest far.
 *
 * The test divides: it does not multiply by the reciprocal. A division rounds once, so `t` is a monotonic function of
 * the bound. The bounds of the tree rely on that.
 */

/** Returns the `t` where a ray enters a slab. For a parallel ray, it is -Infinity inside the slab, else Infinity. */
export function slabNear(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (min - origin) / direction;
  if (direction < 0) return (max - origin) / direction;
  return min <= origin && origin <= max ? -Infinity : Infinity;
}

/** Returns the `t` where a ray leaves a slab. For a parallel ray, it is Infinity inside the slab, else -Infinity. */
export function slabFar(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (max - origin) / direction;
  if (direction < 0) return (min - origin) / direction;
  return min <= origin && origin <= max ? Infinity : -Infinity;
}

/**
 * Returns the `t` at which the ray hits a box within its range, or NaN for a miss. If the ray enters the box at or
 * after `tMin`, it hits at the entry. Otherwise the ray starts inside, and hits a solid box at `tMin` and a hollow box
 * at the exit.
 *
 * @param b the box's min x y z and max x y z, from `at`.
 * @param local the ray's origin and direction in the space in which the box is axis-aligned.
 */
export function slabHit(b: Coordinates, at: number, local: Float64Array, ray: RayBuffer): number {
  const near = Math.max(
    slabNear(b[at], b[at + 3], local[0], local[3]),
    slabNear(b[at + 1], b[at + 4], local[1], local[4]),
    slabNear(b[at + 2], b[at + 5], local[2], local[5]),
  );
  const far = Math.min(
    slabFar(b[at], b[at + 3], local[0], local[3]),
    slabFar(b[at + 1], b[at + 4], local[1], local[4]),
    slabFar(b[at + 2], b[at + 5], local[2], local[5]),
  );
  const tMin = ray[T_MIN];
  const tMax = ray[T_MAX];
  if (near > far || far < tMin || near > tMax) return NaN;
  // Adding 0 turns a `t` of -0 into 0, so that equal answers have the same bits.
  if (near >= tMin) return near + 0;
  if (ray[SOLID] !== 0) return tMin + 0;
  return far > tMax ? NaN : far + 0;
}

/**
 * The face of a box that a ray hits, as the sum of:
 * - the axis: 0, 1 or 2. On an edge or corner, the first axis of its faces;
 * - AT_MAX for the face at the maximum;
 * - INSIDE if the ray starts (at `tMin`) inside the box.
 *
 * The face is a number and not an object, because every hit has a face.
 */
export type SlabFace = number;

export const AXIS = 3;
export const AT_MAX = 4;
export const INSIDE = 8;

/** Returns the face of a box that a ray hits. Valid only if {@link slabHit} with the same arguments has found a hit. */
export function slabFace(b: Coordinates, at: number, local: Float64Array, ray: RayBuffer): SlabFace {
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
