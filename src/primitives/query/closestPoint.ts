import type { Aabb } from '../shapes/aabb';
import { AABB_STRIDE, COLUMNS, OBB_STRIDE, TRANSLATION } from '../flat/boxLayout';
import { halfSize, middle, readBox } from '../flat/boxRecord';
import { closestFeature } from './closestFeature';
import type { Obb } from '../shapes/obb';
import { Reusable } from '../reusable';
import { type Coordinates, dot, length, readVec3, type Vec3, vec3 } from '../shapes/vec3';

const spaces = /* @__PURE__ */ new Reusable(() => ({
  record: new Float64Array(OBB_STRIDE),
  closest: new Float64Array(3),
}));

/**
 * Returns the point of a box that is nearest to a point. A point inside or on the box is its own nearest point.
 *
 * @throws TypeError or RangeError if the box or the point is not valid, or the matrix is singular.
 *
 * @example
 * ```ts
 * const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
 * closestPoint(box, { x: 3, y: 0.5, z: 0.5 }); // → { x: 1, y: 0.5, z: 0.5 }
 * ```
 */
export function closestPoint(box: Aabb | Obb, point: Vec3): Vec3 {
  const space = spaces.take();
  findClosest(box, point, space);
  const [x, y, z] = space.closest;
  spaces.giveBack(space);
  // Adding 0 turns a coordinate of -0 into 0. The bounds in a tree do the same, so its answers have the same bits.
  return vec3(x + 0, y + 0, z + 0);
}

/**
 * Returns the distance of a point from a box, in world units. It is 0 inside or on the box.
 *
 * @throws TypeError or RangeError if the box or the point is not valid, or the matrix is singular.
 *
 * @example
 * ```ts
 * const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
 * distanceToBox(box, { x: 3, y: 0.5, z: 0.5 }); // → 2
 * ```
 */
export function distanceToBox(box: Aabb | Obb, point: Vec3): number {
  const space = spaces.take();
  const distance = findClosest(box, point, space);
  spaces.giveBack(space);
  return distance;
}

/** The record of a box, and the point of it that is nearest to a point. */
interface Space {
  readonly record: Float64Array;
  readonly closest: Float64Array;
}

function findClosest(box: Aabb | Obb, point: Vec3, { record, closest }: Space): number {
  const isOriented = readBox('box', box, record);
  const { x, y, z } = readVec3('point', point);
  return (isOriented ? closestPointOnObb : closestPointOnAabb)(record, 0, x, y, z, closest);
}

/** Writes the point of the AABB at `b[at]` that is nearest to (x, y, z). Returns the distance. */
export function closestPointOnAabb(
  b: Coordinates,
  at: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  out[0] = clamp(x, b[at], b[at + 3]);
  out[1] = clamp(y, b[at + 1], b[at + 4]);
  out[2] = clamp(z, b[at + 2], b[at + 5]);
  return length(x - out[0], y - out[1], z - out[2]);
}

function clamp(value: number, min: number, max: number): number {
  if (value < min) return min;
  return value > max ? max : value;
}

/**
 * If the largest number of a box and a point is between SMALL and LARGE, no square overflows or underflows where it
 * matters. Otherwise all numbers are divided by the largest.
 */
const SMALL = 1e-100;
const LARGE = 1e100;
/** The largest rounding error of sums of a box's numbers, relative to the largest number. */
const ROUNDING = 2 ** -48;

/** The vector from the box's centre to the point, and the vectors from the centre to the three faces at a maximum. */
const offset = /* @__PURE__ */ new Float64Array(3);
const edges = /* @__PURE__ */ new Float64Array(9);
const along = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the point of an OBB that is nearest to (x, y, z) to `out`. Returns its distance. If (x, y, z) is inside the box,
 * writes (x, y, z) itself and returns 0. The OBB's record begins at `at`.
 *
 * Rounding shifts the point and the distance by a few units in the last place of the largest of these: the box's size,
 * its distance, and the local middle as transformed by the matrix. The matrix's translation is subtracted from the
 * point first, so nothing is lost far from the origin. The inverse of the linear part is not used, so its conditioning
 * does not matter.
 *
 * The result is never less than the distance to the box's world bounds, so a search may skip a box by its bounds. This
 * function computes the bounds, too: from the box's centre and its half extents along the world axes, both relative to
 * the translation.
 */
export function closestPointOnObb(
  b: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  const distance = findClosestOnObb(b, at, x, y, z, out);
  return distance >= 0 ? distance : findClosestOnShrunkObb(b, at, x, y, z, out);
}

/** The divisor of world coordinates whose differences overflow. */
const SHRINK = 8;
const shrunk = /* @__PURE__ */ new Float64Array(OBB_STRIDE);

/** Does {@link closestPointOnObb} with all world numbers divided by 8, so that no difference overflows. */
function findClosestOnShrunkObb(
  b: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  for (let k = 0; k < AABB_STRIDE; k++) shrunk[k] = b[at + k];
  for (let k = 0; k < 3; k++) shrunk[TRANSLATION + k] = b[at + TRANSLATION + k] / SHRINK;
  for (let k = 0; k < 9; k++) shrunk[COLUMNS + k] = b[at + COLUMNS + k] / SHRINK;
  const distance = findClosestOnObb(shrunk, 0, x / SHRINK, y / SHRINK, z / SHRINK, out);
  for (let k = 0; k < 3; k++) out[k] *= SHRINK;
  return distance * SHRINK;
}

/** Does {@link closestPointOnObb}, or returns NaN if a difference of coordinates overflows. */
function findClosestOnObb(b: Float64Array, at: number, x: number, y: number, z: number, out: Float64Array): number {
  const row = at + COLUMNS;
  const dX = x - b[at + TRANSLATION];
  const dY = y - b[at + TRANSLATION + 1];
  const dZ = z - b[at + TRANSLATION + 2];
  const midX = middle(b, at);
  const midY = middle(b, at + 1);
  const midZ = middle(b, at + 2);
  offset[0] = dX - rowDot(b, row, midX, midY, midZ);
  offset[1] = dY - rowDot(b, row + 1, midX, midY, midZ);
  offset[2] = dZ - rowDot(b, row + 2, midX, midY, midZ);
  const halfX = halfSize(b, at);
  const halfY = halfSize(b, at + 1);
  const halfZ = halfSize(b, at + 2);
  const outX = outside(offset[0], radiusOf(b, row, halfX, halfY, halfZ));
  const outY = outside(offset[1], radiusOf(b, row + 1, halfX, halfY, halfZ));
  const outZ = outside(offset[2], radiusOf(b, row + 2, halfX, halfY, halfZ));
  const least = length(outX, outY, outZ);
  out[0] = x - outX;
  out[1] = y - outY;
  out[2] = z - outZ;
  for (let k = 0; k < 3; k++) {
    edges[k] = b[row + k] * halfX;
    edges[3 + k] = b[row + 3 + k] * halfY;
    edges[6 + k] = b[row + 6 + k] * halfZ;
  }
  let largest = Math.max(Math.abs(offset[0]), Math.abs(offset[1]), Math.abs(offset[2]));
  for (let k = 0; k < 9; k++) largest = Math.max(largest, Math.abs(edges[k]));
  // If a number of the box or the point is NaN, the result is NaN, because every comparison with NaN is false.
  if (!(largest < Infinity)) return NaN;
  if (largest > LARGE || (largest < SMALL && largest > 0)) {
    for (let k = 0; k < 3; k++) offset[k] /= largest;
    for (let k = 0; k < 9; k++) edges[k] /= largest;
    largest = 1;
  }

  const isIn = closestFeature(edges, offset, ROUNDING * largest, along);
  if (isIn && least === 0) return 0;
  const localX = localOf(b, at, along[0]);
  const localY = localOf(b, at + 1, along[1]);
  const localZ = localOf(b, at + 2, along[2]);
  const pointX = rowDot(b, row, localX, localY, localZ);
  const pointY = rowDot(b, row + 1, localX, localY, localZ);
  const pointZ = rowDot(b, row + 2, localX, localY, localZ);
  const distance = length(dX - pointX, dY - pointY, dZ - pointZ);
  // At a distance of 0, the query's point is on the box and is its own closest point.
  if (distance === 0) return least;
  out[0] = pointX + b[at + TRANSLATION];
  out[1] = pointY + b[at + TRANSLATION + 1];
  out[2] = pointZ + b[at + TRANSLATION + 2];
  return Math.max(least, distance);
}

/** Returns the product of a matrix row and a vector. The matrix is stored by columns: numbers of a row are 3 apart. */
function rowDot(b: Float64Array, row: number, x: number, y: number, z: number): number {
  return dot(b[row], b[row + 3], b[row + 6], x, y, z);
}

/** Returns how far a box reaches from its centre along the world axis of a matrix row. */
function radiusOf(b: Float64Array, row: number, halfX: number, halfY: number, halfZ: number): number {
  return dot(Math.abs(b[row]), Math.abs(b[row + 3]), Math.abs(b[row + 6]), halfX, halfY, halfZ);
}

/** Returns the part of an offset from a box's centre that is beyond the box's radius on one axis, with its sign. */
function outside(offset: number, radius: number): number {
  if (offset > radius) return offset - radius;
  return offset < -radius ? offset + radius : 0;
}

/** Returns the local coordinate of a box on one axis at the fraction `t`: -1 gives the minimum, 1 the maximum. */
function localOf(b: Float64Array, at: number, t: number): number {
  if (t === 1) return b[at + 3];
  return t === -1 ? b[at] : middle(b, at) + halfSize(b, at) * t;
}
