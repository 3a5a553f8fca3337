import type { Coordinates } from '../shapes/vec3';
import type { Aabb } from '../shapes/aabb';
import { writeAabbFrame, writeObbFrame } from '../flat/boxFrame';
import { TRIANGLE } from '../flat/convexShape';
import { copyBox } from '../flat/readConvexShape';
import { OBB_STRIDE } from '../flat/boxLayout';
import { readBox } from '../flat/boxRecord';
import { kindOfShape, type Shape, type ShapeKind } from '../shapes/shape';
import { contactOf } from './contacts/contactOf';
import { distance } from './distance';
import { closestPointOnAabb, closestPointOnObb } from './closestPoint';
import { closestOnTriangle } from './triangles/closestPointOnTriangle';
import { FlatShape, readShape } from './flatShape';
import { Reusable } from '../reusable';
import { aabbOverlapsAabb, framesOverlap } from './separatingAxes';
import { AABB_SHAPE, CONVEX_SHAPE, SPHERE_SHAPE } from '../flat/frameLayout';
import { readTriangle, type Triangle, TRIANGLE_STRIDE } from '../shapes/triangle';

const spaces = /* @__PURE__ */ new Reusable(() => ({
  flat: new FlatShape(),
  record: new Float64Array(OBB_STRIDE),
  triangle: new Float64Array(TRIANGLE_STRIDE),
}));

/**
 * Returns whether two shapes have a point in common. Touching counts. The order of the shapes does not matter.
 *
 * - Two triangles are tested without rounding: the answer is right for all finite coordinates.
 * - Two AABBs are compared bound by bound.
 * - An OBB and another box, or a box and a triangle: the bounds are compared first, those of an OBB widened by their rounding. Then the
 *   shapes are apart only if a normal of a face, or the cross product of two edges, separates them by more than rounding can. This never
 *   separates shapes that overlap or touch.
 * - A sphere overlaps a box or a triangle if the distance of its centre from the box or triangle is not greater than its radius.
 * - All other shapes overlap if their {@link distance} is 0.
 *
 * Where boxes or triangles overlap, their distance is 0. A triangle may be a line or a point.
 *
 * @throws TypeError or RangeError if one of the shapes is not valid.
 *
 * @example
 * ```ts
 * const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } };
 * overlaps({ center: { x: 1, y: 1, z: 4 }, radius: 2 }, box); // → true
 * ```
 */
export function overlaps(shape: Shape, other: Shape): boolean {
  const kind = kindOfShape('shape', shape);
  const otherKind = kindOfShape('other', other);
  if (isFlat(otherKind, other)) return overlapsFlat(shape, other, otherKind, ['shape', 'other']);
  if (otherKind === 'sphere' && isFlat(kind, shape)) return overlapsFlat(other, shape, kind, ['other', 'shape']);
  return distance(shape, other) === 0;
}

/** Whether a shape has flat faces: a triangle, or a box that is not rounded. */
function isFlat(kind: ShapeKind, shape: Shape): boolean {
  return kind === 'triangle' || (kind === 'box' && !('radius' in shape));
}

/** Does {@link overlaps} for any shape and one with flat faces. @param names the names of the two arguments. */
function overlapsFlat(shape: Shape, other: Shape, otherKind: ShapeKind, names: readonly [string, string]): boolean {
  const space = spaces.take();
  const { flat, record, triangle } = space;
  readShape(names[0], shape, flat);
  let isOverlap: boolean;
  if (otherKind === 'triangle') {
    readTriangle(names[1], other as Triangle, triangle);
    isOverlap = shapeOverlapsTriangle(flat, triangle);
  } else if (readBox(names[1], other as Aabb, record)) isOverlap = shapeOverlapsObb(flat, record, 0);
  else isOverlap = shapeOverlapsAabb(flat, record, 0);
  spaces.giveBack(space);
  return isOverlap;
}

/** Returns whether a shape {@link overlaps} the AABB whose six numbers begin at `at`. */
export function shapeOverlapsAabb(shape: FlatShape, b: Coordinates, at: number): boolean {
  if (shape.kind === AABB_SHAPE) return aabbOverlapsAabb(shape.record, 0, b, at);
  if (shape.kind === SPHERE_SHAPE) {
    const { record } = shape;
    return closestPointOnAabb(b, at, record[0], record[1], record[2], shape.closest) <= record[3];
  }
  if (isMeasured(shape)) {
    copyBox(b, at, false, shape.pair.b);
    return contactOf(shape.pair, 0) >= 0;
  }
  writeAabbFrame(b, at, shape.otherFrame);
  return overlapsFrame(shape);
}

/** Returns whether a shape {@link overlaps} the OBB whose record begins at `at`. */
export function shapeOverlapsObb(shape: FlatShape, b: Float64Array, at: number): boolean {
  if (shape.kind === SPHERE_SHAPE) {
    const { record } = shape;
    return closestPointOnObb(b, at, record[0], record[1], record[2], shape.closest) <= record[3];
  }
  if (isMeasured(shape)) {
    copyBox(b, at, true, shape.pair.b);
    return contactOf(shape.pair, 0) >= 0;
  }
  writeObbFrame(b, at, shape.otherFrame);
  return overlapsFrame(shape);
}

/** Returns whether a shape {@link overlaps} a triangle, given as 9 numbers. */
export function shapeOverlapsTriangle(shape: FlatShape, triangle: Float64Array): boolean {
  const { kind, record, pair } = shape;
  if (kind === SPHERE_SHAPE) {
    return closestOnTriangle(triangle, 0, 3, 6, record[0], record[1], record[2], shape.closest) <= record[3];
  }
  if (kind !== CONVEX_SHAPE) return pair.overlap.axes.triangleOverlapsFrame(triangle, shape.frame);
  if (pair.a.core === TRIANGLE) return pair.overlap.triangles.test(pair.a.vertices, triangle);
  pair.b.setTriangle(triangle);
  return contactOf(pair, 0) >= 0;
}

/** Whether a shape overlaps another one if their {@link distance} is 0. Triangles and boxes have a test of their own. */
function isMeasured({ kind, pair }: FlatShape): boolean {
  return kind === CONVEX_SHAPE && pair.a.core !== TRIANGLE;
}

/** Returns whether a box or a triangle overlaps the box whose frame is in `otherFrame`. */
function overlapsFrame({ kind, frame, otherFrame, pair }: FlatShape): boolean {
  if (kind === CONVEX_SHAPE) return pair.overlap.axes.triangleOverlapsFrame(pair.a.vertices, otherFrame);
  return framesOverlap(frame, otherFrame, pair.overlap.between);
}
