import { readConvexShape } from '../flat/readConvexShape';
import { Reusable } from '../reusable';
import type { Shape } from '../shapes/shape';
import { type Vec3, vec3 } from '../shapes/vec3';
import { contactOf } from './contacts/contactOf';
import { type Feature, MetFeature } from './metFeature';
import { ShapePair } from './shapePair';

/** Where a shape touches, overlaps or comes closest to another one: the answer of {@link contact}. */
export interface Contact {
  /** A point on the surface of the other shape: the one closest to the shape, or below the deepest point of the shape. */
  point: Vec3;
  /** The direction out of the other shape at the point, with length 1. */
  normal: Vec3;
  /** How far the shape must move along `normal` so that both only touch. Negative for a gap: the distance between them. */
  depth: number;
  /**
   * The feature of the other shape at the contact: the part of its surface that is farthest along `normal`, up to an angle of 2^-20
   * (about a millionth). What stands on the edge of a face, and is pushed off across the face, meets the face. Of a rounded shape, the
   * feature of its core: a sphere has a vertex, a capsule an edge and two vertices.
   */
  feature: Feature;
  /**
   * The outward normal of the face that is met, with length 1. At an edge or a vertex, it is the normal of the adjacent face most along
   * `normal`. A triangle and a flat box have one face with two sides: the normal goes to the side of the shape, or against its motion
   * if it moves before the contact. Equal to `normal` if the other shape has no faces: a sphere, a capsule, or a box or triangle that is
   * a line, apart from rounding.
   */
  faceNormal: Vec3;
}

/** The pairs of the functions for one pair, and the working space that finds the features of contacts. */
export const shapePairs = /* @__PURE__ */ new Reusable(() => new ShapePair());
export const metFeatures = /* @__PURE__ */ new Reusable(() => new MetFeature());

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
 * const { point, normal, depth, feature } = contact({ center: { x: 0, y: 1.5, z: 0 }, radius: 1 }, slab);
 * point; // → { x: 0, y: 1, z: 0 }
 * normal; // → { x: 0, y: 1, z: 0 }
 * depth; // → 0.5
 * feature; // → 'face'
 * contact({ x: 6, y: 2, z: 0 }, slab).feature; // → 'edge'
 * contact({ x: 6, y: 2, z: 0 }, slab).faceNormal; // → { x: 1, y: 0, z: 0 }
 * ```
 */
export function contact(shape: Shape, other: Shape): Contact {
  const pair = shapePairs.take();
  readConvexShape('shape', shape, pair.a);
  readConvexShape('other', other, pair.b);
  const depth = contactOf(pair, Infinity);
  const met = metFeatures.take();
  const { contact: found } = pair;
  met.find(pair.b, found, null);
  const { name: feature, faceNormal: face } = met;
  metFeatures.giveBack(met);
  shapePairs.giveBack(pair);
  return {
    point: vec3(found[0] + 0, found[1] + 0, found[2] + 0),
    normal: vec3(found[3] + 0, found[4] + 0, found[5] + 0),
    depth: depth + 0,
    feature,
    faceNormal: vec3(face[0], face[1], face[2]),
  };
}
