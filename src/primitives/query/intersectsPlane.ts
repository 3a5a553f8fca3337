import type { Aabb } from '../shapes/aabb';
import type { Obb } from '../shapes/obb';
import type { Plane } from '../shapes/plane';
import { planeSide } from './planeSide';

/**
 * Whether a plane cuts or touches a box.
 *
 * @throws TypeError or RangeError if the box or the plane is not valid.
 */
export function intersectsPlane(box: Aabb | Obb, plane: Plane): boolean {
  return planeSide(box, plane) === 0;
}
