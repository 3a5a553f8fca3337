import type { Aabb } from '../shapes/aabb';
import { readAabb } from '../flat/boxRecord';
import type { Ray, RayRange } from '../shapes/ray';
import { raysAndBoxes } from '../flat/raysAndBoxes';
import { type RayBuffer, readRange, readRay } from '../flat/rayBuffer';
import { WIDENING } from '../flat/rayLayout';
import { slabHit } from './slabs';
import { widenAabb } from './widen';

/**
 * Where a ray meets an axis-aligned box: `t`, the point being `origin + t·direction`, or null for a miss.
 *
 * Touching counts. From inside, `t` is the exit, or `tMin` where the range says `solid`.
 *
 * @throws TypeError or RangeError where the ray, the box or the range is not well formed.
 */
export function raycastAabb(ray: Ray, aabb: Aabb, range: RayRange = {}): number | null {
  const space = raysAndBoxes.take();
  readRay('ray', ray, space.ray);
  readRange('range', range, space.ray);
  readAabb('aabb', aabb, space.box);
  const t = aabbHit(space.box, 0, space.ray);
  raysAndBoxes.giveBack(space);
  return Number.isNaN(t) ? null : t;
}

/** {@link raycastAabb} on flat numbers: the box's min and max from `at`. NaN where the ray misses it, widened too. */
export function aabbHit(b: Float32Array | Float64Array, at: number, ray: RayBuffer): number {
  const t = slabHit(b, at, ray, ray);
  if (!Number.isNaN(t) || ray[WIDENING] === 0) return t;
  return slabHit(widenAabb(b, at, ray), 0, ray, ray);
}
