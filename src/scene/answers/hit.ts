import type { ClosestHit } from '../../bvh/query/raycast';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { length, normalize, type Vec3, vec3 } from '../../primitives/shapes/vec3';

/** Where a ray meets a box of the scene. */
export interface Hit {
  id: number;
  /**
   * In units of the ray's direction: the point is `origin + t·direction`. Infinite, and the point of no use, where it is
   * too large for float64: with a direction of length 1e-300, say.
   */
  t: number;
  /** In world units, from the ray's origin to the point; not negative, also on a line behind its origin. */
  distance: number;
  point: Vec3;
  /**
   * Of the face that is met, outward, of length 1; on an edge or corner x before y before z of the box's own axes.
   * All zero for a solid box met from inside. With `refine`, still that of the box.
   */
  normal: Vec3;
  /** Whether the ray starts inside the box. */
  inside: boolean;
}

/** Describes a hit that a query has found. */
export function describeHit(ray: RayBuffer, { id, t, normal, inside }: ClosestHit): Hit {
  return {
    id,
    t,
    distance: distanceTo(ray, t),
    point: vec3(ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]),
    normal: normalize(normal[0], normal[1], normal[2]),
    inside,
  };
}

function distanceTo(ray: RayBuffer, t: number): number {
  const unit = length(ray[3], ray[4], ray[5]);
  // A direction may be longer than float64 can say, and what is along it not.
  return unit < Infinity ? Math.abs(t) * unit : length(t * ray[3], t * ray[4], t * ray[5]);
}
