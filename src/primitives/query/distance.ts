import { readConvexShape } from '../flat/readConvexShape';
import type { Shape } from '../shapes/shape';
import { type Vec3, vec3 } from '../shapes/vec3';
import { shapePairs } from './contact';
import { contactOf } from './contacts/contactOf';
import type { ShapePair } from './shapePair';

/** The closest points of two shapes, and their `distance` in world units: the answer of {@link closestPoints}. */
export interface ClosestPoints {
  /** The point of the first shape. */
  a: Vec3;
  /** The point of the second shape. If the shapes touch or overlap, both are the `point` of their {@link contact}. */
  b: Vec3;
  distance: number;
}

/**
 * Returns the distance between two shapes, in world units: 0 if they touch or overlap. The distance between a point and
 * a box or a triangle is the same as from {@link distanceToBox} and {@link distanceToTriangle}. The distance between two triangles is 0
 * exactly if they overlap: see {@link overlaps}.
 *
 * @throws TypeError or RangeError if one of the shapes is not valid.
 *
 * @example
 * ```ts
 * const ball = { center: { x: 0, y: 0, z: 0 }, radius: 1 };
 * distance(ball, { a: { x: 5, y: 0, z: 0 }, b: { x: 5, y: 2, z: 0 }, radius: 1 }); // → 3
 * ```
 */
export function distance(a: Shape, b: Shape): number {
  const pair = shapePairs.take();
  readConvexShape('a', a, pair.a);
  readConvexShape('b', b, pair.b);
  const depth = contactOf(pair, Infinity);
  shapePairs.giveBack(pair);
  return Math.max(0, -depth);
}

/**
 * Returns the closest points of two shapes. If several pairs of points are equally close, the first in a fixed order is
 * returned.
 *
 * @throws TypeError or RangeError if one of the shapes is not valid.
 *
 * @example
 * ```ts
 * const ball = { center: { x: 0, y: 0, z: 0 }, radius: 1 };
 * const { a, b } = closestPoints(ball, { min: { x: 3, y: -1, z: -1 }, max: { x: 5, y: 1, z: 1 } });
 * a; // → { x: 1, y: 0, z: 0 }
 * b; // → { x: 3, y: 0, z: 0 }
 * ```
 */
export function closestPoints(a: Shape, b: Shape): ClosestPoints {
  const pair = shapePairs.take();
  readConvexShape('a', a, pair.a);
  readConvexShape('b', b, pair.b);
  const points = closestPointsOf(pair);
  shapePairs.giveBack(pair);
  return points;
}

/** Returns the closest points of the two shapes of a pair: see {@link closestPoints}. */
export function closestPointsOf(pair: ShapePair): ClosestPoints {
  const unit = measure(pair);
  const gap = -pair.depth;
  const [x, y, z, normalX, normalY, normalZ] = pair.contact;
  const onB = vec3(x * unit + 0, y * unit + 0, z * unit + 0);
  if (!(gap > 0)) return { a: vec3(onB.x, onB.y, onB.z), b: onB, distance: 0 };
  const onA = vec3((x + gap * normalX) * unit + 0, (y + gap * normalY) * unit + 0, (z + gap * normalZ) * unit + 0);
  return { a: onA, b: onB, distance: gap * unit };
}

/**
 * Returns the least translation of the first shape after which the two shapes only touch, or null if they are apart. If they touch
 * already, the translation is zero. If several translations are equally short, the first in a fixed order is returned.
 *
 * @throws TypeError or RangeError if one of the shapes is not valid.
 *
 * @example
 * ```ts
 * const slab = { min: { x: -5, y: 0, z: -5 }, max: { x: 5, y: 1, z: 5 } };
 * penetration({ center: { x: 0, y: 1.5, z: 0 }, radius: 1 }, slab); // → { x: 0, y: 0.5, z: 0 }
 * ```
 */
export function penetration(a: Shape, b: Shape): Vec3 | null {
  const pair = shapePairs.take();
  readConvexShape('a', a, pair.a);
  readConvexShape('b', b, pair.b);
  const unit = measure(pair);
  const { depth } = pair;
  const [, , , x, y, z] = pair.contact;
  shapePairs.giveBack(pair);
  if (depth < 0) return null;
  return vec3(x * depth * unit + 0, y * depth * unit + 0, z * depth * unit + 0);
}

/** By how much shapes are shrunk if their depth or gap is beyond float64. */
const SHRINK = 2 ** -4;

/**
 * Finds the contact of the two shapes of a pair: see Contact. Shrinks the shapes if the contact is beyond float64.
 *
 * @returns the unit of `pair.depth`, which is finite, and of the numbers of the contact.
 */
function measure(pair: ShapePair): number {
  pair.depth = contactOf(pair, Infinity);
  if (Math.abs(pair.depth) < Infinity) return 1;
  pair.a.setScaled(pair.a, SHRINK);
  pair.b.setScaled(pair.b, SHRINK);
  pair.depth = contactOf(pair, Infinity);
  return 1 / SHRINK;
}
