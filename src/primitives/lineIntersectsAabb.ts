import type { Aabb } from './aabb';
import { checkRay } from './check';
import type { Ray } from './ray';
import { raycastAabb } from './raycastAabb';

/**
 * Whether the infinite line through a ray, on both sides of its origin, meets an axis-aligned box. Touching counts.
 *
 * @throws TypeError or RangeError where the line or the box is not well formed.
 */
export function lineIntersectsAabb(line: Ray, aabb: Aabb): boolean {
  checkRay('line', line);
  return raycastAabb(line, aabb, { tMin: -Infinity }) !== null;
}
