import type { Aabb } from './aabb';
import { AABB_STRIDE } from './boxLayout';
import { readAabb } from './boxRecord';
import { checkRange, checkRay } from './check';
import type { Ray, RayRange } from './ray';
import { createRayBuffer, writeRange, writeRay } from './rayBuffer';
import { slabHit } from './slabs';

const record = new Float64Array(AABB_STRIDE);
const buffer = createRayBuffer();

/**
 * Where a ray meets an axis-aligned box: `t`, the point being `origin + t·direction`, or null for a miss.
 *
 * Touching counts. From inside, `t` is the exit, or `tMin` where the range says `solid`.
 *
 * @throws TypeError or RangeError where the ray, the box or the range is not well formed.
 */
export function raycastAabb(ray: Ray, aabb: Aabb, range: RayRange = {}): number | null {
  checkRay('ray', ray);
  checkRange('range', range);
  readAabb('aabb', aabb, record);
  writeRay(ray, buffer);
  writeRange(range, buffer);
  const t = slabHit(record, 0, buffer, buffer);
  return Number.isNaN(t) ? null : t;
}
