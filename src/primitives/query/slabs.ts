import type { RayBuffer } from '../flat/rayBuffer';
import { SOLID, T_MAX, T_MIN } from '../flat/rayLayout';

/**
 * The slab test (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986). This one formula decides every ray answer.
 *
 * On each axis the box is the slab between two parallel planes, and the ray is inside it from `slabNear` to `slabFar`.
 * The ray is inside the box from the largest near to the smallest far.
 *
 * The test divides: it does not multiply by the reciprocal. A division rounds once, so `t` grows with the bound that it
 * is computed from. The tree's bounds rely on that.
 */

/** `t` where the ray enters the slab. A parallel ray gives -Infinity if it is inside the slab, else Infinity. */
export function slabNear(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (min - origin) / direction;
  if (direction < 0) return (max - origin) / direction;
  return min <= origin && origin <= max ? -Infinity : Infinity;
}

/** `t` where the ray leaves the slab. A parallel ray gives Infinity if it is inside the slab, else -Infinity. */
export function slabFar(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (max - origin) / direction;
  if (direction < 0) return (min - origin) / direction;
  return min <= origin && origin <= max ? Infinity : -Infinity;
}

/**
 * `t` where the ray hits a box within its range, or NaN for a miss. If the ray enters the box at or after `tMin`, it
 * hits at the entry. Otherwise it starts inside: it hits a solid box at `tMin`, and a hollow one at the exit.
 *
 * @param b the box's min x y z and max x y z, from `at`.
 * @param local the ray's origin and direction in the space in which the box is axis-aligned.
 */
export function slabHit(b: Float32Array | Float64Array, at: number, local: Float64Array, ray: RayBuffer): number {
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
  // Adding 0 turns -0 into 0: equal answers then have the same bits.
  if (near >= tMin) return near + 0;
  if (ray[SOLID] !== 0) return tMin + 0;
  return far > tMax ? NaN : far + 0;
}
