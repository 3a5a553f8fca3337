import type { Aabb } from '../shapes/aabb';
import { readAabb } from '../flat/boxRecord';
import { unitScale } from '../exponents';
import type { Ray } from '../shapes/ray';
import { type RayBuffer, raysAndBoxes, readRay } from '../flat/rayBuffer';
import { DIRECTION, SOLID, T_MAX, T_MIN } from '../flat/rayLayout';
import { aabbHit } from './raycastAabb';

/**
 * Returns whether the infinite line through a ray, on both sides of its origin, hits an axis-aligned box. Touching
 * counts. For an oriented box, test that `raycastObb(line, obb, { tMin: -Infinity })` is not null.
 *
 * @throws TypeError or RangeError if the line or the box is not valid.
 *
 * @example
 * ```ts
 * const line = { origin: { x: 9, y: 1, z: 1 }, direction: { x: 1, y: 0, z: 0 } };
 * lineIntersectsAabb(line, { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } }); // → true
 * ```
 */
export function lineIntersectsAabb(line: Ray, aabb: Aabb): boolean {
  const space = raysAndBoxes.take();
  readRay('line', line, space);
  lengthenDirection(space.ray);
  // A hit whose `t` overflows counts, too, because this function does not return the `t`.
  space.ray[T_MIN] = -Infinity;
  space.ray[T_MAX] = Infinity;
  space.ray[SOLID] = 0;
  readAabb('aabb', aabb, space.box);
  const t = aabbHit(space.box, 0, space.ray);
  raysAndBoxes.giveBack(space);
  return !Number.isNaN(t);
}

/**
 * Scales a short direction of a ray by a power of two, so that no `t` overflows because of it. Its largest component then
 * is between 1 and 4, or between 1e-16 and 4 if it was denormal. Longer directions are not scaled, because their smallest
 * components might underflow.
 */
function lengthenDirection(ray: RayBuffer): void {
  const size = Math.max(Math.abs(ray[DIRECTION]), Math.abs(ray[DIRECTION + 1]), Math.abs(ray[DIRECTION + 2]));
  const scale = Math.max(1, unitScale(size));
  for (let k = DIRECTION; k < DIRECTION + 3; k++) ray[k] *= scale;
}
