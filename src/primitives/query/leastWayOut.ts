import { BOX, type ConvexShape, SEGMENT, TRIANGLE } from '../flat/convexShape';
import { dot, length } from '../shapes/vec3';

/** The direction of the least translation of the first core that parts two cores: a unit vector. */
export const wayOut = /* @__PURE__ */ new Float64Array(3);

/** The depth along {@link wayOut}: no axis that was tried has a smaller one. */
let least = Infinity;

/**
 * The t at which the moving core comes within reach of the other core along every axis, and the t at which it has left it along one:
 * see {@link sweptWayOut}.
 */
export let axesNear = -Infinity;
export let axesFar = Infinity;
/** The direction out of b along the axis of {@link axesNear}. */
export const axesNormal = /* @__PURE__ */ new Float64Array(3);
let isMoving = false;
let wayX = 0;
let wayY = 0;
let wayZ = 0;
let reach = 0;
let lastT = Infinity;
/** By how much an interval may be too short because of rounding. */
let slack = 0;

/**
 * Returns how far the core of a shape must move so that it only touches another core, and writes the direction to
 * {@link wayOut}. If the cores are apart, it is negative: the largest gap along an axis, which parts them.
 *
 * The Minkowski difference of the cores is a convex polyhedron. The way out is across one of its faces, which are parallel to a
 * face of a core, or to an edge of each. Of equal ways, the first counts: across the faces of b, the faces of a, two edges; and
 * forward before backward.
 *
 * @param isSurface whether b, if it is a triangle, is left across its face only to the side of the middle of a.
 */
export function leastWayOut(a: ConvexShape, b: ConvexShape, isSurface: boolean): number {
  isMoving = false;
  tryAxes(a, b, isSurface);
  return least;
}

/**
 * Does {@link leastWayOut}, and finds when the moving core a is within `margin` of b along each axis: between {@link axesNear} and
 * {@link axesFar}. Before and after that, an axis parts them by more. Ends, with axesNear after axesFar or after `tMax`, once that is
 * certain.
 *
 * @param size the largest coordinate, by which rounding is measured.
 */
export function sweptWayOut(
  a: ConvexShape,
  b: ConvexShape,
  way: Float64Array,
  tMax: number,
  margin: number,
  size: number,
): number {
  isMoving = true;
  axesNear = -Infinity;
  axesFar = Infinity;
  wayX = way[0];
  wayY = way[1];
  wayZ = way[2];
  reach = margin;
  lastT = tMax;
  slack = ROUNDING * size;
  tryAxes(a, b, false);
  return least;
}

/** Products of coordinates with an axis are off by less than this share of the largest coordinate. */
const ROUNDING = 2 ** -46;

function tryAxes(a: ConvexShape, b: ConvexShape, isSurface: boolean): void {
  least = Infinity;
  // If all products over- or underflow, no axis is taken.
  wayOut[0] = 1;
  wayOut[1] = 0;
  wayOut[2] = 0;
  tryFaces(b, a, b, isSurface && b.core === TRIANGLE);
  if (isMissed()) return;
  // The edges and faces of two axis-aligned boxes have the same directions. A flat box lacks some of them.
  if (isAligned(a) && isAligned(b) && hasVolume(b)) return;
  tryFaces(a, a, b, false);
  if (isMissed()) return;
  const edgesA = edgeCount(a);
  const edgesB = edgeCount(b);
  for (let i = 0; i < edgesA; i++) {
    readEdge(a, i, edgeA);
    for (let j = 0; j < edgesB; j++) {
      readEdge(b, j, edgeB);
      tryAcross(a, b, edgeA, 0, edgeB, 0, false);
      if (isMissed()) return;
    }
  }
  if (least === Infinity) tryAcrossLine(a, b);
}

const TINY = 2 ** -900;
const ENLARGE = 2 ** 600;

/** Whether the axes tried so far prove a miss: at each t up to the last one, one of them parts the moving cores. */
function isMissed(): boolean {
  return isMoving && (axesNear > axesFar || axesNear > lastT || axesFar < 0);
}

/** Whether a core is an axis-aligned box. */
function isAligned({ core, isOriented }: ConvexShape): boolean {
  return core === BOX && !isOriented;
}

/** Whether no edge of an axis-aligned box has a length of 0. */
function hasVolume({ spans }: ConvexShape): boolean {
  return spans[0] !== 0 && spans[4] !== 0 && spans[8] !== 0;
}

const edgeA = /* @__PURE__ */ new Float64Array(3);
const edgeB = /* @__PURE__ */ new Float64Array(3);

/** Returns how many directions the edges of a core have. */
function edgeCount({ core }: ConvexShape): number {
  return core === BOX || core === TRIANGLE ? 3 : core === SEGMENT ? 1 : 0;
}

/** Writes an edge. The third edge of a triangle does not begin at vertex 0. */
function readEdge({ core, spans }: ConvexShape, edge: number, out: Float64Array): void {
  const isThird = core === TRIANGLE && edge === 2;
  for (let k = 0; k < 3; k++) out[k] = isThird ? spans[3 + k] - spans[k] : spans[3 * edge + k];
}

/** Tries the normals of a core's faces. Opposite faces of a box have one normal. */
function tryFaces(faces: ConvexShape, a: ConvexShape, b: ConvexShape, isSurface: boolean): void {
  const { spans, core } = faces;
  if (core === TRIANGLE) tryAcross(a, b, spans, 0, spans, 3, isSurface);
  if (core !== BOX) return;
  tryAcross(a, b, spans, 3, spans, 6, false);
  tryAcross(a, b, spans, 0, spans, 6, false);
  tryAcross(a, b, spans, 0, spans, 3, false);
}

/**
 * Returns the largest gap between a core and a triangle along the axes in the triangle's plane, across its edges. A core that
 * overlaps the triangle does not leave it along these axes. But they show the gap of a core that is beside the triangle, near its
 * plane, as most cores near a triangle of a mesh are.
 */
export function gapBesideEdges(a: ConvexShape, b: ConvexShape): number {
  const { spans, vertices: q } = b;
  const { vertices: p } = a;
  const nX = spans[1] * spans[5] - spans[2] * spans[4];
  const nY = spans[2] * spans[3] - spans[0] * spans[5];
  const nZ = spans[0] * spans[4] - spans[1] * spans[3];
  let gap = -Infinity;
  for (let edge = 0; edge < 3; edge++) {
    readEdge(b, edge, edgeB);
    const x = edgeB[1] * nZ - edgeB[2] * nY;
    const y = edgeB[2] * nX - edgeB[0] * nZ;
    const z = edgeB[0] * nY - edgeB[1] * nX;
    const size = length(x, y, z);
    if (!(size > 0)) continue;
    const from = dot(x, y, z, p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    writeExtent(a, x, y, z);
    const minA = from + extentMin;
    const maxA = from + extentMax;
    writeExtent(b, x, y, z);
    gap = Math.max(gap, (minA - extentMax) / size, (extentMin - maxA) / size);
  }
  return gap;
}

/** Tries the axis across two edges. */
function tryAcross(
  a: ConvexShape,
  b: ConvexShape,
  u: Float64Array,
  u0: number,
  v: Float64Array,
  v0: number,
  isSurface: boolean,
): void {
  const uX = u[u0];
  const uY = u[u0 + 1];
  const uZ = u[u0 + 2];
  const vX = v[v0];
  const vY = v[v0 + 1];
  const vZ = v[v0 + 2];
  tryAxis(a, b, uY * vZ - uZ * vY, uZ * vX - uX * vZ, uX * vY - uY * vX, isSurface);
}

/** Tries an axis across two cores on one line. They have no faces, and all directions across the line are as short. */
function tryAcrossLine(a: ConvexShape, b: ConvexShape): void {
  writeLine(a);
  if (line[0] === 0 && line[1] === 0 && line[2] === 0) writeLine(b);
  const [x, y, z] = line;
  const sizeX = Math.abs(x);
  const sizeY = Math.abs(y);
  const sizeZ = Math.abs(z);
  // The cross product with the world axis that the line is most across. Two points have no line.
  if (sizeX <= sizeY && sizeX <= sizeZ) tryAxis(a, b, 0, z, -y, false);
  else if (sizeY <= sizeZ) tryAxis(a, b, -z, 0, x, false);
  else tryAxis(a, b, y, -x, 0, false);
  if (least === Infinity) tryAxis(a, b, 1, 0, 0, false);
}

const line = /* @__PURE__ */ new Float64Array(3);

/** Writes the way from the first vertex of a core to the farthest one, or zero if all vertices are at one place. */
function writeLine({ vertices, vertexCount }: ConvexShape): void {
  let farthest = 0;
  for (let at = 0; at < 3 * vertexCount; at += 3) {
    const x = vertices[at] - vertices[0];
    const y = vertices[at + 1] - vertices[1];
    const z = vertices[at + 2] - vertices[2];
    const distance = length(x, y, z);
    if (at > 0 && !(distance > farthest)) continue;
    farthest = distance;
    line[0] = x;
    line[1] = y;
    line[2] = z;
  }
}

/** The extent of a core along an axis, relative to its vertex 0: see {@link writeExtent}. */
let extentMin = 0;
let extentMax = 0;

/** Writes the least and the largest product of an axis and the way from vertex 0 of a core to its points. */
function writeExtent({ core, spans }: ConvexShape, x: number, y: number, z: number): void {
  extentMin = 0;
  extentMax = 0;
  if (core === BOX) {
    for (let at = 0; at < 9; at += 3) {
      const along = x * spans[at] + y * spans[at + 1] + z * spans[at + 2];
      if (along < 0) extentMin += along;
      else extentMax += along;
    }
    return;
  }
  for (let at = 0; at < 3 * core; at += 3) {
    const along = x * spans[at] + y * spans[at + 1] + z * spans[at + 2];
    if (along < extentMin) extentMin = along;
    if (along > extentMax) extentMax = along;
  }
}

/**
 * Tries both ways along an axis. An axis need not be exact: a gap along any axis proves that the cores are apart.
 * Only the depth along it must be right.
 *
 * @param isSurface whether only the side counts on which the middle of a is.
 */
function tryAxis(a: ConvexShape, b: ConvexShape, x: number, y: number, z: number, isSurface: boolean): void {
  const size = length(x, y, z);
  if (!(size > TINY)) {
    // A direction is not divided by a denormal length, which has lost its last digits.
    if (size > 0) tryAxis(a, b, x * ENLARGE, y * ENLARGE, z * ENLARGE, isSurface);
    return;
  }
  const nX = x / size;
  const nY = y / size;
  const nZ = z / size;
  // All products are relative to a vertex of b, so that nothing is lost far from the origin.
  const { vertices: p } = a;
  const { vertices: q } = b;
  const from = dot(nX, nY, nZ, p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  writeExtent(a, nX, nY, nZ);
  const minA = from + extentMin;
  const maxA = from + extentMax;
  writeExtent(b, nX, nY, nZ);
  const minB = extentMin;
  const maxB = extentMax;
  const isInFront = !isSurface || minA + maxA >= minB + maxB;
  const isBehind = !isSurface || !isInFront;
  if (isInFront) take(maxB - minA, nX, nY, nZ);
  if (isBehind) take(maxA - minB, -nX, -nY, -nZ);
  if (!isMoving) return;
  const speed = dot(nX, nY, nZ, wayX, wayY, wayZ);
  const forward = maxB - minA + reach;
  const backward = maxA - minB + reach;
  if (speed > 0) narrow(-backward / speed, (forward + slack) / speed, -nX, -nY, -nZ);
  else if (speed < 0) narrow(forward / speed, (backward + slack) / -speed, nX, nY, nZ);
  else if (forward < -slack || backward < -slack) axesFar = -Infinity;
}

function narrow(near: number, far: number, x: number, y: number, z: number): void {
  if (far < axesFar) axesFar = far;
  if (!(near > axesNear)) return;
  axesNear = near;
  axesNormal[0] = x;
  axesNormal[1] = y;
  axesNormal[2] = z;
}

function take(depth: number, x: number, y: number, z: number): void {
  if (!(depth < least)) return;
  least = depth;
  wayOut[0] = x;
  wayOut[1] = y;
  wayOut[2] = z;
}
