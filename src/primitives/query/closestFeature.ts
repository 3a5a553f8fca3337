import { dot } from '../shapes/vec3';

/** The candidate for the nearest point of the box. On each axis, -1 is the minimum of the box and 1 the maximum. */
const along = /* @__PURE__ */ new Float64Array(3);
/** The vector from the candidate point of the box to the offset. */
const rest = /* @__PURE__ */ new Float64Array(3);
/** The edges of the box along the open axes of a feature, made orthogonal to each other (Gram-Schmidt). */
const directions = /* @__PURE__ */ new Float64Array(9);
/** The multiple of each orthogonal direction that Gram-Schmidt subtracts from the offset, and from each later edge. */
const shares = /* @__PURE__ */ new Float64Array(3);
const sharesOfEdges = /* @__PURE__ */ new Float64Array(9);

/** A direction whose squared length is at most NO_LENGTH counts as having no length: see closestFeature. */
const NO_LENGTH = 1e-280;

/**
 * Finds the point of a parallelepiped around the origin that is nearest to an offset.
 *
 * A box has 27 features: its inside, 6 faces, 12 edges and 8 corners. On each axis the closest point is at the minimum,
 * at the maximum or between.
 *
 * Take the point of a feature's plane or line that is nearest to the offset. If this point is on the feature, and all
 * directions from it into the box lead away from the offset, no point of the box is nearer (Karush, Kuhn and Tucker).
 *
 * The first feature tried is the feature that is right if the axes are at right angles, and nearly always otherwise. If
 * it is not right, all features are tried. If rounding makes no feature certain, the feature with the nearest point is
 * taken. Every candidate is a point of the box.
 *
 * @param edges from the origin to the middle of the face at the maximum of each axis, 3 numbers an axis. Any edge may
 *   be zero. The largest number of edges and offset must be 0, or from 1e-100 to 1e100.
 * @param rounding the largest rounding error of sums of the numbers of `edges` and `offset`.
 * @param out the nearest point of the box: on each axis, from -1 at the minimum to 1 at the maximum.
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

/**
 * Returns the side of the box that the offset is beyond on one axis, as if the axes were at right angles: 1 beyond the
 * maximum, -1 beyond the minimum, 0 between. The edge of the axis begins at `edge`.
 */
function sideOf(edges: Float64Array, edge: number, offset: Float64Array): number {
  const t = quotient(dotOf(edges, edge, offset, 0), dotOf(edges, edge, edges, edge));
  return t > 1 ? 1 : t < -1 ? -1 : 0;
}

/**
 * Returns whether the offset is in the box: the feature is the inside, and the vector from the candidate point to the
 * offset is zero up to rounding. In a flat box, this vector can be larger.
 */
function isIn(rounding: number, x: number, y: number, z: number): boolean {
  const left = Math.max(Math.abs(rest[0]), Math.abs(rest[1]), Math.abs(rest[2]));
  return x === 0 && y === 0 && z === 0 && left <= rounding;
}

/**
 * Finds the point `along` of a feature of the box that is nearest to the offset, and the vector `rest` from this point
 * to the offset.
 *
 * On each axis the feature is at the minimum (-1), at the maximum (1), or open (0): between the two. On the open axes,
 * the modified Gram-Schmidt method finds the least squares, and the result is clamped to the box. With this method
 * `rest` is off by no more than rounding, however badly conditioned the edges are (Björck, "Solving Linear Least
 * Squares Problems by Gram-Schmidt Orthogonalization", 1967).
 *
 * @returns whether it is certain that no point of the box is nearer.
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
  writeRest(edges, offset);
  directions.set(edges);
  if (isOpenX) takeShares(0, isOpenY, isOpenZ);
  if (isOpenY) takeShares(1, false, isOpenZ);
  if (isOpenZ) takeShares(2, false, false);
  // Back substitution finds the candidate point from the last open axis to the first. Coordinates on later axes are
  // already clamped to the box, so the point stays on the feature.
  let isOnFeature = true;
  if (isOpenZ) isOnFeature = setAlong(2, shares[2]);
  if (isOpenY) {
    const t = isOpenZ ? shares[1] - sharesOfEdges[5] * along[2] : shares[1];
    isOnFeature = setAlong(1, t) && isOnFeature;
  }
  if (isOpenX) {
    const t = isOpenY ? shares[0] - sharesOfEdges[1] * along[1] : shares[0];
    isOnFeature = setAlong(0, isOpenZ ? t - sharesOfEdges[2] * along[2] : t) && isOnFeature;
  }
  writeRest(edges, offset);
  const isBeyondX = isBeyond(sideX, edges, 0, rounding);
  const isBeyondY = isBeyond(sideY, edges, 3, rounding);
  const isBeyondZ = isBeyond(sideZ, edges, 6, rounding);
  return isOnFeature && isBeyondX && isBeyondY && isBeyondZ;
}

/** Writes `rest`, the offset minus the point `along` of the box. */
function writeRest(edges: Float64Array, offset: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    rest[k] = offset[k] - dot(along[0], along[1], along[2], edges[k], edges[3 + k], edges[6 + k]);
  }
}

/** Subtracts the component along an open axis from `rest` and from the edges of the later open axes (Gram-Schmidt). */
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

/** Sets the candidate point's coordinate on an open axis, clamped to the box. Returns whether `t` was in the box. */
function setAlong(axis: number, t: number): boolean {
  along[axis] = t < -1 ? -1 : t > 1 ? 1 : t;
  return along[axis] === t;
}

/** Returns whether moving along an edge from a side of the box to the other certainly leads away from the offset. */
function isBeyond(side: number, edges: Float64Array, edge: number, rounding: number): boolean {
  if (side === 0) return true;
  const size = Math.abs(edges[edge]) + Math.abs(edges[edge + 1]) + Math.abs(edges[edge + 2]);
  return side * dotOf(edges, edge, rest, 0) > size * rounding;
}

function dotOf(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  return dot(a[atA], a[atA + 1], a[atA + 2], b[atB], b[atB + 1], b[atB + 2]);
}

/** Returns a dot product divided by the squared length of a direction, or 0 if the direction has no length. */
function quotient(product: number, square: number): number {
  return square > NO_LENGTH ? product / square : 0;
}
