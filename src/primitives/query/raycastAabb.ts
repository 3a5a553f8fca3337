import type { Coordinates } from '../shapes/vec3';
import type { Aabb } from '../shapes/aabb';
import { readAabb } from '../flat/boxRecord';
import type { Ray, RayRange } from '../shapes/ray';
import { AABB_STRIDE } from '../flat/boxLayout';
import { type RayBuffer, raysAndBoxes, readRange, readRay } from '../flat/rayBuffer';
import { WIDENING } from '../flat/rayLayout';
import { slabHit } from './slabs';
import { widenAabb } from './widen';

/**
 * Casts a ray at an axis-aligned box. Touching counts. A ray that starts inside the box hits its exit face. With
 * `solid: true` it hits at `tMin`.
 *
 * @returns `t` of the hit, in units of the direction, or null for a miss. The hit is at `origin + t·direction`.
 * @throws TypeError or RangeError if the ray, the box or the range is not valid.
 *
 * @example
 * ```ts
 * const ray = { origin: { x: -2, y: 1, z: 1 }, direction: { x: 2, y: 0, z: 0 } };
 * const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } };
 * raycastAabb(ray, box); // → 1
 * raycastAabb(ray, box, { tMin: 1.5 }); // → 2
 * ```
 */
export function raycastAabb(ray: Ray, aabb: Aabb, range: RayRange = {}): number | null {
  const space = raysAndBoxes.take();
  readRay('ray', ray, space);
  readRange('range', range, space.ray);
  readAabb('aabb', aabb, space.box);
  const t = aabbHit(space.box, 0, space.ray);
  raysAndBoxes.giveBack(space);
  return Number.isNaN(t) ? null : t;
}

/** Returns the `t` of {@link raycastAabb} for the AABB at `b[at]`, or NaN if the ray misses even the widened AABB. */
export function aabbHit(b: Coordinates, at: number, ray: RayBuffer): number {
  const t = slabHit(b, at, ray, ray);
  if (!Number.isNaN(t) || ray[WIDENING] === 0) return t;
  widenAabb(b, at, ray, widened);
  return slabHit(widened, 0, ray, ray);
}

const widened = /* @__PURE__ */ new Float64Array(AABB_STRIDE);
