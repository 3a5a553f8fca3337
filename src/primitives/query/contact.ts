import { readConvexShape } from '../flat/readConvexShape';
import { Reusable } from '../reusable';
import type { Shape } from '../shapes/shape';
import { type Vec3, vec3 } from '../shapes/vec3';
import { contactOf } from './contactOf';
import { ShapePair } from './shapePair';

/** Where a shape touches, overlaps or comes closest to another one: the answer of {@link contact}. */
export interface Contact {
  /** A point on the surface of the other shape: the one closest to the shape, or below the deepest point of the shape. */
  point: Vec3;
  /** The direction out of the other shape at the point, with length 1. */
  normal: Vec3;
  /** How far the shape must move along `normal` so that both only touch. Negative for a gap: the distance between them. */
  depth: number;
}

/** The pairs of the functions for one pair. */
export const shapePairs = /* @__PURE__ */ new Reusable(() => new ShapePair());

/**
 * Returns where a shape touches, overlaps or comes closest to another shape.
 *
 * If they are apart, `point` and `normal` are at the closest points. If they overlap, `normal` is the direction of the shape's
 * least translation that parts them. If several translations are equally short, or several points equally close, the first in a
 * fixed order counts. A triangle is a surface: if `other` is a triangle, a shape that lies across its face leaves it to the side
 * that has the middle of the shape.
 *
 * @throws TypeError or RangeError if one of the shapes is not valid.
 *
 * @example
 * ```ts
 * const slab = { min: { x: -5, y: 0, z: -5 }, max: { x: 5, y: 1, z: 5 } };
 * const { point, normal, depth } = contact({ center: { x: 0, y: 1.5, z: 0 }, radius: 1 }, slab);
 * point; // → { x: 0, y: 1, z: 0 }
 * normal; // → { x: 0, y: 1, z: 0 }
 * depth; // → 0.5
 * ```
 */
export function contact(shape: Shape, other: Shape): Contact {
  const pair = shapePairs.take();
  readConvexShape('shape', shape, pair.a);
  readConvexShape('other', other, pair.b);
  const depth = contactOf(pair, Infinity);
  const [x, y, z, normalX, normalY, normalZ] = pair.contact;
  shapePairs.giveBack(pair);
  return { point: vec3(x + 0, y + 0, z + 0), normal: vec3(normalX + 0, normalY + 0, normalZ + 0), depth: depth + 0 };
}
