import type { Vec3 } from './vec3';

/**
 * All points within `radius` of the segment from `a` to `b`, in world units. With `a` equal to `b` it is a ball. With
 * `radius` 0 it is the segment. See {@link sweep}.
 */
export interface Capsule {
  a: Vec3;
  b: Vec3;
  radius: number;
}
