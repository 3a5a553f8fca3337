import type { ConvexShape } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';
import { CERTAIN_GAP } from '../tolerances';

/** The bounds of two shapes, axis by axis: how far they are apart, and a contact of them, where the numbers allow no better one. */

/** Returns by how much the bounds of two shapes are apart along an axis of the world. Negative if they overlap. */
export function boundsGap(a: ConvexShape, b: ConvexShape): number {
  const boundsA = a.bounds;
  const boundsB = b.bounds;
  let gap = -Infinity;
  for (let k = 0; k < 3; k++) {
    const above = boundsA[k] - boundsB[3 + k];
    const below = boundsB[k] - boundsA[3 + k];
    const larger = above > below ? above : below;
    if (larger > gap) gap = larger;
  }
  if (gap < Infinity) return gap - a.radius - b.radius;
  // The bounds are farther apart than the largest number. The shapes may be closer.
  const axis = partingAxis(boundsA, boundsB);
  const upper = axis < 3 ? boundsA[axis] : boundsB[axis - 3];
  const lower = axis < 3 ? boundsB[3 + axis] : boundsA[axis];
  return 2 * (upper / 2 - lower / 2 - a.radius / 2 - b.radius / 2);
}

/** Returns the axis along which two bounds are farthest apart, or overlap least: k if a is above b along axis k, or else 3 + k. */
function partingAxis(a: Numbers, b: Numbers): Index {
  let axis = 0;
  let gap = -Infinity;
  for (let k = 0; k < 3; k++) {
    const above = a[k] - b[3 + k];
    const below = b[k] - a[3 + k];
    const larger = above > below ? above : below;
    if (!(larger > gap)) continue;
    gap = larger;
    axis = above > below ? k : 3 + k;
  }
  return axis;
}

/** Returns by how much rounding may put two shapes closer than their bounds are. */
export function boundsTolerance(a: ConvexShape, b: ConvexShape): number {
  return CERTAIN_GAP * Math.max(a.size, b.size);
}

/** Returns whether the bounds of two cores are apart, which is certain however badly an axis is rounded. */
export function areBeside(shapeA: ConvexShape, shapeB: ConvexShape): boolean {
  const a = shapeA.bounds;
  const b = shapeB.bounds;
  return a[0] > b[3] || a[1] > b[4] || a[2] > b[5] || b[0] > a[3] || b[1] > a[4] || b[2] > a[5];
}

/**
 * Returns the depth of a contact that is no deeper than the bounds of two shapes allow. If it is deeper, the sizes of their numbers
 * differ by so much that products have underflowed: then writes a contact of the bounds.
 */
export function keepBeyondBounds(a: ConvexShape, b: ConvexShape, depth: number, contact: Numbers): number {
  return depth > -boundsGap(a, b) + boundsTolerance(a, b) ? writeBoundsContact(a, b, contact) : depth;
}

/** Writes a contact of the bounds of two shapes. Returns its depth. */
export function writeBoundsContact(a: ConvexShape, b: ConvexShape, contact: Numbers): number {
  const boundsA = a.bounds;
  const boundsB = b.bounds;
  const axis = partingAxis(boundsA, boundsB);
  for (let k = 0; k < 3; k++) {
    const middle = boundsA[k] / 2 + boundsA[3 + k] / 2;
    const onB = Math.min(Math.max(middle, boundsB[k]), boundsB[3 + k]);
    const normal = axis === k ? 1.0 : axis === 3 + k ? -1.0 : 0.0;
    contact[k] = normal === 0 ? onB : onB + normal * b.radius;
    contact[3 + k] = normal;
  }
  return -boundsGap(a, b);
}
