import { isObject, show, typeError } from '../check';
import type { Aabb } from './aabb';
import type { Capsule } from './capsule';
import type { Obb } from './obb';
import type { Sphere } from './sphere';
import type { Triangle } from './triangle';
import type { Vec3 } from './vec3';

/** A box whose edges and corners are rounded outward: all points within `radius` of the box. See {@link distance}. */
export type RoundedBox = (Aabb | Obb) & { radius: number };

/**
 * A closed convex shape. Its fields say which:
 *
 * - `x`, `y` and `z`: a point;
 * - `center` and `radius`: a sphere;
 * - `a`, `b` and `c`: a triangle;
 * - `a`, `b` and `radius`: a capsule;
 * - `min` and `max`: a box, oriented with a `matrix`, rounded with a `radius`.
 *
 * See {@link overlaps}.
 */
export type Shape = Vec3 | Sphere | Capsule | Triangle | Aabb | Obb | RoundedBox;

export type ShapeKind = 'point' | 'sphere' | 'capsule' | 'triangle' | 'box';

/**
 * Returns what a shape is.
 *
 * @throws TypeError if it has the fields of no shape.
 */
export function kindOfShape(name: string, shape: unknown, others = ''): ShapeKind {
  if (isObject(shape)) {
    if (isPoint(shape)) return 'point';
    if ('min' in shape || 'max' in shape) return 'box';
    if ('center' in shape) return 'sphere';
    if ('c' in shape) return 'triangle';
    if ('a' in shape || 'b' in shape) {
      if ('radius' in shape) return 'capsule';
      throw typeError(name, 'a capsule { a, b, radius } or a triangle { a, b, c }', shape);
    }
    if ('x' in shape) return 'point';
    if ('radius' in shape && !hasOtherEnds(shape)) return 'sphere';
  }
  throw new TypeError(
    `${name} must be a point { x, y, z }, a sphere { center, radius }, a capsule { a, b, radius }, a triangle { a, b, c }` +
      `${others} or a box { min, max }, got ${show(shape)}${capsuleRemedy(shape)}`,
  );
}

/** Returns the end of an error for the capsule of another library: how to name its parts. */
export function capsuleRemedy(value: unknown): string {
  return hasOtherEnds(value) ? ': name the ends of a capsule a and b' : '';
}

/** Whether a value has the ends of a capsule by the names that three.js and others give them. */
function hasOtherEnds(value: unknown): boolean {
  return isObject(value) && ('start' in value || 'end' in value);
}

/**
 * Returns whether an object has the fields of a point. Call this before you look for the fields of other shapes: a Vector3 of three.js
 * has methods named `min` and `max`.
 */
export function isPoint(shape: object): boolean {
  return 'x' in shape && 'y' in shape && 'z' in shape;
}
