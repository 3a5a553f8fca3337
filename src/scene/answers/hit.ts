import type { ClosestHit } from '../../bvh/query/raycast';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { length, normalize, type Vec3, vec3 } from '../../primitives/shapes/vec3';

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
  // The length of a direction may overflow float64 although the distance does not.
  return unit < Infinity ? Math.abs(t) * unit : length(t * ray[3], t * ray[4], t * ray[5]);
}
