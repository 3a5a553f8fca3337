import type { Vec3 } from './vec3';

/** A closed ball, `radius >= 0`; one of radius 0 is a point. `THREE.Sphere` goes in as it is. */
export interface Sphere {
  center: Vec3;
  radius: number;
}
