import type { Vec3 } from '../../primitives/shapes/vec3';

/** Where a ray hits a box of the scene. */
export interface Hit {
  /** The id of the box. */
  id: number;
  /**
   * In units of the ray's direction: the point is `origin + t·direction`. If it is too large for float64 it is infinite, and
   * the point has no meaning. A direction of length 1e-300 can cause this.
   */
  t: number;
  /** From the ray's origin to the point, in world units. Never negative, not even for a hit behind the origin of a line. */
  distance: number;
  /** Where the hit is, in world space. */
  point: Vec3;
  /**
   * The outward normal of the face that is hit, with length 1. On an edge or a corner, the first of the box's own axes x, y
   * and z decides. All zero if the ray starts inside a box and `solid` is true. With `refine`, it is still the box's normal.
   */
  normal: Vec3;
  /** Whether the ray starts inside the box. */
  inside: boolean;
}
