import type { Aabb } from './aabb';
import { AABB_STRIDE } from './boxLayout';
import { readAabb } from './boxRecord';
import { checkRange, checkRay } from './check';
import type { Ray, RayRange } from './ray';
import { createRayBuffer, type RayBuffer, writeRange, writeRay } from './rayBuffer';
import { WIDENING } from './rayLayout';
import { slabHit } from './slabs';
import { widenAabb } from './widen';

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
  const t = aabbHit(record, 0, buffer);
  return Number.isNaN(t) ? null : t;
}

/** {@link raycastAabb} on flat numbers: the box's min and max from `at`. NaN where the ray misses it, widened too. */
export function aabbHit(b: Float32Array | Float64Array, at: number, ray: RayBuffer): number {
  const t = slabHit(b, at, ray, ray);
  if (!Number.isNaN(t) || ray[WIDENING] === 0) return t;
  return slabHit(widenAabb(b, at, ray), 0, ray, ray);
}
