import { Reusable } from '../../reusable';
import { readTriangle, type Triangle, TRIANGLE_STRIDE } from '../../shapes/triangle';
import { type Coordinates, dot, length, readVec3, type Vec3, vec3 } from '../../shapes/vec3';

const spaces = /* @__PURE__ */ new Reusable(() => ({
  record: new Float64Array(TRIANGLE_STRIDE),
  closest: new Float64Array(3),
}));

/**
 * Returns the point of a triangle that is nearest to a point. The triangle may be a line or a point.
 *
 * @throws TypeError or RangeError if the triangle or the point is not valid.
 *
 * @example
 * ```ts
 * const floor = { a: { x: 0, y: 0, z: 0 }, b: { x: 0, y: 0, z: 4 }, c: { x: 4, y: 0, z: 0 } };
 * closestPointOnTriangle(floor, { x: 1, y: 3, z: 1 }); // → { x: 1, y: 0, z: 1 }
 * ```
 */
export function closestPointOnTriangle(triangle: Triangle, point: Vec3): Vec3 {
  const space = spaces.take();
  findClosest(triangle, point, space);
  const [x, y, z] = space.closest;
  spaces.giveBack(space);
  // Adding 0 turns a coordinate of -0 into 0, so that equal points have the same bits.
  return vec3(x + 0, y + 0, z + 0);
}

/**
 * Returns the distance of a point from a triangle, in world units. The triangle may be a line or a point.
 *
 * @throws TypeError or RangeError if the triangle or the point is not valid.
 *
 * @example
 * ```ts
 * const floor = { a: { x: 0, y: 0, z: 0 }, b: { x: 0, y: 0, z: 4 }, c: { x: 4, y: 0, z: 0 } };
 * distanceToTriangle(floor, { x: 1, y: 3, z: 1 }); // → 3
 * ```
 */
export function distanceToTriangle(triangle: Triangle, point: Vec3): number {
  const space = spaces.take();
  const distance = findClosest(triangle, point, space);
  spaces.giveBack(space);
  return distance;
}

/** The corners of a triangle, and the point of it that is nearest to a point. */
interface Space {
  readonly record: Float64Array;
  readonly closest: Float64Array;
}

function findClosest(triangle: Triangle, point: Vec3, { record, closest }: Space): number {
  readTriangle('triangle', triangle, record);
  const { x, y, z } = readVec3('point', point);
  return closestOnTriangle(record, 0, 3, 6, x, y, z, closest);
}

/** If a triangle's vectors have sizes from SMALL to LARGE, no product of four components overflows or underflows. */
const SMALL = 1e-60;
const LARGE = 1e60;

/** A triangle counts as thin at corner a if the squared sine of its angle at a is at most THIN: see weigh. */
const THIN = 2 ** -6;

/** The divisor of coordinates whose differences overflow. */
const SHRINK = 4;
const corners = /* @__PURE__ */ new Float64Array(TRIANGLE_STRIDE);

/**
 * Writes the point of a triangle that is nearest to (x, y, z). The coordinates of the corners begin at the indices a, b
 * and c. Returns the distance, which is exactly 0 if the point is a corner.
 *
 * The written point is always in the triangle's bounds, so the distance is never less than the distance to the bounds,
 * which is therefore a lower limit in a tree.
 */
export function closestOnTriangle(
  p: Coordinates,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  const distance = findClosestPoint(p, a, b, c, x, y, z, out);
  return distance >= 0 ? distance : findClosestPointShrunk(p, a, b, c, x, y, z, out);
}

/** Does {@link closestOnTriangle} with all coordinates divided by 4, so that no difference overflows. */
function findClosestPointShrunk(
  p: Coordinates,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  for (let k = 0; k < 3; k++) {
    corners[k] = p[a + k] / SHRINK;
    corners[3 + k] = p[b + k] / SHRINK;
    corners[6 + k] = p[c + k] / SHRINK;
  }
  const distance = findClosestPoint(corners, 0, 3, 6, x / SHRINK, y / SHRINK, z / SHRINK, out);
  for (let k = 0; k < 3; k++) out[k] *= SHRINK;
  return distance * SHRINK;
}

/** Does {@link closestOnTriangle}, or returns NaN if a difference of coordinates overflows. */
function findClosestPoint(
  p: Coordinates,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  // If the point p equals corner b or c, that corner is the answer. Shares computed from a could give the other corner,
  // because the vectors from a to b and from a to c may round to the same numbers.
  if (isAt(p, b, x, y, z, out) || isAt(p, c, x, y, z, out)) return 0;
  const abX = p[b] - p[a];
  const abY = p[b + 1] - p[a + 1];
  const abZ = p[b + 2] - p[a + 2];
  const acX = p[c] - p[a];
  const acY = p[c + 1] - p[a + 1];
  const acZ = p[c + 2] - p[a + 2];
  const apX = x - p[a];
  const apY = y - p[a + 1];
  const apZ = z - p[a + 2];
  const largest = Math.max(
    Math.max(Math.abs(abX), Math.abs(abY), Math.abs(abZ)),
    Math.max(Math.abs(acX), Math.abs(acY), Math.abs(acZ)),
    Math.max(Math.abs(apX), Math.abs(apY), Math.abs(apZ)),
  );
  if (largest === Infinity) return NaN;
  if (largest > LARGE || (largest < SMALL && largest > 0)) {
    const s = largest;
    weigh(abX / s, abY / s, abZ / s, acX / s, acY / s, acZ / s, apX / s, apY / s, apZ / s, out);
  } else {
    weigh(abX, abY, abZ, acX, acY, acZ, apX, apY, apZ, out);
  }
  const shareB = out[SHARE_B];
  const shareC = out[SHARE_C];
  out[0] = pointOf(p[a], p[b], p[c], abX, acX, shareB, shareC);
  out[1] = pointOf(p[a + 1], p[b + 1], p[c + 1], abY, acY, shareB, shareC);
  out[2] = pointOf(p[a + 2], p[b + 2], p[c + 2], abZ, acZ, shareB, shareC);
  return length(x - out[0], y - out[1], z - out[2]);
}

/** If the point (x, y, z) equals a corner of the triangle, writes the corner and returns true. */
function isAt(p: Coordinates, corner: number, x: number, y: number, z: number, out: Float64Array): boolean {
  if (x !== p[corner] || y !== p[corner + 1] || z !== p[corner + 2]) return false;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return true;
}

/** Returns one coordinate of the triangle's nearest point, clamped to the bounds of the triangle. */
function pointOf(a: number, b: number, c: number, ab: number, ac: number, shareB: number, shareC: number): number {
  if (shareB === 1) return b;
  if (shareC === 1) return c;
  const value = a + (shareB * ab + shareC * ac);
  const min = Math.min(a, b, c);
  const max = Math.max(a, b, c);
  return value < min ? min : value > max ? max : value;
}

/** Before the nearest point is written to `out`, the shares of corners b and c in it are there. */
const SHARE_B = 0;
const SHARE_C = 1;
/** The squared distance from p to the nearest candidate so far: see {@link weighThin}. */
const SQUARE = 2;

/**
 * Writes the shares (barycentric coordinates) of corners b and c in the point of a triangle that is nearest to p, given
 * the vectors from a to b, to c and to p (Ericson, "Real-Time Collision Detection", 2005, 5.1.5). Five dot products are
 * enough: the vectors from b and c to p are not needed. Rounding is therefore relative to a, and the share of an edge
 * at a is accurate however short the edge is.
 *
 * For a triangle that is thin at a, these shares are mostly rounding errors, and for a line they do not exist.
 * {@link weighThin} is more accurate for thin triangles.
 */
function weigh(
  abX: number,
  abY: number,
  abZ: number,
  acX: number,
  acY: number,
  acZ: number,
  apX: number,
  apY: number,
  apZ: number,
  out: Float64Array,
): void {
  const abab = dot(abX, abY, abZ, abX, abY, abZ);
  const abac = dot(abX, abY, abZ, acX, acY, acZ);
  const acac = dot(acX, acY, acZ, acX, acY, acZ);
  const area = abab * acac - abac * abac;
  if (!(area > THIN * (abab * acac))) {
    weighThin(abX, abY, abZ, acX, acY, acZ, apX, apY, apZ, out);
    return;
  }
  const abap = dot(abX, abY, abZ, apX, apY, apZ);
  const acap = dot(acX, acY, acZ, apX, apY, apZ);
  const abbp = abap - abab;
  const acbp = acap - abac;
  const abcp = abap - abac;
  const accp = acap - acac;
  const areaB = abap * acac - acap * abac;
  const areaC = acap * abab - abap * abac;
  const areaA = area - areaB - areaC;
  if (abap <= 0 && acap <= 0) {
    setShares(0, 0, out);
  } else if (abbp >= 0 && acbp <= abbp) {
    setShares(1, 0, out);
  } else if (accp >= 0 && abcp <= accp) {
    setShares(0, 1, out);
  } else if (areaC <= 0 && abap >= 0 && abbp <= 0) {
    setShares(fraction(abap, abab), 0, out);
  } else if (areaB <= 0 && acap >= 0 && accp <= 0) {
    setShares(0, fraction(acap, acac), out);
  } else if (areaA <= 0 && acbp >= abbp && abcp >= accp) {
    const s = alongEdge(acX - abX, acY - abY, acZ - abZ, apX - abX, apY - abY, apZ - abZ);
    setShares(1 - s, s, out);
  } else if (areaA > 0 && areaB > 0 && areaC > 0) {
    setShares(areaB / area, areaC / area, out);
  } else {
    // Far from the triangle, rounding may make the tests for corners, edges and inside contradict each other.
    weighThin(abX, abY, abZ, acX, acY, acZ, apX, apY, apZ, out);
  }
}

function setShares(b: number, c: number, out: Float64Array): void {
  out[SHARE_B] = b;
  out[SHARE_C] = c;
}

/**
 * Writes the shares of corners b and c in the nearest point of a thin triangle: the nearest of four candidates. Three
 * are the nearest points of the edges. The fourth is inside the triangle, computed from the normal, if there is a
 * normal. All four are on the triangle, so none is nearer than the true nearest point, and the inside of a very thin
 * triangle is never far from an edge.
 */
function weighThin(
  abX: number,
  abY: number,
  abZ: number,
  acX: number,
  acY: number,
  acZ: number,
  apX: number,
  apY: number,
  apZ: number,
  out: Float64Array,
): void {
  const q = alongEdge(abX, abY, abZ, apX, apY, apZ);
  setShares(q, 0, out);
  out[SQUARE] = squareOf(apX - q * abX, apY - q * abY, apZ - q * abZ);
  const s = alongEdge(acX, acY, acZ, apX, apY, apZ);
  tryShares(0, s, apX - s * acX, apY - s * acY, apZ - s * acZ, out);
  const bcX = acX - abX;
  const bcY = acY - abY;
  const bcZ = acZ - abZ;
  const bpX = apX - abX;
  const bpY = apY - abY;
  const bpZ = apZ - abZ;
  const r = alongEdge(bcX, bcY, bcZ, bpX, bpY, bpZ);
  tryShares(1 - r, r, bpX - r * bcX, bpY - r * bcY, bpZ - r * bcZ, out);
  const nX = abY * acZ - abZ * acY;
  const nY = abZ * acX - abX * acZ;
  const nZ = abX * acY - abY * acX;
  const square = squareOf(nX, nY, nZ);
  let v = dot(nX, nY, nZ, apY * acZ - apZ * acY, apZ * acX - apX * acZ, apX * acY - apY * acX) / square;
  let w = dot(nX, nY, nZ, abY * apZ - abZ * apY, abZ * apX - abX * apZ, abX * apY - abY * apX) / square;
  // The shares v and w are NaN, and the test fails, for a triangle without a normal.
  if (!(v > 0 && w > 0 && v + w < 1)) return;
  // The normal may be tilted along the triangle: then p is not yet straight above the point. The shares move it along the longer edge.
  const x = apX - (v * abX + w * acX);
  const y = apY - (v * abY + w * acY);
  const z = apZ - (v * abZ + w * acZ);
  const abab = squareOf(abX, abY, abZ);
  const acac = squareOf(acX, acY, acZ);
  if (abab > acac) v += dot(abX, abY, abZ, x, y, z) / abab;
  else w += dot(acX, acY, acZ, x, y, z) / acac;
  if (!(v > 0 && w > 0 && v + w < 1)) return;
  tryShares(v, w, apX - (v * abX + w * acX), apY - (v * abY + w * acY), apZ - (v * abZ + w * acZ), out);
}

/** Keeps a candidate for the nearest point if it is nearer to p than all before. (x, y, z) goes from it to p. */
function tryShares(b: number, c: number, x: number, y: number, z: number, out: Float64Array): void {
  const square = squareOf(x, y, z);
  if (!(square < out[SQUARE])) return;
  out[SQUARE] = square;
  setShares(b, c, out);
}

/** Returns the place of an edge's nearest point to p, from 0 to 1. (x, y, z) goes from the edge's start to p. */
function alongEdge(edgeX: number, edgeY: number, edgeZ: number, x: number, y: number, z: number): number {
  return fraction(dot(edgeX, edgeY, edgeZ, x, y, z), squareOf(edgeX, edgeY, edgeZ));
}

/** Returns `product / square`, clamped to the range from 0 to 1, or 0 for an edge without a length. */
function fraction(product: number, square: number): number {
  if (product <= 0) return 0;
  return product >= square ? 1 : product / square;
}

function squareOf(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
