import type { ConvexShape } from '../../flat/convexShape';
import { approach } from '../../flat/motion';
import type { Numbers } from '../../flat/numbers';
import { type CommonPoint, findCommonPoint } from './commonPoint';
import type { SweptAxes } from './sweptAxes';

/** The vertices of a supporting feature may be less far along the normal by this share of the largest gap of shapes that touch. */
const LEVEL_SHARE = 0.25;

/**
 * Writes the contact of a box with a box or a triangle that it touches after the share t of a motion. Returns whether it proves that they
 * touch there.
 *
 * @param axes the axis that parts them until then.
 * @param limit the largest gap of shapes that touch.
 */
export function writeBoxTouch(
  axes: SweptAxes,
  common: CommonPoint,
  a: ConvexShape,
  b: ConvexShape,
  way: Numbers,
  t: number,
  limit: number,
  contact: Numbers,
): boolean {
  const axis = axes.axis;
  const normal = common.normal;
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) normal[k] = axis[k] / length;
  const tolerance = LEVEL_SHARE * limit;
  common.tolerance = tolerance;
  common.a.tolerance = tolerance;
  common.b.tolerance = tolerance;
  common.a.find(a, normal, -1, axes.across >> 3);
  common.b.find(b, normal, 1, axes.across & 7);
  for (let k = 0; k < 3; k++) common.a.vertex[k] += t * way[k];
  if (!(findCommonPoint(common) <= limit)) return false;
  for (let k = 0; k < 3; k++) {
    contact[k] = common.point[k];
    contact[3 + k] = normal[k];
  }
  return approach(way, contact) > 0;
}

/**
 * Writes the contact of two axis-aligned boxes that touch after the share t of a motion. The point is in the middle of what their faces
 * have in common.
 *
 * @param normal the normal of the face of b.
 */
export function writeAabbTouch(
  a: ConvexShape,
  b: ConvexShape,
  way: Numbers,
  t: number,
  normal: Numbers,
  contact: Numbers,
): void {
  for (let k = 0; k < 3; k++) {
    const min = b.bounds[k];
    const max = b.bounds[3 + k];
    const from = Math.max(a.bounds[k] + t * way[k], min);
    const to = Math.min(a.bounds[3 + k] + t * way[k], max);
    // Where the boxes only graze each other, rounding may put the middle beside b.
    const middle = Math.min(Math.max(from / 2 + to / 2, min), max);
    contact[k] = normal[k] > 0 ? max : normal[k] < 0 ? min : middle;
    contact[3 + k] = normal[k];
  }
}
