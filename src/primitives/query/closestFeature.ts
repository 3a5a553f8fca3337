import { dot } from '../shapes/vec3';

/** Which point of the box is tried, along each axis: from -1 at the minimum to 1 at the maximum. */
const along = new Float64Array(3);
/** What is left of the offset once that point is taken away. */
const rest = new Float64Array(3);
/** The edges of the axes that a feature leaves open, each at right angles to those before it. */
const directions = new Float64Array(9);
/** How much of the offset, and of the edges after it, each of them takes away. */
const shares = new Float64Array(3);
const sharesOfEdges = new Float64Array(9);

/** Squares up to this are taken for those of no length at all: see closestFeature. */
const NO_LENGTH = 1e-280;

/**
 * Finds the point of a parallelepiped around the origin that is nearest to an offset.
 *
 * A box has 27 features: its inside, 6 faces, 12 edges and 8 corners; on each axis the closest point is at the minimum, at
 * the maximum or between. Where the nearest point of a feature's plane or line is on the feature, and all ways from there
 * into the box lead away, no point of the box is nearer (Karush, Kuhn and Tucker). The feature that would be the one were
 * the axes at right angles is tried first, and nearly always is; else all of them, and where rounding leaves none of which
 * that is certain, the one with the nearest point. Every point that is tried is one of the box.
 *
 * @param edges from the origin to the middle of the face at the maximum of each axis, 3 numbers an axis; any may be zero. The
 *   largest number of all is from 1e-100 to 1e100, or 0.
 * @param rounding what sums of these numbers may be off by.
 * @param out which point it is, along each axis: from -1 at the minimum to 1 at the maximum.
 * @returns whether the offset itself is in the box, up to rounding.
 */
export function closestFeature(
  edges: Float64Array,
  offset: Float64Array,
  rounding: number,
  out: Float64Array,
): boolean {
  const sideX = sideOf(edges, 0, offset);
  const sideY = sideOf(edges, 3, offset);
  const sideZ = sideOf(edges, 6, offset);
  if (tryFeature(edges, offset, rounding, sideX, sideY, sideZ)) {
    out.set(along);
    return isIn(rounding, sideX, sideY, sideZ);
  }
  let nearest = Infinity;
  for (let feature = 0; feature < 27; feature++) {
    const x = (feature % 3) - 1;
    const y = (((feature / 3) | 0) % 3) - 1;
    const z = ((feature / 9) | 0) - 1;
    const isCertain = tryFeature(edges, offset, rounding, x, y, z);
    const square = dotOf(rest, 0, rest, 0);
    if (square < nearest || isCertain) {
      nearest = square;
      out.set(along);
    }
    if (isCertain) return isIn(rounding, x, y, z);
  }
  return false;
}

/** The side of the box that the offset is beyond, on the axis whose edge is at `edge`, were the axes at right angles. */
function sideOf(edges: Float64Array, edge: number, offset: Float64Array): number {
  const t = quotient(dotOf(edges, edge, offset, 0), dotOf(edges, edge, edges, edge));
  return t > 1 ? 1 : t < -1 ? -1 : 0;
}

/** Whether the feature is the inside, and nothing is left of the offset: it is, where the box is flat. */
function isIn(rounding: number, x: number, y: number, z: number): boolean {
  const left = Math.max(Math.abs(rest[0]), Math.abs(rest[1]), Math.abs(rest[2]));
  return x === 0 && y === 0 && z === 0 && left <= rounding;
}

/**
 * Finds the point `along` of a feature that is nearest to the offset, and the `rest`. On each axis the feature is at the
 * minimum, -1, at the maximum, 1, or between, 0: there the least squares are found by the modified Gram-Schmidt method,
 * in which the rest is off by no more than rounding, however badly the edges are conditioned (Björck, "Solving Linear
 * Least Squares Problems by Gram-Schmidt Orthogonalization", 1967), and kept in the box.
 *
 * @returns whether no point of the box is nearer, for certain.
 */
function tryFeature(
  edges: Float64Array,
  offset: Float64Array,
  rounding: number,
  sideX: number,
  sideY: number,
  sideZ: number,
): boolean {
  along[0] = sideX;
  along[1] = sideY;
  along[2] = sideZ;
  const isOpenX = sideX === 0;
  const isOpenY = sideY === 0;
  const isOpenZ = sideZ === 0;
  takeAway(edges, offset);
  directions.set(edges);
  if (isOpenX) takeShares(0, isOpenY, isOpenZ);
  if (isOpenY) takeShares(1, false, isOpenZ);
  if (isOpenZ) takeShares(2, false, false);
  // From the last one back, each what is left for it by those after it, which are on the feature: so is the point.
  let isOnFeature = true;
  if (isOpenZ) isOnFeature = place(2, shares[2]);
  if (isOpenY) {
    const t = isOpenZ ? shares[1] - sharesOfEdges[5] * along[2] : shares[1];
    isOnFeature = place(1, t) && isOnFeature;
  }
  if (isOpenX) {
    const t = isOpenY ? shares[0] - sharesOfEdges[1] * along[1] : shares[0];
    isOnFeature = place(0, isOpenZ ? t - sharesOfEdges[2] * along[2] : t) && isOnFeature;
  }
  takeAway(edges, offset);
  const isBeyondX = isBeyond(sideX, edges, 0, rounding);
  const isBeyondY = isBeyond(sideY, edges, 3, rounding);
  const isBeyondZ = isBeyond(sideZ, edges, 6, rounding);
  return isOnFeature && isBeyondX && isBeyondY && isBeyondZ;
}

/** Writes what is left of the offset once the point `along` is taken away. */
function takeAway(edges: Float64Array, offset: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    rest[k] = offset[k] - dot(along[0], along[1], along[2], edges[k], edges[3 + k], edges[6 + k]);
  }
}

/** Takes the direction of an open axis from the rest, and from the edges of those after it that are open. */
function takeShares(axis: number, isOpenY: boolean, isOpenZ: boolean): void {
  const at = 3 * axis;
  const square = dotOf(directions, at, directions, at);
  shares[axis] = takeShare(at, square, rest, 0);
  if (isOpenY) sharesOfEdges[at + 1] = takeShare(at, square, directions, 3);
  if (isOpenZ) sharesOfEdges[at + 2] = takeShare(at, square, directions, 6);
}

function takeShare(at: number, square: number, from: Float64Array, atFrom: number): number {
  const share = quotient(dotOf(directions, at, from, atFrom), square);
  for (let k = 0; k < 3; k++) from[atFrom + k] -= share * directions[at + k];
  return share;
}

/** Sets how far along an open axis the point is; returns whether that is in the box, where it is kept anyway. */
function place(axis: number, t: number): boolean {
  along[axis] = t < -1 ? -1 : t > 1 ? 1 : t;
  return along[axis] === t;
}

/** Whether the way along an edge to the other side leads away from the offset, for certain; any does on an open axis. */
function isBeyond(side: number, edges: Float64Array, edge: number, rounding: number): boolean {
  if (side === 0) return true;
  const size = Math.abs(edges[edge]) + Math.abs(edges[edge + 1]) + Math.abs(edges[edge + 2]);
  return side * dotOf(edges, edge, rest, 0) > size * rounding;
}

function dotOf(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  return dot(a[atA], a[atA + 1], a[atA + 2], b[atB], b[atB + 1], b[atB + 2]);
}

/** How often a direction of that square is in something; never, where it has no length. */
function quotient(product: number, square: number): number {
  return square > NO_LENGTH ? product / square : 0;
}
