import { checkFinite } from '../check';
import type { Ray } from '../shapes/ray';
import { createRayBuffer, readRay } from '../flat/rayBuffer';
import { Reusable } from '../reusable';
import { type Vec3, vec3 } from '../shapes/vec3';

const holders = /* @__PURE__ */ new Reusable(() => ({ ray: createRayBuffer() }));

/**
 * Returns the point of a hit, `origin + t·direction`.
 *
 * @throws TypeError or RangeError if the ray is not finite, its direction is zero, or `t` is not finite.
 */
export function rayPointAt(ray: Ray, t: number): Vec3 {
  const holder = holders.take();
  readRay('ray', ray, holder);
  checkFinite('t', t);
  const r = holder.ray;
  const point = vec3(r[0] + t * r[3], r[1] + t * r[4], r[2] + t * r[5]);
  holders.giveBack(holder);
  return point;
}
