import type { Vec3 } from '../../primitives/shapes/vec3';

/** Where a ray hits a box of the scene, or a triangle of an instance. */
export interface Hit {
  /** The id of the box or of the instance. */
  id: number;
  /** In units of the ray's direction: the point is `origin + t·direction`. A finite number. */
  t: number;
  /**
   * From the ray's origin to the point, in world units. Never negative, not even for a hit behind the origin of a line.
   * Infinity if it is beyond float64.
   */
  distance: number;
  /** Where the hit is, in world space. */
  point: Vec3;
  /**
   * The outward normal of the face that is hit, with length 1. On an edge or a corner, the first of the box's own axes x, y
   * and z decides. All zero if the ray starts inside a box and `solid` is true. With `refine`, it is still the box's normal.
   *
   * On a triangle, it is the normal of its front, also if the back is hit.
   */
  normal: Vec3;
  /** Whether the ray starts inside the box. False on a triangle. */
  inside: boolean;
  /** The triangle of the mesh, counted from 0 in the order in which `addMesh` was given them. -1 on a box. */
  triangle: number;
  /** The share of the triangle's second corner: the point is `(1 - u - v)·a + u·b + v·c`. 0 on a box. */
  u: number;
  /** The share of the third corner. 0 on a box. */
  v: number;
  /** Whether the front of the triangle is hit. On a box, whether the ray comes from outside. */
  front: boolean;
}
