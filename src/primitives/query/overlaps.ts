import type { Aabb } from '../shapes/aabb';
import { createFrame, writeAabbFrame, writeObbFrame } from '../flat/boxFrame';
import { OBB_STRIDE } from '../flat/boxLayout';
import { readBox } from '../flat/boxRecord';
import { closestPointOnAabb, closestPointOnObb } from './closestPoint';
import { FlatShape, readShape } from '../flat/flatShape';
import type { Obb } from '../shapes/obb';
import { Reusable } from '../reusable';
import { framesOverlap } from './separatingAxes';
import { AABB_SHAPE, SPHERE_SHAPE } from '../flat/shapeKind';
import type { Sphere } from '../shapes/sphere';

const spaces = /* @__PURE__ */ new Reusable(() => ({ flat: new FlatShape(), record: new Float64Array(OBB_STRIDE) }));

/**
 * Whether a shape and a box have a point in common. Touching counts. The order of two boxes does not matter.
 *
 * Two AABBs are compared bound by bound. If either box is an OBB, the bounds are compared first. Then the boxes are
 * apart only if a normal of a face, or the cross product of two edges, separates them by more than rounding can. This
 * never separates boxes that overlap or touch. A sphere overlaps a box if the distance of its centre from the box is
 * not greater than its radius.
 *
 * @throws TypeError or RangeError if the shape or the box is not valid.
 */
export function overlaps(shape: Aabb | Obb | Sphere, box: Aabb | Obb): boolean {
  const space = spaces.take();
  const { flat, record } = space;
  readShape('shape', shape, flat);
  const isOriented = readBox('box', box, record);
  const isOverlap = isOriented ? shapeOverlapsObb(flat, record, 0) : shapeOverlapsAabb(flat, record, 0);
  spaces.giveBack(space);
  return isOverlap;
}

const frame = /* @__PURE__ */ createFrame();
const closest = new Float64Array(3);

/** {@link overlaps} with an AABB as flat numbers from `at`. */
export function shapeOverlapsAabb(shape: FlatShape, b: Float32Array | Float64Array, at: number): boolean {
  if (shape.kind === AABB_SHAPE) return aabbOverlapsAabb(shape.record, 0, b, at);
  if (shape.kind === SPHERE_SHAPE) {
    const { record } = shape;
    return closestPointOnAabb(b, at, record[0], record[1], record[2], closest) <= record[3];
  }
  writeAabbFrame(b, at, frame);
  return framesOverlap(shape.frame, frame);
}

/** {@link overlaps} with an OBB as flat numbers from `at`. */
export function shapeOverlapsObb(shape: FlatShape, b: Float64Array, at: number): boolean {
  if (shape.kind === SPHERE_SHAPE) {
    const { record } = shape;
    return closestPointOnObb(b, at, record[0], record[1], record[2], closest) <= record[3];
  }
  writeObbFrame(b, at, frame);
  return framesOverlap(shape.frame, frame);
}

/** {@link overlaps} of two AABBs as flat numbers from `atA` and `atB`. */
export function aabbOverlapsAabb(
  a: Float32Array | Float64Array,
  atA: number,
  b: Float32Array | Float64Array,
  atB: number,
): boolean {
  return (
    a[atA] <= b[atB + 3] &&
    b[atB] <= a[atA + 3] &&
    a[atA + 1] <= b[atB + 4] &&
    b[atB + 1] <= a[atA + 4] &&
    a[atA + 2] <= b[atB + 5] &&
    b[atB + 2] <= a[atA + 5]
  );
}
