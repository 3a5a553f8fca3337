import type { Aabb } from './aabb';
import { readBounds } from './boxRecord';
import { checkAabb, checkRange, checkRay } from './check';
import type { Ray, RayRange } from './ray';
import { createRayBuffer, type RayBuffer, SOLID, T_MAX, T_MIN, writeRange, writeRay } from './rayBuffer';
import { slabHit } from './slabs';

const record = new Float64Array(6);
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
  checkAabb('aabb', aabb);
  checkRange('range', range);
  readBounds('aabb', aabb, record);
  writeRay(ray, buffer);
  writeRange(range, buffer);
  const t = aabbHit(record, 0, buffer);
  return Number.isNaN(t) ? null : t;
}

/** {@link raycastAabb} on flat numbers: the box's from `at`. NaN for a miss. */
export function aabbHit(b: Float32Array | Float64Array, at: number, ray: RayBuffer): number {
  return slabHit(
    b[at],
    b[at + 1],
    b[at + 2],
    b[at + 3],
    b[at + 4],
    b[at + 5],
    ray[0],
    ray[1],
    ray[2],
    ray[3],
    ray[4],
    ray[5],
    ray[T_MIN],
    ray[T_MAX],
    ray[SOLID] !== 0,
  );
}
