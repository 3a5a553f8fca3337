import { unitScale } from '../exponents';
import { BOX, type ConvexShape, POINT, TRIANGLE } from '../flat/convexShape';
import type { Index, Numbers } from '../flat/numbers';
import { dot, length, normalize } from '../shapes/vec3';
import type { ShapePair } from './shapePair';

/**
 * Contacts, and with them the overlap and the distance of all pairs of shapes without a test of their own: a capsule and a triangle,
 * for example, or two rounded boxes. coreContact.ts finds most of them. For points, and where rounding decides, closestPair.ts finds the
 * closest points of two cores that are apart, and leastWayOut.ts the least translation that parts two cores that overlap. The radii are
 * added to that.
 */

/** If the largest coordinate of two shapes is between these, no product of four overflows or underflows where it matters. */
const SMALL = 1e-60;
const LARGE = 1e60;

/** Cores that are closer than this share of the numbers involved count as touching: rounding may hide a smaller gap. */
const TOUCHING = 2 ** -44;

/**
 * Rounding alone puts features that touch no farther apart than this share of the numbers involved. The way between such features is badly
 * rounded. The surface of a rounded shape is along it, so there {@link TOUCHING} counts.
 */
const HIDDEN = 2 ** -46;

/** The closest points of two cores are off by less than this share of the numbers involved. */
const ROUNDING = 2 ** -48;
/** A normal that is tilted by this angle still ends on the surface of a rounded shape, apart from rounding. */
const TILTED = 2 ** -26;

/** A shorter way between two cores is normalized once more: its square underflows. */
const TINY = 2 ** -900;

/** If cores overlap by less than this share of the numbers involved, their closest features are where they touch. */
const SHALLOW = 2 ** -24;

/** Returns the power of two by which two shapes, the larger one of this size, must be scaled before they are compared. Mostly 1. */
export function scaleOf(size: number): number {
  return size > LARGE || (size < SMALL && size > 0) ? unitScale(size) : 1;
}

/**
 * Returns the depth of the contact of a pair: see Contact. Writes its point and normal to `pair.contact`.
 *
 * @param limit a gap. If the shapes are certainly farther apart, -Infinity may be returned, and nothing written.
 */
export function contactOf(pair: ShapePair, limit: number): number {
  const a = pair.a;
  const b = pair.b;
  const scale = scaleOf(Math.max(a.size, b.size));
  const depth = scale === 1 ? contactOfSafe(a, b, limit, pair) : contactOfScaled(pair, scale);
  return agreeWithOverlap(a, b, depth, pair);
}

/** A depth or a gap that is smaller than this share of the numbers involved may be rounding. */
const UNCERTAIN = 2 ** -40;
/** The smallest positive number. */
const SMALLEST = 2 ** -1074;

/**
 * Returns the depth of a contact: 0 or more exactly if the shapes overlap by the definition of `overlaps`. For boxes and
 * triangles this is the test of separating axes, which decides where rounding hides whether they touch.
 */
export function agreeWithOverlap(a: ConvexShape, b: ConvexShape, depth: number, pair: ShapePair): number {
  if (!hasFaces(a) || !hasFaces(b) || a.radius + b.radius > 0) return depth;
  if (Math.abs(depth) > UNCERTAIN * Math.max(a.size, b.size)) return depth;
  if (pair.overlap.test(a, b)) return Math.max(depth, 0);
  return depth < 0 ? depth : -SMALLEST;
}

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
  return TOUCHING * Math.max(a.size, b.size);
}

/**
 * Returns the depth of a contact that is no deeper than the bounds of two shapes allow. If it is deeper, the sizes of their numbers
 * differ by so much that products have underflowed: then writes a contact of the bounds.
 */
function keepBeyondBounds(a: ConvexShape, b: ConvexShape, depth: number, contact: Numbers): number {
  return depth > -boundsGap(a, b) + boundsTolerance(a, b) ? writeBoundsContact(a, b, contact) : depth;
}

/** Writes a contact of the bounds of two shapes. Returns its depth. */
function writeBoundsContact(a: ConvexShape, b: ConvexShape, contact: Numbers): number {
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

function contactOfScaled(pair: ShapePair, scale: number): number {
  const a = pair.a;
  const b = pair.b;
  const scaledA = pair.scaledA;
  const scaledB = pair.scaledB;
  const contact = pair.contact;
  scaledA.setScaled(a, scale);
  scaledB.setScaled(b, scale);
  const depth = contactOfSafe(scaledA, scaledB, Infinity, pair) / scale;
  for (let k = 0; k < 3; k++) contact[k] /= scale;
  if (!isPointAndFaces(a, b)) return keepBeyondBounds(a, b, depth, contact);
  // The distance of a point has the bits of distanceToBox and distanceToTriangle, which do not scale all numbers.
  const radii = a.radius + b.radius;
  const distance = pair.closest.find(a, b, pair.wayOut.direction);
  if (!(distance < Infinity && radii < Infinity)) return depth;
  return distance > 0 ? radii - distance : Math.max(depth, radii);
}

/** Whether one of two cores is a point, and the other one a box or a triangle. */
function isPointAndFaces(a: ConvexShape, b: ConvexShape): boolean {
  return (a.core === POINT && hasFaces(b)) || (b.core === POINT && hasFaces(a));
}

function hasFaces(shape: ConvexShape): boolean {
  return shape.core === BOX || shape.core === TRIANGLE;
}

/**
 * Does {@link contactOf} for shapes whose coordinates are neither too large nor too small.
 *
 * @param pair owns the contact and the working space. The shapes are those of the pair, moved or scaled.
 */
export function contactOfSafe(a: ConvexShape, b: ConvexShape, limit: number, pair: ShapePair): number {
  const c = pair.contact;
  const size = Math.max(a.size, b.size);
  const isPoint = a.core === POINT || b.core === POINT;
  if (!isPoint) {
    const depth = pair.cores.find(a, b, size, limit, pair.wayOut, c);
    if (!Number.isNaN(depth)) return depth;
  }
  const depth = contactOfFeatures(a, b, size, pair);
  // `sum - sum` is NaN if one of the numbers is not finite. Products have underflowed where the sizes of two shapes differ too much.
  const sum = depth + c[0] + c[1] + c[2] + c[3] + c[4] + c[5];
  if (!(sum - sum === 0)) return writeBoundsContact(a, b, c);
  // The distance of a point is never less than the distance of the bounds: see closestPointOnObb.
  return isPoint ? depth : keepBeyondBounds(a, b, depth, c);
}

/** Does {@link contactOfSafe} by all features of the cores: for points, and where rounding decides. */
function contactOfFeatures(a: ConvexShape, b: ConvexShape, size: number, pair: ShapePair): number {
  const wayOut = pair.wayOut;
  const closest = pair.closest;
  const contact = pair.contact;
  const direction = wayOut.direction;
  const radii = a.radius + b.radius;
  const isPoint = a.core === POINT || b.core === POINT;
  // The axis saves work where there are many features. A point needs none.
  let depth = isPoint ? NaN : wayOut.find(a, b);
  const distance = closest.find(a, b, direction);
  // If the points are closer than this, the way between them is only rounding. The axes of the cores are certain.
  if (distance > TOUCHING * size) {
    writeGap(b, closest.points, size, contact);
    return radii - distance;
  }
  if (isPoint) depth = wayOut.find(a, b);
  const nearest = closest.distance;
  // The plane across the way may be too badly rounded to part cores that are far larger than the way is long. But cores that overlap
  // have features that are no farther apart than their depth, because these touch once the cores are parted.
  const hidden = radii > 0 ? TOUCHING : HIDDEN;
  if (nearest < Infinity && nearest - Math.max(depth, 0) > hidden * size) {
    writeGap(b, closest.points, size, contact);
    return radii - nearest;
  }
  for (let k = 0; k < 3; k++) contact[3 + k] = direction[k];
  // Rounding may put a gap between cores that touch. The closest features of a rounded core must be on its surface along the normal.
  if (depth <= (b.radius > 0 ? TOUCHING : SHALLOW) * size && nearest < Infinity) {
    for (let k = 0; k < 3; k++) contact[k] = closest.points[3 + k] + direction[k] * b.radius;
  } else {
    writePointBelow(a, b, Math.max(depth, 0), pair);
  }
  return (distance > 0 ? -distance : Math.max(depth, 0)) + radii;
}

/** Writes the contact of two shapes at the closest points of their cores. @param size the largest coordinate. */
function writeGap(b: ConvexShape, points: Numbers, size: number, contact: Numbers): void {
  const way = length(points[0] - points[3], points[1] - points[4], points[2] - points[5]);
  for (let k = 0; k < 3; k++) contact[3 + k] = (points[k] - points[3 + k]) / way;
  // A denormal length has lost its last digits.
  if (way < TINY) normalize(contact, 3);
  const tilt = (ROUNDING * size) / way;
  if (b.radius > 0 && tilt > TILTED) squareUp(b, tilt, contact);
  for (let k = 0; k < 3; k++) contact[k] = points[3 + k] + contact[3 + k] * b.radius;
}

/**
 * Makes a normal perpendicular to the spans of a core to which it is perpendicular but for its rounding, the angle `tilt`. The surface of
 * the rounded core is along the normal, and a tilted one would end below it.
 */
function squareUp({ core, spans }: ConvexShape, tilt: number, contact: Numbers): void {
  let count = 0;
  let first = 0;
  let second = 0;
  for (let at = 0; at < 3 * core; at += 3) {
    const size = length(spans[at], spans[at + 1], spans[at + 2]);
    const along = Math.abs(dot(contact[3], contact[4], contact[5], spans[at], spans[at + 1], spans[at + 2]));
    if (!(size > 0 && along <= tilt * size)) continue;
    count++;
    if (count === 1) first = at;
    else second = at;
  }
  const x = spans[first];
  const y = spans[first + 1];
  const z = spans[first + 2];
  if (count === 1) {
    const share = dot(contact[3], contact[4], contact[5], x, y, z) / dot(x, y, z, x, y, z);
    contact[3] -= share * x;
    contact[4] -= share * y;
    contact[5] -= share * z;
  } else if (count === 2) {
    const nX = y * spans[second + 2] - z * spans[second + 1];
    const nY = z * spans[second] - x * spans[second + 2];
    const nZ = x * spans[second + 1] - y * spans[second];
    const side = dot(contact[3], contact[4], contact[5], nX, nY, nZ) < 0 ? -1 : 1;
    contact[3] = side * nX;
    contact[4] = side * nY;
    contact[5] = side * nZ;
  } else return;
  normalize(contact, 3);
}

/**
 * Writes the point of b that is closest to where the deepest vertex of a leaves b. If b is rounded, its surface along the normal is
 * above those points of its core that are farthest along the normal: if the closest point of the core is none of these, its farthest
 * vertex is taken.
 */
function writePointBelow(a: ConvexShape, b: ConvexShape, depth: number, pair: ShapePair): void {
  const from = a.vertices;
  const to = b.vertices;
  const points = pair.closest.points;
  const direction = pair.wayOut.direction;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const deepest = a.farthestVertex(-x, -y, -z);
  pair.leaving.setPoint(from[deepest] + x * depth, from[deepest + 1] + y * depth, from[deepest + 2] + z * depth, 0);
  pair.closest.find(pair.leaving, b, direction);
  if (b.radius > 0) {
    const farthest = b.farthestVertex(x, y, z);
    const above = dot(x, y, z, to[farthest] - points[3], to[farthest + 1] - points[4], to[farthest + 2] - points[5]);
    if (above > TOUCHING * b.size) for (let k = 0; k < 3; k++) points[3 + k] = to[farthest + k];
  }
  for (let k = 0; k < 3; k++) pair.contact[k] = points[3 + k] + direction[k] * b.radius;
}
