import type { Vec3 } from '../../primitives/shapes/vec3';

/** A box of the scene that is near a point, or an instance whose triangles are. */
export interface Neighbor {
  /** The id of the box or of the instance. */
  id: number;
  /** The nearest triangle of an instance, and of equal ones the first. -1 for a box. */
  triangle: number;
  /**
   * From the point to the box, in world units. 0 if the point is inside the box or on it. To an instance, it is the distance
   * to the triangle. Infinity if it is beyond float64.
   */
  distance: number;
  /** The nearest point of the box or the triangle. This is the given point itself if that is inside the box or on it. */
  point: Vec3;
}
