import type { Aabb } from './aabb';
import { checkAabb, checkRange, checkRay } from './check';
import type { Ray, RayRange } from './ray';
import { slabHit } from './slabs';

/**
 * Where a ray meets an axis-aligned box: `t`, the point being `origin + t·direction`, or null for a miss.
 *
 * Touching counts. From inside, `t` is the exit, or `tMin` where the range says `solid`.
 *
 * @throws TypeError or RangeError where the ray, the box or the range is not well formed.
 */
export function raycastAabb(ray: Ray, aabb: Aabb, range: RayRange = {}): number | null {
  checkRay('ray', ray);
  checkAabb('aabb', aabb);
  checkRange('range', range);
  const { origin, direction } = ray;
  const { min, max } = aabb;
  const { tMin = 0, tMax = Infinity, solid = false } = range;
  const t = slabHit(
    min.x,
    min.y,
    min.z,
    max.x,
    max.y,
    max.z,
    origin.x,
    origin.y,
    origin.z,
    direction.x,
    direction.y,
    direction.z,
    tMin,
    tMax,
    solid,
  );
  return Number.isNaN(t) ? null : t;
}
