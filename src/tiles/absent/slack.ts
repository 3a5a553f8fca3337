import { MARGIN_RANGE } from '../../bvh/margins/obbMargin';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import type { Ray } from '../../primitives/shapes/ray';
import type { TiledMeasure } from '../format/tiledMeasure';

/** Whether bounds are widened enough for what rounds by this. Nothing is if that is Infinity. */
export function isCoveredBy(widening: number, slack: number): boolean {
  return slack <= Math.min(widening / 2, Number.MAX_VALUE);
}

/**
 * How far beyond the bounds of its tile a thing may be met, because of rounding.
 *
 * The bounds of a tile are those of its tree's root. They contain every box, and for an oriented one the margin within which
 * a ray from within the measure's reach may meet it (see bvh/margins/obbMargin.ts). With u = 2^-53 and S the largest
 * |coordinate of the question| + magnitude of an axis:
 * - The tests of axis-aligned boxes subtract, divide, multiply and add numbers that grow with the bounds, and rounding keeps
 *   order. So a box is never met where the bounds around it are not.
 * - The tests of oriented boxes round by less than 64uS·α (see obbShapeBounds, sphereBounds, planeMargin and obbMargin), with
 *   α = slope/16u.
 * - Those of triangles are padded by 2^-46·C·S (see guardReach.ts), where C is the largest ‖M‖·‖N‖ of an instance: at most
 *   twice what the file says.
 */
export function slackFor({ obbSlope, meshCondition }: TiledMeasure, size: number): number {
  // Without oriented boxes: shapes are moved and turned to ask for them, which rounds by a few u.
  if (obbSlope === 0) return 2 ** -45 * size;
  return (2 ** -45 * (1 + obbSlope / (16 * 2 ** -53)) + 2 ** -44 * meshCondition) * size;
}

/**
 * The same for a ray, without what a `refine` adds. Rays from beyond the reach add the slope of the margins. NaN if the ray's
 * numbers are out of range: the margins do not hold for it, and it may meet anything.
 */
export function raySlack(measure: TiledMeasure, { origin, direction }: Ray): number {
  if (measure.obbSlope === 0) return 0;
  const { origin: o } = measure;
  const { x, y, z } = origin;
  const speed = Math.max(Math.abs(direction.x), Math.abs(direction.y), Math.abs(direction.z));
  const isInRange = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= MARGIN_RANGE && speed <= MARGIN_RANGE && speed >= 1 / MARGIN_RANGE;
  if (!isInRange) return NaN;
  const distance = Math.max(Math.abs(x - o[0]), Math.abs(y - o[1]), Math.abs(z - o[2]));
  const beyond = Math.max(0, distance - measure.reach) * measure.obbSlope * 1.001;
  return slackFor(measure, sizeOf(measure, x, y, z)) + beyond;
}

/** The largest |coordinate| + magnitude of an axis. */
export function sizeOf({ magnitude }: SceneMeasure, x: number, y: number, z: number): number {
  return Math.max(Math.abs(x) + magnitude[0], Math.abs(y) + magnitude[1], Math.abs(z) + magnitude[2]);
}
