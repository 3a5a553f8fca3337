import type { Vec3 } from './vec3';

/** `origin + t·direction`. The direction need not have length 1: `t` counts in units of it. `THREE.Ray` goes in as it is. */
export interface Ray {
  origin: Vec3;
  direction: Vec3;
}

/** Which part of a ray counts. */
export interface RayRange {
  /** The first `t` that counts. 0 by default; -Infinity makes the ray a line. */
  tMin?: number;
  /** The last `t` that counts. Infinity by default. */
  tMax?: number;
  /** Whether a box is solid: a ray that starts inside then meets it at `tMin`, not where it leaves. False by default. */
  solid?: boolean;
}
