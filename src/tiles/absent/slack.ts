import type { Aabb, Shape } from 'slabtree';
import { MARGIN_RANGE } from '../../bvh/margins/obbMargin';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { ConvexShape } from '../../primitives/flat/convexShape';
import { readConvexShape } from '../../primitives/flat/readConvexShape';
import { elementsOf } from '../../primitives/shapes/matrix4';
import type { Ray } from '../../primitives/shapes/ray';
import type { RaySettings } from '../../scene/arguments/raycastOptions';
import type { TiledMeasure } from '../format/tiledMeasure';

/** Returns whether bounds that are widened by `widening` suffice for tests whose error is `slack`, which may be Infinity. */
export function isCoveredBy(widening: number, slack: number): boolean {
  return slack <= Math.min(widening / 2, Number.MAX_VALUE);
}

/**
 * Returns how far outside the bounds of its tile a box or a triangle may be hit, because of rounding.
 *
 * The bounds of a tile are the bounds of its root. They contain every box, and for an oriented box also the margin within which
 * a ray from within the measure's reach may hit the box (see bvh/margins/obbMargin.ts). Let u = 2^-53, and let S be the largest
 * sum of |coordinate of the query| and the scene's magnitude on an axis:
 * - The tests of axis-aligned boxes subtract, divide, multiply and add numbers that grow with the bounds, and rounding keeps
 *   order. So a query that hits a box also hits the bounds around the box.
 * - The error of tests of oriented boxes is less than 64uS·α (see obbShapeBounds, sphereBounds, planeMargin and obbMargin), with
 *   α = slope/16u.
 * - The tests of triangles are padded by 2^-46·C·S (see guardReach.ts), where C is the largest condition number of an instance's
 *   matrix: at most twice the condition in the file.
 */
export function slackFor({ obbSlope, meshCondition }: TiledMeasure, size: number): number {
  // Without oriented boxes, only the query itself is rounded: moving and turning an oriented shape rounds by a few u = 2^-53.
  if (obbSlope === 0) return 2 ** -45 * size;
  return (2 ** -45 * (1 + obbSlope / (16 * 2 ** -53)) + 2 ** -44 * meshCondition) * size;
}

/**
 * Returns the slack for a ray: how far outside a tile's bounds the ray may hit a box of the tile. The tolerance of a `refine` is
 * not included. The slack of a ray from beyond the measure's reach grows by the slope of the margins. NaN if the ray's numbers
 * are so large or small that the margins do not hold: the ray may then hit a box in any tile.
 */
export function raySlack(measure: TiledMeasure, { origin, direction }: Ray): number {
  if (measure.obbSlope === 0) return 0;
  const { origin: o } = measure;
  const { x, y, z } = origin;
  const speed = Math.max(Math.abs(direction.x), Math.abs(direction.y), Math.abs(direction.z));
  const isInRange =
    Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) <= MARGIN_RANGE &&
    speed <= MARGIN_RANGE &&
    speed >= 1 / MARGIN_RANGE;
  if (!isInRange) return NaN;
  const distance = Math.max(Math.abs(x - o[0]), Math.abs(y - o[1]), Math.abs(z - o[2]));
  const beyond = Math.max(0, distance - measure.reach) * measure.obbSlope * 1.001;
  return slackFor(measure, sizeOf(measure, x, y, z)) + beyond;
}

/** Returns the largest sum, over the axes, of a point's |coordinate| and the scene's magnitude on the axis. */
export function sizeOf({ magnitude }: SceneMeasure, x: number, y: number, z: number): number {
  return Math.max(Math.abs(x) + magnitude[0], Math.abs(y) + magnitude[1], Math.abs(z) + magnitude[2]);
}

/**
 * How far before its box a refined hit may be, relative to the coordinates and distances. Twice the tolerance of
 * bvh/query/raySelection.ts: the difference covers the rounding of the sum in {@link limitOf}.
 */
const REFINE_TOLERANCE = 2 ** -19;

/** Returns the largest `t` at which a ray may enter a box that has a refined hit before the ray's hit at `t`. */
export function limitOf(
  measure: SceneMeasure,
  { origin, direction }: Ray,
  { tMax, refine }: Pick<RaySettings, 'tMax' | 'refine'>,
  t: number,
): number {
  if (t > tMax) return tMax;
  // No refined hit precedes a hit at -Infinity, and adding the tolerance of refined hits would give NaN.
  if (refine === undefined || t === -Infinity) return t;
  const size = sizeOf(measure, origin.x, origin.y, origin.z);
  const speed = Math.max(Math.abs(direction.x), Math.abs(direction.y), Math.abs(direction.z));
  return Math.min(t + REFINE_TOLERANCE * (size / speed + Math.abs(t)), tMax);
}

const convex = /* @__PURE__ */ new ConvexShape();

/** Returns the world bounds of a checked shape, widened by more than the rounding of its computed corners. Always finite. */
export function boundsOfShape(shape: Shape): Aabb {
  readConvexShape('shape', shape, convex);
  const { bounds, radius, size } = convex;
  const reach = radius + SHAPE_ROUNDING * (size + sizeOfBox(shape));
  const low = (value: number): number => Math.max(value - reach, -Number.MAX_VALUE);
  const high = (value: number): number => Math.min(value + reach, Number.MAX_VALUE);
  return {
    min: { x: low(bounds[0]), y: low(bounds[1]), z: low(bounds[2]) },
    max: { x: high(bounds[3]), y: high(bounds[4]), z: high(bounds[5]) },
  };
}

/** Each corner of an oriented box is a sum of products. It is off by less than this share of the largest product. */
const SHAPE_ROUNDING = 2 ** -45;

/** Returns the size of the largest product in the sums that are the corners of an oriented box. 0 for other shapes. */
function sizeOfBox(shape: Shape): number {
  if (!('matrix' in shape)) return 0;
  const { min, max, matrix } = shape;
  const elements = elementsOf('shape.matrix', matrix);
  let size = 0;
  for (const point of [min, max]) {
    for (let row = 0; row < 3; row++) {
      const products = [
        elements[row] * point.x,
        elements[4 + row] * point.y,
        elements[8 + row] * point.z,
        elements[12 + row],
      ];
      size = Math.max(size, ...products.map(Math.abs));
    }
  }
  return size;
}
