import type { Vec3 } from '../../primitives/shapes/vec3';

/** A box of the scene that is near a point. */
export interface Neighbor {
  id: number;
  /** In world units, from the point to the box: 0 where the point is inside or on the box. */
  distance: number;
  /** The point of the box that is nearest: the point that was asked about itself where it is inside or on the box. */
  point: Vec3;
}
