import type { Vec3 } from './vec3';

/**
 * A ray: the points `origin + t·direction`. The direction may have any length except 0, and `t` is in units of this
 * length. You can pass a `THREE.Ray`. See {@link raycastAabb}.
 */
export interface Ray {
  origin: Vec3;
  direction: Vec3;
}

/**
 * The range of a ray: the part of the ray in which hits count, and whether boxes are solid. See {@link raycastAabb}.
 */
export interface RayRange {
  /** The smallest `t` of a hit that counts, 0 by default. -Infinity makes the ray a line. */
  tMin?: number;
  /** The largest `t` of a hit that counts, Infinity by default. */
  tMax?: number;
  /** Whether boxes are solid. A ray that starts inside a solid box hits it at `tMin`, not at its exit. False by default. */
  solid?: boolean;
}
