import { BOX, ConvexShape, POINT, TRIANGLE } from '../flat/convexShape';
import { readConvexShape } from '../flat/readConvexShape';
import { unitScale } from '../exponents';
import { Reusable } from '../reusable';
import type { Shape } from '../shapes/shape';
import { dot, length, normalize, type Vec3, vec3 } from '../shapes/vec3';
import { closestPair, nearest, pair } from './closestPair';
import { gapBesideEdges, leastWayOut, wayOut } from './leastWayOut';
import { type Feature, MetFeature } from './metFeature';

/**
 * Contacts, and with them the overlap and the distance of all pairs of shapes without a test of their own: a capsule and a triangle,
 * for example, or two rounded boxes. closestPair.ts finds the closest points of two cores that are apart, and leastWayOut.ts the
 * least translation that parts two cores that overlap. The radii are added to that.
 */

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
   * The outward normal of the face that is met, with length 1. At an edge or a vertex, that of the adjacent face that is most along
   * `normal`. A triangle and a flat box have one face with two sides: the normal goes to the side of the shape, or against its motion
   * if it moves before the contact. Equal to `normal` if the other shape has no faces: a sphere, a capsule, or a box or triangle that is
   * a line, apart from rounding.
   */
  faceNormal: Vec3;
}

/** The point and the normal of the contact that was computed last, 6 numbers. */
export const contactNumbers = /* @__PURE__ */ new Float64Array(6);

/** The working space of a call: two shapes, as they are read, and the feature that is met. */
export const shapePairs = /* @__PURE__ */ new Reusable(() => ({
  a: new ConvexShape(),
  b: new ConvexShape(),
  met: new MetFeature(),
}));

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
  const space = shapePairs.take();
  readConvexShape('shape', shape, space.a);
  readConvexShape('other', other, space.b);
  const depth = contactOf(space.a, space.b, true);
  const [x, y, z, normalX, normalY, normalZ] = contactNumbers;
  space.met.find(space.b, contactNumbers, null);
  const { name: feature, faceNormal: face } = space.met;
  shapePairs.giveBack(space);
  return {
    point: vec3(x + 0, y + 0, z + 0),
    normal: vec3(normalX + 0, normalY + 0, normalZ + 0),
    depth: depth + 0,
    feature,
    faceNormal: vec3(face[0], face[1], face[2]),
  };
}

/** If the largest coordinate of two shapes is between these, no product of four overflows or underflows where it matters. */
const SMALL = 1e-60;
const LARGE = 1e60;

/** Cores that are closer than this share of the numbers involved count as touching: rounding may hide a smaller gap. */
const TOUCHING = 2 ** -44;

/** A shorter way between two cores is normalized once more: its square underflows. */
const TINY = 2 ** -900;

/** If cores overlap by less than this share of the numbers involved, their closest features are where they touch. */
const SHALLOW = 2 ** -24;

const scaledA = /* @__PURE__ */ new ConvexShape();
const scaledB = /* @__PURE__ */ new ConvexShape();

/** Returns the power of two by which two shapes, the larger one of this size, must be scaled before they are compared. Mostly 1. */
export function scaleOf(size: number): number {
  return size > LARGE || (size < SMALL && size > 0) ? unitScale(size) : 1;
}

/**
 * Returns the depth of a {@link Contact}, and writes its point and normal to {@link contactNumbers}.
 *
 * @param isSurface whether a triangle b is a surface: see {@link contact}.
 * @param limit a gap. If the shapes are certainly farther apart, -Infinity may be returned, and nothing written.
 */
export function contactOf(a: ConvexShape, b: ConvexShape, isSurface: boolean, limit = Infinity): number {
  const depth = contactOfScaled(a, b, isSurface, limit);
  // The distance of a point is never less than the distance of the bounds: see closestPointOnObb.
  if (a.core === POINT || b.core === POINT) return depth;
  return keepBeyondBounds(a, b, depth);
}

/** The axis of {@link boundsGap}, and 1 if shape a is above shape b along it, or else -1. */
let gapAxis = 0;
let gapSide = 1;

/** Returns by how much the bounds of two shapes are apart along an axis of the world. Negative if they overlap. */
export function boundsGap({ bounds: a, radius }: ConvexShape, { bounds: b, radius: other }: ConvexShape): number {
  let gap = -Infinity;
  for (let k = 0; k < 3; k++) {
    const above = a[k] - b[3 + k];
    const below = b[k] - a[3 + k];
    const larger = above > below ? above : below;
    if (!(larger > gap)) continue;
    gap = larger;
    gapAxis = k;
    gapSide = above > below ? 1 : -1;
  }
  if (gap < Infinity) return gap - radius - other;
  // The bounds are farther apart than the largest number. The shapes may be closer.
  const [upper, lower] = gapSide > 0 ? [a[gapAxis], b[3 + gapAxis]] : [b[gapAxis], a[3 + gapAxis]];
  return 2 * (upper / 2 - lower / 2 - radius / 2 - other / 2);
}

/** Returns by how much rounding may put two shapes closer than their bounds are. */
export function boundsTolerance(a: ConvexShape, b: ConvexShape): number {
  return TOUCHING * Math.max(a.size, b.size);
}

/**
 * Returns the depth of a contact that is no deeper than the bounds of two shapes allow. If it is deeper, the sizes of their numbers
 * differ by so much that products have underflowed: then writes a contact of the bounds.
 */
export function keepBeyondBounds(a: ConvexShape, b: ConvexShape, depth: number): number {
  const gap = boundsGap(a, b);
  return depth > -gap + boundsTolerance(a, b) ? writeBoundsContact(a, b, gap) : depth;
}

/** Writes a contact of the bounds of two shapes, whose gap was computed last. Returns its depth. */
function writeBoundsContact(a: ConvexShape, b: ConvexShape, gap: number): number {
  for (let k = 0; k < 3; k++) {
    const middle = a.bounds[k] / 2 + a.bounds[3 + k] / 2;
    const onB = Math.min(Math.max(middle, b.bounds[k]), b.bounds[3 + k]);
    contactNumbers[k] = k === gapAxis ? onB + gapSide * b.radius : onB;
    contactNumbers[3 + k] = k === gapAxis ? gapSide : 0;
  }
  return -gap;
}

function contactOfScaled(a: ConvexShape, b: ConvexShape, isSurface: boolean, limit: number): number {
  const scale = scaleOf(Math.max(a.size, b.size));
  if (scale === 1) return contactOfSafe(a, b, isSurface, limit);
  scaledA.setScaled(a, scale);
  scaledB.setScaled(b, scale);
  const depth = contactOfSafe(scaledA, scaledB, isSurface) / scale;
  for (let k = 0; k < 3; k++) contactNumbers[k] /= scale;
  const radii = a.radius + b.radius;
  // The distance of a point has the bits of distanceToBox and distanceToTriangle, which do not scale all numbers.
  const distance = isPointAndFaces(a, b) ? closestPair(a, b, wayOut) : Infinity;
  if (!(distance < Infinity && radii < Infinity)) return depth;
  return distance > 0 ? radii - distance : Math.max(depth, radii);
}

/** Whether one of two cores is a point, and the other one a box or a triangle. */
function isPointAndFaces({ core: a }: ConvexShape, { core: b }: ConvexShape): boolean {
  return (a === POINT && (b === BOX || b === TRIANGLE)) || (b === POINT && (a === BOX || a === TRIANGLE));
}

/** Does {@link contactOf} for shapes whose coordinates are neither too large nor too small. */
export function contactOfSafe(a: ConvexShape, b: ConvexShape, isSurface: boolean, limit = Infinity): number {
  const depth = contactOfCores(a, b, isSurface, limit);
  const c = contactNumbers;
  // `sum - sum` is NaN if one of the numbers is not finite. Products have underflowed where the sizes of two shapes differ too much.
  const sum = depth + c[0] + c[1] + c[2] + c[3] + c[4] + c[5];
  return sum - sum === 0 || depth === -Infinity ? depth : writeBoundsContact(a, b, boundsGap(a, b));
}

function contactOfCores(a: ConvexShape, b: ConvexShape, isSurface: boolean, limit: number): number {
  const size = Math.max(a.size, b.size);
  const radii = a.radius + b.radius;
  // The axis saves work where there are many features. A point needs none.
  const isPoint = a.core === POINT || b.core === POINT;
  let depth = isPoint ? NaN : leastWayOut(a, b, isSurface);
  if (limit < Infinity) {
    // An axis that parts the cores proves a gap, however badly it is rounded.
    const certain = radii + limit + TOUCHING * size;
    if (-depth > certain || (b.core === TRIANGLE && gapBesideEdges(a, b) > certain)) return -Infinity;
  }
  const distance = closestPair(a, b, wayOut);
  // If the points are closer than this, the way between them is only rounding. The axes of the cores are certain.
  if (distance > TOUCHING * size) return radii - writeGap(b, distance);
  if (isPoint) depth = leastWayOut(a, b, isSurface);
  // The plane across the way may be too badly rounded to part cores that are far larger than the way is long. An axis does.
  if (-depth > TOUCHING * size && nearest < Infinity) return radii - writeGap(b, nearest);
  contactNumbers.set(wayOut, 3);
  // Rounding may put a gap between cores that touch.
  if (depth <= SHALLOW * size && nearest < Infinity) {
    for (let k = 0; k < 3; k++) contactNumbers[k] = pair[3 + k] + wayOut[k] * b.radius;
  } else {
    writePointBelow(a, b, Math.max(depth, 0));
  }
  return (distance > 0 ? -distance : Math.max(depth, 0)) + radii;
}

/** Writes the contact of two shapes at the closest points of their cores. Returns the distance of the cores. */
function writeGap(b: ConvexShape, distance: number): number {
  const way = length(pair[0] - pair[3], pair[1] - pair[4], pair[2] - pair[5]);
  for (let k = 0; k < 3; k++) {
    const normal = (pair[k] - pair[3 + k]) / way;
    contactNumbers[3 + k] = normal;
    contactNumbers[k] = pair[3 + k] + normal * b.radius;
  }
  // A denormal length has lost its last digits.
  if (way < TINY) {
    normalize(contactNumbers, 3);
    for (let k = 0; k < 3; k++) contactNumbers[k] = pair[3 + k] + contactNumbers[3 + k] * b.radius;
  }
  return distance;
}

/** Writes the point of b that is closest to where the deepest vertex of a leaves b. */
function writePointBelow({ vertexCount, vertices }: ConvexShape, b: ConvexShape, depth: number): void {
  const [x, y, z] = wayOut;
  let deepest = 0;
  for (let at = 3; at < 3 * vertexCount; at += 3) {
    const way = dot(
      x,
      y,
      z,
      vertices[at] - vertices[deepest],
      vertices[at + 1] - vertices[deepest + 1],
      vertices[at + 2] - vertices[deepest + 2],
    );
    if (way < 0) deepest = at;
  }
  leaving.setPoint(
    vertices[deepest] + x * depth,
    vertices[deepest + 1] + y * depth,
    vertices[deepest + 2] + z * depth,
    0,
  );
  closestPair(leaving, b, wayOut);
  for (let k = 0; k < 3; k++) contactNumbers[k] = pair[3 + k] + wayOut[k] * b.radius;
}

const leaving = /* @__PURE__ */ new ConvexShape();
