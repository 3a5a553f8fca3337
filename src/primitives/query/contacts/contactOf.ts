import { safeScale } from '../../exponents';
import { BOX, type ConvexShape, POINT, TRIANGLE } from '../../flat/convexShape';
import type { Numbers } from '../../flat/numbers';
import { dot, length, normalize } from '../../shapes/vec3';
import { keepBeyondBounds, writeBoundsContact } from './boundsContact';
import type { ShapePair } from '../shapePair';
import { squareUp } from './squareUp';
import { CERTAIN_GAP, SHALLOW_DEPTH, SMALLEST, TOUCH_GAP } from '../tolerances';

/**
 * Contacts, and with them the overlap and the distance of all pairs of shapes without a test of their own: a capsule and a triangle,
 * for example, or two rounded boxes. coreContact.ts finds most of them. For points, and where rounding decides, featureSearch.ts finds the
 * closest points of two cores that are apart, and leastWayOut.ts the least translation that parts two cores that overlap. The radii are
 * added to that.
 */

/** A depth or a gap that is smaller than this share of the numbers involved may be rounding. */
const UNCERTAIN_DEPTH = 2 ** -40;
/** The closest points of two cores are off by less than this share of the numbers involved. */
const POINT_ROUNDING = 2 ** -48;
/** A normal that is tilted by this angle still ends on the surface of a rounded shape, apart from rounding. */
const LEAST_TILT = 2 ** -26;

/** A shorter way between two cores is normalized once more: its square underflows. */
const SHORTEST_WAY = 2 ** -900;

/**
 * Returns the depth of the contact of a pair: see Contact. Writes its point and normal to `pair.contact`.
 *
 * @param limit a gap. If the shapes are certainly farther apart, -Infinity may be returned, and nothing written.
 */
export function contactOf(pair: ShapePair, limit: number): number {
  const a = pair.a;
  const b = pair.b;
  const size = Math.max(a.size, b.size);
  const scale = safeScale(size);
  // Shapes that are farther apart than the limit may overlap by the definition of `overlaps`: see agreeWithOverlap.
  const most = limit + UNCERTAIN_DEPTH * size;
  const depth = scale === 1 ? contactOfSafe(a, b, most, pair) : contactOfScaled(pair, scale);
  return agreeWithOverlap(a, b, depth, pair);
}

/**
 * Returns the depth of a contact: 0 or more exactly if the shapes overlap by the definition of `overlaps`. For boxes, and a box and a
 * triangle, this is the test of separating axes, which decides where rounding hides whether they touch. Two triangles have an exact test.
 * It decides unless a search has proved whether they overlap, as depths of needles may be wrong by far more than rounding.
 */
export function agreeWithOverlap(a: ConvexShape, b: ConvexShape, depth: number, pair: ShapePair): number {
  if (!hasFaces(a) || !hasFaces(b) || a.radius + b.radius > 0) return depth;
  const isCertain =
    a.core === TRIANGLE && b.core === TRIANGLE
      ? depth < 0
        ? pair.cores.areApart
        : pair.cores.areOverlapping
      : Math.abs(depth) > UNCERTAIN_DEPTH * Math.max(a.size, b.size);
  if (isCertain) return depth;
  if (pair.overlap.test(a, b)) return Math.max(depth, 0);
  return depth < 0 ? depth : -SMALLEST;
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
  const distance = pair.featureSearch.find(a, b, pair.wayOut.direction);
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
  const search = pair.featureSearch;
  const contact = pair.contact;
  const direction = wayOut.direction;
  const radii = a.radius + b.radius;
  const isPoint = a.core === POINT || b.core === POINT;
  // The axis saves work where there are many features. A point needs none.
  let depth = isPoint ? NaN : wayOut.find(a, b);
  const distance = search.find(a, b, direction);
  const nearest = search.distance;
  // The plane across a short way is too badly rounded to part a needle from another core, and so are the axes of a needle.
  const areApart = distance > 0 || (!isPoint && pair.cores.areApart && nearest < Infinity);
  // If the points are closer than this, the way between them is only rounding. The axes of the cores are certain.
  if (areApart && nearest > CERTAIN_GAP * size) {
    writeGap(b, search.points, size, contact);
    return radii - nearest;
  }
  if (isPoint) depth = wayOut.find(a, b);
  // The plane across the way may be too badly rounded to part cores that are far larger than the way is long. But cores that overlap
  // have features that are no farther apart than their depth, because these touch once the cores are parted.
  // The way between features that nearly touch is badly rounded, and the surface of a rounded shape is along it.
  const hidden = radii > 0 ? CERTAIN_GAP : TOUCH_GAP;
  if (nearest < Infinity && nearest - Math.max(depth, 0) > hidden * size) {
    writeGap(b, search.points, size, contact);
    return radii - nearest;
  }
  for (let k = 0; k < 3; k++) contact[3 + k] = direction[k];
  // Rounding may put a gap between cores that touch. The closest features of a rounded core must be on its surface along the normal.
  if (depth <= (b.radius > 0 ? CERTAIN_GAP : SHALLOW_DEPTH) * size && nearest < Infinity) {
    for (let k = 0; k < 3; k++) contact[k] = search.points[3 + k] + direction[k] * b.radius;
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
  if (way < SHORTEST_WAY) normalize(contact, 3);
  const tilt = (POINT_ROUNDING * size) / way;
  if (b.radius > 0 && tilt > LEAST_TILT) squareUp(b, tilt, contact);
  for (let k = 0; k < 3; k++) contact[k] = points[3 + k] + contact[3 + k] * b.radius;
}

/**
 * Writes the point of b that is closest to where the deepest vertex of a leaves b. If b is rounded, its surface along the normal is
 * above those points of its core that are farthest along the normal: if the closest point of the core is none of these, its farthest
 * vertex is taken.
 */
function writePointBelow(a: ConvexShape, b: ConvexShape, depth: number, pair: ShapePair): void {
  const from = a.vertices;
  const to = b.vertices;
  const points = pair.featureSearch.points;
  const direction = pair.wayOut.direction;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const deepest = a.farthestVertex(-x, -y, -z);
  pair.leaving.setPoint(from[deepest] + x * depth, from[deepest + 1] + y * depth, from[deepest + 2] + z * depth, 0);
  pair.featureSearch.find(pair.leaving, b, direction);
  if (b.radius > 0) {
    const farthest = b.farthestVertex(x, y, z);
    const above = dot(x, y, z, to[farthest] - points[3], to[farthest + 1] - points[4], to[farthest + 2] - points[5]);
    if (above > CERTAIN_GAP * b.size) for (let k = 0; k < 3; k++) points[3 + k] = to[farthest + k];
  }
  for (let k = 0; k < 3; k++) pair.contact[k] = points[3 + k] + direction[k] * b.radius;
}
