import type { Aabb } from '../shapes/aabb';
import { readAabb } from '../flat/boxRecord';
import type { Ray } from '../shapes/ray';
import { raysAndBoxes } from '../flat/raysAndBoxes';
import { readRay, writeRange } from '../flat/rayBuffer';
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
  writeRange(-Infinity, Infinity, false, space.ray);
  readAabb('aabb', aabb, space.box);
  const t = aabbHit(space.box, 0, space.ray);
  raysAndBoxes.giveBack(space);
  return !Number.isNaN(t);
}
