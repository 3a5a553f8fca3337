import type { Coordinates } from '../../shapes/vec3';
import { exactCross, safeScale } from './exactCross';
import type { RayBuffer } from '../../flat/rayBuffer';
import { T_MAX, T_MIN } from '../../flat/rayLayout';
import { AXES, DIRECTION, SHEAR, SHEAR_STRIDE, SIDE } from '../../flat/shear';
import { slabFar, slabNear } from '../slabs';
import { TRIANGLE_STRIDE } from '../../shapes/triangle';
import { writeNormal } from './triangleNormal';

/**
 * The hit of a triangle as flat numbers: t, the shares u of corner b and v of corner c, and 1 for the front or 0 for
 * the back.
 */
export const HIT_STRIDE = 4;
export const T = 0;
export const U = 1;
export const V = 2;
export const FRONT = 3;

/**
 * The intersection of a ray and a triangle (Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", 2013), in
 * float64. This one formula decides every hit of a triangle. No operation may be fused or reordered.
 *
 * The corners are moved so that the ray starts at 0, and sheared so that it goes straight up the last of its own axes
 * (see shear.ts). Along that axis, each corner is a point (x, y) of a plane, and the ray is its origin. The edge
 * function of two corners is their cross product. The sign of an edge function is the side of the edge that the ray is
 * on, and its value is the share of the third corner. The ray hits the triangle if no two of the three functions have
 * different signs. 0 counts as either sign: edges and corners are part of the triangle.
 *
 * **Watertight.** A corner's (x, y) depends on the corner and the ray only. So rounding moves the corners of a mesh,
 * but all triangles at a corner compute the same place for it: no gap opens. An edge function is the difference of two
 * rounded products. Rounding is monotonic, so the function never has the wrong sign: it may only be 0 where the exact
 * function is not. Exchanging the two corners gives exactly the negative. Therefore a ray hits a triangle wherever it
 * hits the exact, closed triangle between the moved corners, except if all functions are 0. Then exactCross decides, so
 * that triangles thinner than the rounding of the products are hit. Only a triangle without area, seen from the ray, is
 * never hit. A ray through such a triangle of a mesh also hits a neighbour, at the shared edge.
 *
 * Only x and y less than 2^-380 times the largest can break this, because their products underflow. If a difference or
 * a sheared number overflows, the test is repeated with all coordinates divided by 8, which rounds only denormal
 * numbers. A ray that is not finite in the space of the triangle misses.
 *
 * **The guard.** Far from the ray, the edge functions and shares of a thin triangle are mostly rounding errors. So the
 * ray must also pass through the bounds of the triangle, and its `t` is clamped to them. On the last axis the slab of
 * the bounds is used as it is, on the other two the slab is wider by a pad on both sides.
 *
 * The guard never rejects an exact hit. Let u = 2^-53, a the numbers of a corner less the ray's origin, rounded once,
 * and R the largest |a|. This rounding is monotonic, too: the bounds less the origin are the bounds of all a. With the
 * true shear s, |s| <= 1:
 * - x is off from ax - s·az by u|s·az| for the shear, by as much for the product, and by u|x| for the difference.
 *   |x| <= |ax| + |s·az|, so in all this is at most 4uR, apart from terms in u².
 * - Let some true shares of the moved corners (x, y) add up to the ray, (0, 0). With the same shares, the corners a add
 *   up to a point p of the true triangle. Its px - s·pz is at most 4uR.
 * - At t = pz / dz, the ray is at pz, within the slab of the last axis. On the first axis it is at s·pz, at most 4uR
 *   beyond px, which is within the bounds. With the pad 8uR, less uR for the rounding of the bound, the ray is within
 *   the slab.
 * - So this t is in all slabs. Dividing rounds once, and rounding is monotonic: the rounded t is in all slabs as
 *   computed, and the largest entry is not greater than the smallest exit.
 * - Underflow adds less than 2^-1070·(1 + R). The pad has 2^-1000 for it.
 *
 * A tree may therefore skip a triangle if the ray misses its bounds widened by PAD·(the largest |origin| + the largest
 * |corner|) + UNDERFLOW, and a rounding, on each axis, or enters the widened bounds after the t of a hit.
 */
const PAD = 2 ** -50;
const UNDERFLOW = 2 ** -1000;

/** If the sum of a triangle's three edge functions is smaller than TINY, the functions have lost bits to underflow. */
const TINY = 2 ** -800;

/** The three edge functions that {@link weighExactly} computes, in proportion to the shares of corners a, b, c. */
const shares = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);

/** The values that {@link intersect} returns: the ray misses the triangle, hits it, or a coordinate overflows. */
const MISSED = 0;
const HIT = 1;
const OVERFLOWED = 2;

/** The divisor of coordinates that overflow. After the division no difference and no sheared coordinate overflows. */
const SHRINK = 8;
const corners = /* @__PURE__ */ new Float64Array(TRIANGLE_STRIDE);
const shrunkShear = /* @__PURE__ */ new Float64Array(SHEAR_STRIDE);

/**
 * Returns whether a ray hits a triangle within its range. Writes the hit: see HIT_STRIDE.
 *
 * @param p the coordinates of the triangle's corners, which begin at the indices a, b and c.
 * @param shear the ray in the space of the triangle.
 * @param ray the range of the ray. Its `solid` is ignored.
 */
export function triangleHit(
  p: Coordinates,
  a: number,
  b: number,
  c: number,
  shear: Float64Array,
  ray: RayBuffer,
  out: Float64Array,
): boolean {
  const answer = intersect(p, a, b, c, shear, 1, ray, out);
  return answer === OVERFLOWED ? intersectShrunk(p, a, b, c, shear, ray, out) : answer === HIT;
}

/** Does {@link triangleHit} with all coordinates divided by 8, so that none overflows. */
function intersectShrunk(
  p: Coordinates,
  a: number,
  b: number,
  c: number,
  shear: Float64Array,
  ray: RayBuffer,
  out: Float64Array,
): boolean {
  shrunkShear.set(shear);
  for (let k = 0; k < 3; k++) {
    shrunkShear[k] /= SHRINK;
    corners[k] = p[a + k] / SHRINK;
    corners[3 + k] = p[b + k] / SHRINK;
    corners[6 + k] = p[c + k] / SHRINK;
  }
  return intersect(corners, 0, 3, 6, shrunkShear, SHRINK, ray, out) === HIT;
}

/** Intersects a ray with a triangle whose numbers have been divided by `unit`. Returns MISSED, HIT or OVERFLOWED. */
function intersect(
  p: Coordinates,
  a: number,
  b: number,
  c: number,
  shear: Float64Array,
  unit: number,
  ray: RayBuffer,
  out: Float64Array,
): number {
  const first = shear[AXES];
  const second = shear[AXES + 1];
  const last = shear[AXES + 2];
  const originX = shear[0];
  const originY = shear[1];
  const originZ = shear[2];
  const aX = p[a + first] - originX;
  const aY = p[a + second] - originY;
  const aZ = p[a + last] - originZ;
  const bX = p[b + first] - originX;
  const bY = p[b + second] - originY;
  const bZ = p[b + last] - originZ;
  const cX = p[c + first] - originX;
  const cY = p[c + second] - originY;
  const cZ = p[c + last] - originZ;
  const shearX = shear[SHEAR];
  const shearY = shear[SHEAR + 1];
  const ax = aX - shearX * aZ;
  const ay = aY - shearY * aZ;
  const bx = bX - shearX * bZ;
  const by = bY - shearY * bZ;
  const cx = cX - shearX * cZ;
  const cy = cY - shearY * cZ;
  let shareA = cx * by - cy * bx;
  let shareB = ax * cy - ay * cx;
  let shareC = bx * ay - by * ax;
  let sum = shareA + shareB + shareC;
  const isMixed = areMixed(shareA, shareB, shareC);
  if (isMixed && Math.abs(sum) < Infinity) return MISSED;
  // Edge functions whose sum is NaN are computed exactly, too, because every comparison with NaN is false.
  if (!(Math.abs(sum) >= TINY && Math.abs(sum) < Infinity)) {
    const largest = Math.max(Math.abs(ax), Math.abs(ay), Math.abs(bx), Math.abs(by), Math.abs(cx), Math.abs(cy));
    if (!(largest < Infinity)) return OVERFLOWED;
    // Edge functions that overflow have the right signs, so different signs mean that the ray misses the triangle.
    if (isMixed) return MISSED;
    weighExactly(ax, ay, bx, by, cx, cy, largest);
    shareA = shares[0];
    shareB = shares[1];
    shareC = shares[2];
    sum = shareA + shareB + shareC;
    if (sum === 0 || areMixed(shareA, shareB, shareC)) return MISSED;
  }
  if (shear[SIDE] * sum < 0) return MISSED;

  const directionX = shear[DIRECTION];
  const directionY = shear[DIRECTION + 1];
  const directionZ = shear[DIRECTION + 2];
  const minX = Math.min(aX, bX, cX);
  const minY = Math.min(aY, bY, cY);
  const maxX = Math.max(aX, bX, cX);
  const maxY = Math.max(aY, bY, cY);
  const reachZ = Math.max(Math.abs(aZ), Math.abs(bZ), Math.abs(cZ));
  const pad = PAD * Math.max(-minX, maxX, -minY, maxY, reachZ) + UNDERFLOW;
  const tA = aZ / directionZ;
  const tB = bZ / directionZ;
  const tC = cZ / directionZ;
  const enter = Math.max(
    slabNear(minX - pad, maxX + pad, 0, directionX),
    slabNear(minY - pad, maxY + pad, 0, directionY),
    Math.min(tA, tB, tC),
  );
  const leave = Math.min(
    slabFar(minX - pad, maxX + pad, 0, directionX),
    slabFar(minY - pad, maxY + pad, 0, directionY),
    Math.max(tA, tB, tC),
  );
  if (!(enter <= leave)) return MISSED;
  const u = shareB / sum;
  const v = shareC / sum;
  let t = (shareA / sum) * tA + u * tB + v * tC;
  // The `t` at a corner may overflow although the `t` of the hit does not. Then the z are weighted before the division.
  if (!(Math.abs(t) < Infinity)) t = ((shareA / sum) * aZ + u * bZ + v * cZ) / directionZ;
  if (t < enter) t = enter;
  if (t > leave) t = leave;
  t *= unit;
  if (t < ray[T_MIN] || t > ray[T_MAX] || !writeNormal(p, a, b, c, normal)) return MISSED;
  // Adding 0 turns -0 into 0, so that equal hits have the same bits.
  out[T] = t + 0;
  out[U] = u + 0;
  out[V] = v + 0;
  out[FRONT] = sum > 0 ? 1 : 0;
  return HIT;
}

/** Returns whether two of a triangle's three edge functions have different signs: then the ray misses the triangle. */
function areMixed(shareA: number, shareB: number, shareC: number): boolean {
  return (shareA < 0 || shareB < 0 || shareC < 0) && (shareA > 0 || shareB > 0 || shareC > 0);
}

/** Computes a triangle's edge functions with exact signs. `largest` is the largest absolute coordinate. */
function weighExactly(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, largest: number): void {
  const scale = safeScale(largest);
  const sax = ax * scale;
  const say = ay * scale;
  const sbx = bx * scale;
  const sby = by * scale;
  const scx = cx * scale;
  const scy = cy * scale;
  shares[0] = exactCross(scx, scy, sbx, sby);
  shares[1] = exactCross(sax, say, scx, scy);
  shares[2] = exactCross(sbx, sby, sax, say);
}
