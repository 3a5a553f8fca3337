import type { Vec3 } from './vec3';

/** A closed ball with `radius >= 0`. With radius 0 it is a point. You can pass a `THREE.Sphere`. */
export interface Sphere {
  center: Vec3;
  radius: number;
}
