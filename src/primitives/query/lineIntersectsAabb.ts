import type { Aabb } from '../shapes/aabb';
import { readAabb } from '../flat/boxRecord';
import { unitScale } from '../exponents';
import type { Ray } from '../shapes/ray';
import { raysAndBoxes } from '../flat/raysAndBoxes';
import { type RayBuffer, readRay, writeRange } from '../flat/rayBuffer';
import { DIRECTION } from '../flat/rayLayout';
import { aabbHit } from './raycastAabb';

/**
 * Whether the infinite line through a ray, on both sides of its origin, hits an axis-aligned box. Touching counts. For an
 * oriented box, ask whether `raycastObb(line, obb, { tMin: -Infinity })` is not null.
 *
 * @throws TypeError or RangeError if the line or the box is not valid.
 */
export function lineIntersectsAabb(line: Ray, aabb: Aabb): boolean {
  const space = raysAndBoxes.take();
  readRay('line', line, space);
  scaleDirection(space.ray);
  writeRange(-Infinity, Infinity, false, space.ray);
  readAabb('aabb', aabb, space.box);
  const t = aabbHit(space.box, 0, space.ray);
  raysAndBoxes.giveBack(space);
  return !Number.isNaN(t);
}

/** Brings the direction of a line to a length about 1, by a power of two: then no `t` overflows for its sake. */
function scaleDirection(ray: RayBuffer): void {
  const size = Math.max(Math.abs(ray[DIRECTION]), Math.abs(ray[DIRECTION + 1]), Math.abs(ray[DIRECTION + 2]));
  const scale = unitScale(size);
  for (let k = DIRECTION; k < DIRECTION + 3; k++) ray[k] *= scale;
}
