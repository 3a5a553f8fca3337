import type { Coordinates } from '../shapes/vec3';
import type { Aabb } from '../shapes/aabb';
import { createFrame, writeAabbFrame, writeObbFrame } from '../flat/boxFrame';
import { OBB_STRIDE } from '../flat/boxLayout';
import { readBox } from '../flat/boxRecord';
import { isObject, show } from '../check';
import { closestPointOnAabb, closestPointOnObb } from './closestPoint';
import { closestOnTriangle } from './triangles/closestPointOnTriangle';
import { FlatShape, readShape } from '../flat/flatShape';
import type { Obb } from '../shapes/obb';
import { Reusable } from '../reusable';
import { framesOverlap } from './separatingAxes';
import { AABB_SHAPE, SPHERE_SHAPE } from '../flat/frameLayout';
import type { Sphere } from '../shapes/sphere';
import { readTriangle, type Triangle, TRIANGLE_STRIDE } from '../shapes/triangle';
import { triangleOverlapsFrame, trianglesOverlap } from './triangles/trianglesOverlap';

const spaces = /* @__PURE__ */ new Reusable(() => ({
  flat: new FlatShape(),
  record: new Float64Array(OBB_STRIDE),
  triangle: new Float64Array(TRIANGLE_STRIDE),
  otherTriangle: new Float64Array(TRIANGLE_STRIDE),
}));

/**
 * Returns whether two shapes have a point in common. Touching counts. The order of two boxes, two triangles or one of
 * each does not matter.
 *
 * Two AABBs are compared bound by bound. If either shape is an OBB or a triangle, the bounds are compared first. Then
 * the shapes are apart only if a normal of a face, or the cross product of two edges, separates them by more than
 * rounding can. This never separates shapes that overlap or touch. A sphere overlaps a box or a triangle if the
 * distance of its centre from the box or triangle is not greater than its radius. A triangle may be a line or a point.
 *
 * @throws TypeError or RangeError if one of the shapes is not valid.
 *
 * @example
 * ```ts
 * overlaps({ center: { x: 1, y: 1, z: 4 }, radius: 2 }, { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } }); // true
 * ```
 */
export function overlaps(shape: Aabb | Obb | Sphere | Triangle, other: Aabb | Obb | Triangle): boolean {
  if (!isObject(shape) || !('min' in shape || 'radius' in shape || 'a' in shape)) {
    refuse('shape', 'a box { min, max }, a sphere { center, radius }', shape);
  }
  if (!isObject(other) || !('min' in other || 'radius' in other || 'a' in other)) {
    refuse('other', 'a box { min, max }', other);
  }
  if ('radius' in other) throw new TypeError('other must be a box or a triangle, got a sphere: pass the sphere first');
  const space = spaces.take();
  const { flat, record, triangle, otherTriangle } = space;
  const isTriangle = isTriangleShape(shape);
  if (isTriangle) readTriangle('shape', shape, triangle);
  else readShape('shape', shape, flat);
  let isOverlap: boolean;
  if (isTriangleShape(other)) {
    readTriangle('other', other, otherTriangle);
    isOverlap = isTriangle ? trianglesOverlap(triangle, otherTriangle) : shapeOverlapsTriangle(flat, otherTriangle);
  } else {
    const isOriented = readBox('other', other, record);
    if (isTriangle) isOverlap = triangleOverlapsBox(triangle, isOriented, record);
    else isOverlap = isOriented ? shapeOverlapsObb(flat, record, 0) : shapeOverlapsAabb(flat, record, 0);
  }
  spaces.giveBack(space);
  return isOverlap;
}

/** Returns whether a shape is a triangle. A shape with a `min` is a box, even if it also has a member `a`. */
function isTriangleShape(shape: Aabb | Obb | Sphere | Triangle): shape is Triangle {
  return 'a' in shape && !('min' in shape) && !('radius' in shape);
}

function refuse(name: string, others: string, shape: unknown): never {
  throw new TypeError(`${name} must be ${others} or a triangle { a, b, c }, got ${show(shape)}`);
}

const frame = /* @__PURE__ */ createFrame();
const closest = /* @__PURE__ */ new Float64Array(3);

/** Returns whether a shape {@link overlaps} the AABB whose six numbers begin at `at`. */
export function shapeOverlapsAabb(shape: FlatShape, b: Coordinates, at: number): boolean {
  if (shape.kind === AABB_SHAPE) return aabbOverlapsAabb(shape.record, 0, b, at);
  if (shape.kind === SPHERE_SHAPE) {
    const { record } = shape;
    return closestPointOnAabb(b, at, record[0], record[1], record[2], closest) <= record[3];
  }
  writeAabbFrame(b, at, frame);
  return framesOverlap(shape.frame, frame);
}

/** Returns whether a shape {@link overlaps} the OBB whose record begins at `at`. */
export function shapeOverlapsObb(shape: FlatShape, b: Float64Array, at: number): boolean {
  if (shape.kind === SPHERE_SHAPE) {
    const { record } = shape;
    return closestPointOnObb(b, at, record[0], record[1], record[2], closest) <= record[3];
  }
  writeObbFrame(b, at, frame);
  return framesOverlap(shape.frame, frame);
}

/** Returns whether a box or a sphere {@link overlaps} a triangle, given as 9 numbers. */
export function shapeOverlapsTriangle({ kind, record, frame }: FlatShape, triangle: Float64Array): boolean {
  if (kind !== SPHERE_SHAPE) return triangleOverlapsFrame(triangle, frame);
  return closestOnTriangle(triangle, 0, 3, 6, record[0], record[1], record[2], closest) <= record[3];
}

function triangleOverlapsBox(triangle: Float64Array, isOriented: boolean, record: Float64Array): boolean {
  if (isOriented) writeObbFrame(record, 0, frame);
  else writeAabbFrame(record, 0, frame);
  return triangleOverlapsFrame(triangle, frame);
}

/** Returns whether two AABBs overlap. Their numbers begin at `atA` and `atB`. Touching counts. */
export function aabbOverlapsAabb(a: Coordinates, atA: number, b: Coordinates, atB: number): boolean {
  return (
    a[atA] <= b[atB + 3] &&
    b[atB] <= a[atA + 3] &&
    a[atA + 1] <= b[atB + 4] &&
    b[atB + 1] <= a[atA + 4] &&
    a[atA + 2] <= b[atB + 5] &&
    b[atB + 2] <= a[atA + 5]
  );
}
