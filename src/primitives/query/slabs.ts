import type { RayBuffer } from '../flat/rayBuffer';
import { SOLID, T_MAX, T_MIN } from '../flat/rayLayout';

/**
 * The slab test (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986), the one formula that decides every ray answer.
 *
 * On each axis the box is the slab between two parallel planes, and the ray is inside it from `slabNear` to `slabFar`.
 * It is inside the box from the largest near to the smallest far. Plain division, not a product with the reciprocal:
 * it rounds once, so that `t` grows with the bound it is computed from, which the tree's bounds rely on.
 */

/** Where the ray enters the slab; a parallel ray has always been inside (-Infinity) or never is (Infinity). */
export function slabNear(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (min - origin) / direction;
  if (direction < 0) return (max - origin) / direction;
  return min <= origin && origin <= max ? -Infinity : Infinity;
}

/** Where the ray leaves the slab; a parallel ray stays inside (Infinity) or never was (-Infinity). */
export function slabFar(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (max - origin) / direction;
  if (direction < 0) return (min - origin) / direction;
  return min <= origin && origin <= max ? Infinity : -Infinity;
}

/**
 * `t` where the ray meets a box within its range, or NaN for a miss: the entry where the ray enters at or after `tMin`;
 * otherwise it starts inside, and meets a solid box at `tMin` and a hollow one where it leaves.
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
  // Written so that numbers that have overflowed to NaN on the way to a box's own space miss.
  if (!(near <= far) || far < tMin || near > tMax) return NaN;
  // Adding 0 turns -0 into 0, so that equal answers are the same bits.
  if (near >= tMin) return near + 0;
  if (ray[SOLID] !== 0) return tMin + 0;
  return far > tMax ? NaN : far + 0;
}
