import type { Vec3 } from './vec3';

/** All points within `radius` of the segment from a to b. With a equal to b it is a ball. With radius 0 it is the segment. */
export interface Capsule {
  a: Vec3;
  b: Vec3;
  radius: number;
}
