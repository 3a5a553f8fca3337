import { AABB_STRIDE, INVERSE, TRANSLATION } from '../flat/boxLayout';
import { readObb } from '../flat/boxRecord';
import type { Obb } from '../shapes/obb';
import type { Ray, RayRange } from '../shapes/ray';
import { type RayBuffer, raysAndBoxes, readRange, readRay } from '../flat/rayBuffer';
import { WIDENING } from '../flat/rayLayout';
import { slabHit } from './slabs';
import { dot } from '../shapes/vec3';
import { widenObb } from './widen';

/**
 * Casts a ray at an oriented box, by the rules of {@link raycastAabb}.
 *
 * The ray is transformed into the box's own space, and the slab test is done in that space. The matrix's translation is
 * subtracted from the origin before the inverse is applied: at coordinates of millions of metres, the reverse order
 * misses the box. `t` is the same in both spaces.
 *
 * @returns `t` of the hit, in units of the direction, or null for a miss. The hit is at `origin + t·direction`.
 * @throws TypeError or RangeError if the ray, the box or the range is not valid, or the matrix is singular.
 *
 * @example
 * ```ts
 * const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } };
 * const cube = obbFromCenter({ x: 5, y: 0, z: 0 }, { x: 1, y: 1, z: 1 }, { x: 0, y: 0, z: 0, w: 1 });
 * raycastObb(ray, cube); // → 4
 * ```
 */
export function raycastObb(ray: Ray, obb: Obb, range: RayRange = {}): number | null {
  const space = raysAndBoxes.take();
  readRay('ray', ray, space);
  readRange('range', range, space.ray);
  readObb('obb', obb, space.box);
  const t = obbHit(space.box, 0, space.ray);
  raysAndBoxes.giveBack(space);
  return Number.isNaN(t) ? null : t;
}

/** Returns the `t` of {@link raycastObb} for the record at `b[at]`, or NaN if the ray misses even the widened OBB. */
export function obbHit(b: Float64Array, at: number, ray: RayBuffer): number {
  toLocal(b, at, ray, local);
  if (!isFiniteRay(local)) return NaN;
  const t = slabHit(b, at, local, ray);
  if (!Number.isNaN(t) || ray[WIDENING] === 0) return t;
  widenObb(b, at, ray, widened);
  return slabHit(widened, 0, local, ray);
}

const local = /* @__PURE__ */ new Float64Array(6);
const widened = /* @__PURE__ */ new Float64Array(AABB_STRIDE);

/**
 * Returns whether a ray is finite in a box's own space. A ray that is not finite misses the box: an infinite direction
 * would cross all planes at `t` 0.
 */
export function isFiniteRay(local: Float64Array): boolean {
  // 0 times a finite number is 0, and otherwise NaN. So the sum is 0 only if all six numbers of the ray are finite.
  return 0 * local[0] + 0 * local[1] + 0 * local[2] + 0 * local[3] + 0 * local[4] + 0 * local[5] === 0;
}

/** Writes the origin and direction of a ray in the space of the OBB whose record is at `at`. */
export function toLocal(b: Float64Array, at: number, ray: RayBuffer, out: Float64Array): void {
  const x = ray[0] - b[at + TRANSLATION];
  const y = ray[1] - b[at + TRANSLATION + 1];
  const z = ray[2] - b[at + TRANSLATION + 2];
  for (let k = 0, row = at + INVERSE; k < 3; k++, row += 3) {
    out[k] = dot(b[row], b[row + 1], b[row + 2], x, y, z);
    out[k + 3] = dot(b[row], b[row + 1], b[row + 2], ray[3], ray[4], ray[5]);
  }
}
