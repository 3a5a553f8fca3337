import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { T_MIN } from '../../primitives/flat/rayLayout';
import { AXES, DIRECTION, SHEAR } from '../../primitives/flat/shear';
import type { Coordinates } from '../../primitives/shapes/vec3';

/** What {@link mayHitTriangle} writes: the least t of a hit, and a t up to which there certainly is one, or Infinity. */
export const LOW = 0;
export const CERTAIN = 1;

/**
 * Returns whether another float64 computation of a ray and a triangle may find a hit. The computation may differ by a
 * margin δ: see margins/linkMargin.ts.
 *
 * This is the watertight test (see primitives/query/triangles/triangleHit.ts) with a margin. Corners are sheared so that
 * the ray is the point (0, 0). With β = 4δ, a sheared corner of the other computation is within β of this one on both
 * axes: δ for the corner, and as much for the ray's origin and for the shear, which is at most 1. Let r be the largest
 * |x| or |y| of the corners here.
 *
 * - Each product of an edge function differs by 2βr + β² at most, so each of the three differs by less than m = 8β(r + β).
 *   Two functions with different signs, both farther than m from 0, are a miss. If all have one sign, farther than m
 *   from 0, the other computation finds a hit, too, unless it refuses the t.
 * - t is the mean of the corners' ts, weighted by the edge functions. If these differ by m each, and their sum is more
 *   than 6m, t differs by less than 6m/sum times the range of the corners' ts.
 * - A corner's t differs by less than β beside the direction's largest component.
 *
 * A triangle that the ray sees from its edge has a sum of less than 6m. It counts as hit from its first corner on.
 *
 * @param p the coordinates of the three corners, from `at` on.
 * @param shear the ray in the space of the triangle: see writeShear.
 * @param limit the largest t that counts.
 */
export function mayHitTriangle(
  p: Coordinates,
  at: number,
  shear: Float64Array,
  ray: RayBuffer,
  limit: number,
  margin: number,
  out: Float64Array,
): boolean {
  const first = at + shear[AXES];
  const second = at + shear[AXES + 1];
  const last = at + shear[AXES + 2];
  const shearX = shear[SHEAR];
  const shearY = shear[SHEAR + 1];
  const aZ = p[last] - shear[2];
  const bZ = p[last + 3] - shear[2];
  const cZ = p[last + 6] - shear[2];
  const aX = p[first] - shear[0] - shearX * aZ;
  const aY = p[second] - shear[1] - shearY * aZ;
  const bX = p[first + 3] - shear[0] - shearX * bZ;
  const bY = p[second + 3] - shear[1] - shearY * bZ;
  const cX = p[first + 6] - shear[0] - shearX * cZ;
  const cY = p[second + 6] - shear[1] - shearY * cZ;
  const shareA = cX * bY - cY * bX;
  const shareB = aX * cY - aY * cX;
  const shareC = bX * aY - bY * aX;
  const blur = 4 * margin;
  const reach = Math.max(Math.abs(aX), Math.abs(aY), Math.abs(bX), Math.abs(bY), Math.abs(cX), Math.abs(cY));
  const edge = 8 * blur * (reach + blur);
  const least = Math.min(shareA, shareB, shareC);
  const most = Math.max(shareA, shareB, shareC);
  if (least < -edge && most > edge) return false;

  const direction = shear[DIRECTION + 2];
  const tA = aZ / direction;
  const tB = bZ / direction;
  const tC = cZ / direction;
  let low = Math.min(tA, tB, tC);
  let high = Math.max(tA, tB, tC);
  const sum = shareA + shareB + shareC;
  if (Math.abs(sum) > 6 * edge) {
    const t = (shareA / sum) * tA + (shareB / sum) * tB + (shareC / sum) * tC;
    const slack = ((6 * edge) / Math.abs(sum)) * (high - low);
    low = Math.max(low, t - slack);
    high = Math.min(high, t + slack);
  }
  const wider = blur / Math.abs(direction);
  low -= wider;
  high += wider;
  // Comparisons with NaN, where numbers overflow, are false: the triangle then counts as hit.
  if (low > limit || high < ray[T_MIN]) return false;
  out[LOW] = low;
  out[CERTAIN] = least > edge || most < -edge ? high : Infinity;
  return true;
}
