import type { ConvexShape } from '../../primitives/flat/convexShape';
import { createRayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MAX } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { sweptTriangles } from './sweptTriangles';
import type { WorldMesh } from './worldMesh';

/** A shape that does not move, as a walk of triangles needs it. */
export class StillShape {
  /** The middle of the shape's bounds, as the origin of a ray from t 0 to t 0. */
  readonly middle = createRayBuffer();
  /** How far the shape reaches from its middle on each axis of the world. */
  readonly reach = new Float64Array(3);
  /** The shape, or null if only its bounds are known. */
  shape: ConvexShape | null = null;
  /** The distance from the shape's core beyond which no triangle matters. It covers far more than the rounding of a contact. */
  distance = 0;

  constructor() {
    this.middle[T_MAX] = 0;
  }
}

/**
 * Visits the triangles of an instance whose bounds touch the bounds of a shape, in no particular order. May leave out triangles that
 * are beyond its distance.
 *
 * @param world the mesh as the instance places it.
 * @param visit called for a triangle, by its place in the mesh, with its corners in `world.corners`. Returns whether the walk goes on.
 */
export type TrianglesAround = (
  tree: Tree,
  id: number,
  world: WorldMesh,
  still: StillShape,
  visit: (place: number) => boolean,
) => void;

/** The {@link TrianglesAround} in JavaScript: a sweep that ends where it begins. */
export const trianglesAround: TrianglesAround = (_tree, _id, world, { middle, reach }, visit) => {
  sweptTriangles(world, middle, reach, 0, (place) => (visit(place) ? 0 : -Infinity));
};
