import { OptionNames } from '../../optionNames';
import { checkRange, createRayBuffer, readRay, writeRange } from '../../flat/rayBuffer';
import { Reusable } from '../../reusable';
import type { Ray, RayRange } from '../../shapes/ray';
import { SHEAR_STRIDE, writeShear } from '../../flat/shear';
import { readTriangle, type Triangle, TRIANGLE_STRIDE } from '../../shapes/triangle';
import { FRONT, HIT_STRIDE, T, triangleHit, U, V } from './triangleHit';
import { signOfSide, type TriangleSide } from './triangleSide';

/** Where a ray hits a triangle: the answer of {@link raycastTriangle}. The point is `(1 - u - v)·a + u·b + v·c`. */
export interface TriangleHit {
  /** The `t` of the hit, in units of the direction. The point is `origin + t·direction`. */
  t: number;
  /** The share of corner b in the point of the hit (a barycentric coordinate), from 0 to 1. */
  u: number;
  /** The share of corner c in the point of the hit (a barycentric coordinate), from 0 to 1. */
  v: number;
  /** Whether the ray hit the triangle's front, seen from which a, b and c go round counter-clockwise. */
  front: boolean;
}

/** Options of {@link raycastTriangle}, which hits count: the range of `t`, and the side of the triangle. */
export interface RaycastTriangleOptions extends Pick<RayRange, 'tMin' | 'tMax'> {
  /** The side of the triangle that can be hit, as in the materials of three.js. Both by default. */
  side?: TriangleSide;
}

const OPTIONS = /* @__PURE__ */ new OptionNames<RaycastTriangleOptions>({ tMin: true, tMax: true, side: true });

const spaces = /* @__PURE__ */ new Reusable(() => ({
  ray: createRayBuffer(),
  shear: new Float64Array(SHEAR_STRIDE),
  triangle: new Float64Array(TRIANGLE_STRIDE),
  hit: new Float64Array(HIT_STRIDE),
}));

/**
 * Casts a ray at a triangle. Edges and corners count, and no ray slips between two triangles that share an edge or a
 * corner. A triangle that is a line or a point is never hit, nor is a triangle seen exactly edge-on.
 *
 * The ray may start anywhere, but the vector from its origin to each corner is rounded once. A ray may miss a triangle
 * smaller than this rounding error, or hit beside it.
 *
 * @returns the hit, or null for a miss.
 * @throws TypeError or RangeError if the ray, the triangle or an option is not valid.
 *
 * @example
 * ```ts
 * const roof = { a: { x: 0, y: 3, z: 0 }, b: { x: 0, y: 3, z: 4 }, c: { x: 4, y: 3, z: 0 } };
 * const down = { origin: { x: 1, y: 8, z: 2 }, direction: { x: 0, y: -1, z: 0 } };
 * raycastTriangle(down, roof); // → { t: 5, u: 0.5, v: 0.25, front: true }
 * raycastTriangle(down, roof, { side: 'back' }); // → null
 * ```
 */
export function raycastTriangle(
  ray: Ray,
  triangle: Triangle,
  options: RaycastTriangleOptions = {},
): TriangleHit | null {
  const space = spaces.take();
  readRay('ray', ray, space);
  OPTIONS.check('options', options);
  const { tMin = 0, tMax = Infinity, side = 'both' } = options;
  checkRange('options', tMin, tMax, false);
  const sign = signOfSide(side);
  readTriangle('triangle', triangle, space.triangle);
  const { hit } = space;
  writeRange(tMin, tMax, false, space.ray);
  writeShear(space.ray, sign, space.shear);
  const isHit = triangleHit(space.triangle, 0, 3, 6, space.shear, space.ray, hit);
  const answer = isHit ? { t: hit[T], u: hit[U], v: hit[V], front: hit[FRONT] === 1 } : null;
  spaces.giveBack(space);
  return answer;
}
