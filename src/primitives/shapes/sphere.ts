import type { Vec3 } from './vec3';

/**
 * A closed ball around `center` with `radius >= 0`, in world units. With radius 0 it is a point. You can pass a
 * `THREE.Sphere`. See {@link overlaps}.
 */
export interface Sphere {
  center: Vec3;
  radius: number;
}
