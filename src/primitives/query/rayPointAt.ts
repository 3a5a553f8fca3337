import { checkFinite } from '../check';
import type { Ray } from '../shapes/ray';
import { createRayBuffer, readRay } from '../flat/rayBuffer';
import { Reusable } from '../reusable';
import { type Vec3, vec3 } from '../shapes/vec3';

const holders = /* @__PURE__ */ new Reusable(() => ({ ray: createRayBuffer() }));

/**
 * Returns the point of a ray at `t`, which is `origin + t·direction`.
 *
 * @param t how far along the ray, in units of its direction.
 * @throws TypeError or RangeError if the ray is not finite, its direction is zero, or `t` is not finite.
 *
 * @example
 * ```ts
 * const ray = { origin: { x: 0, y: 2, z: 0 }, direction: { x: 3, y: 0, z: 0 } };
 * rayPointAt(ray, 2); // → { x: 6, y: 2, z: 0 }
 * ```
 */
export function rayPointAt(ray: Ray, t: number): Vec3 {
  const holder = holders.take();
  readRay('ray', ray, holder);
  checkFinite('t', t);
  const r = holder.ray;
  const point = vec3(along(r[0], r[3], t), along(r[1], r[4], t), along(r[2], r[5], t));
  holders.giveBack(holder);
  return point;
}

/** Returns one coordinate of `origin + t·direction`, the point of a ray, even if only the product overflows. */
export function along(origin: number, direction: number, t: number): number {
  const at = origin + t * direction;
  return Math.abs(at) < Infinity ? at : 2 * (origin / 2 + (t / 2) * direction);
}
