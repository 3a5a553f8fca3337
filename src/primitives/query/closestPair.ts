import { BOX, type ConvexShape, POINT, SEGMENT, TRIANGLE } from '../flat/convexShape';
import { TOPOLOGIES } from '../flat/topology';
import { dot, length } from '../shapes/vec3';
import { closestPointOnAabb, closestPointOnObb } from './closestPoint';
import { closestOnTriangle } from './triangles/closestPointOnTriangle';

/** The closest points of two cores: on the first x y z, on the second x y z. */
export const pair = /* @__PURE__ */ new Float64Array(6);

/**
 * The distance of the points in {@link pair}, which are on the surfaces of the cores, also if the cores overlap. Infinity if one core
 * is a point in the other.
 */
export let nearest = Infinity;
const point = /* @__PURE__ */ new Float64Array(3);

/**
 * Returns the distance between the cores of two shapes, and writes their closest points to {@link pair}. Returns 0 if the cores
 * overlap; then the points mean nothing.
 *
 * Where two convex polyhedra are closest, a vertex of one is closest to a face of the other, or an edge to an edge. All such
 * pairs are tried, in a fixed order, and the first of equally close pairs counts: vertices of a and faces of b, faces of a and
 * vertices of b, edges and edges. If the cores are apart, the plane across the way between the closest points separates them. So if
 * this plane does not separate the cores, they overlap.
 *
 * Two features are no closer than their distance along an axis. Pairs that are farther apart along `axis` than the closest pair so far
 * are left out.
 *
 * @param axis a unit vector from b to a, preferably one along which the cores are apart.
 */
export function closestPair(a: ConvexShape, b: ConvexShape, axis: Float64Array): number {
  nearest = Infinity;
  pair.fill(0);
  if (a.core === POINT && (b.core === BOX || b.core === TRIANGLE)) return closestToPoint(a, b, 0);
  if (b.core === POINT && (a.core === BOX || a.core === TRIANGLE)) return closestToPoint(b, a, 3);
  project(a, axis, b.vertices, alongA);
  project(b, axis, b.vertices, alongB);
  slack = ROUNDING * Math.max(a.size, b.size);
  tryVertices(a, alongA, b, alongB, 1, 0);
  tryVertices(b, alongB, a, alongA, -1, 3);
  if (nearest > 0) tryEdges(a, b);
  return nearest > 0 && (areBeside(a, b) || separates(a, b)) ? nearest : 0;
}

/** How far each vertex of the cores is along the axis. */
const alongA = /* @__PURE__ */ new Float64Array(8);
const alongB = /* @__PURE__ */ new Float64Array(8);
/** Products with the axis are off by less than this share of the largest coordinate. */
const ROUNDING = 2 ** -46;
let slack = 0;

/** Writes the products of the vertices of a core and an axis, relative to a point. */
function project(
  { vertexCount, vertices }: ConvexShape,
  axis: Float64Array,
  from: Float64Array,
  out: Float64Array,
): void {
  for (let vertex = 0, at = 0; vertex < vertexCount; vertex++, at += 3) {
    out[vertex] = dot(
      axis[0],
      axis[1],
      axis[2],
      vertices[at] - from[0],
      vertices[at + 1] - from[1],
      vertices[at + 2] - from[2],
    );
  }
}

/** Returns whether the bounds of two cores are apart, which is certain however badly the plane across the way is rounded. */
function areBeside({ bounds: a }: ConvexShape, { bounds: b }: ConvexShape): boolean {
  return a[0] > b[3] || a[1] > b[4] || a[2] > b[5] || b[0] > a[3] || b[1] > a[4] || b[2] > a[5];
}

/**
 * Does {@link closestPair} for a point and a box or triangle, by the tests of `distanceToBox` and `distanceToTriangle`.
 *
 * @param at where the point is in {@link pair}: 0 or 3.
 */
function closestToPoint({ vertices: p }: ConvexShape, other: ConvexShape, at: number): number {
  const [x, y, z] = p;
  const { core, isOriented, record, vertices } = other;
  let distance: number;
  if (core === TRIANGLE) distance = closestOnTriangle(vertices, 0, 3, 6, x, y, z, point);
  else distance = (isOriented ? closestPointOnObb : closestPointOnAabb)(record, 0, x, y, z, point);
  pair[at] = x;
  pair[at + 1] = y;
  pair[at + 2] = z;
  pair.set(point, 3 - at);
  nearest = distance > 0 ? distance : Infinity;
  return distance;
}

/**
 * Tries each vertex of a core with another core. @param sign 1 if the axis goes from the other core to this one, or else -1.
 *
 * @param at where the vertex is in {@link pair}.
 */
function tryVertices(
  core: ConvexShape,
  along: Float64Array,
  other: ConvexShape,
  otherAlong: Float64Array,
  sign: 1 | -1,
  at: 0 | 3,
): void {
  const { vertexCount, vertices } = core;
  const { core: otherCore, isOriented, record } = other;
  const farthest = mostAlong(other, otherAlong, sign);
  // No feature is closer than a feature that touches.
  for (let vertex = 0; vertex < vertexCount && nearest > 0; vertex++) {
    if (sign * along[vertex] - farthest > nearest + slack) continue;
    const x = vertices[3 * vertex];
    const y = vertices[3 * vertex + 1];
    const z = vertices[3 * vertex + 2];
    if (otherCore === BOX) {
      const distance = (isOriented ? closestPointOnObb : closestPointOnAabb)(record, 0, x, y, z, point);
      // The closest point of a box to a vertex in it is the vertex. Its closest point on the surface is on a triangle.
      if (distance > 0) {
        takePoint(distance, x, y, z, at);
        continue;
      }
    }
    if (otherCore === SEGMENT || otherCore === POINT) tryOnEdge(other, x, y, z, at);
    else tryTriangles(other, otherAlong, sign * along[vertex], sign, x, y, z, at);
  }
}

/** Returns how far along the axis, or against it, a core reaches. */
function mostAlong({ vertexCount }: ConvexShape, along: Float64Array, sign: 1 | -1): number {
  let most = -Infinity;
  for (let vertex = 0; vertex < vertexCount; vertex++) most = Math.max(most, sign * along[vertex]);
  return most;
}

function tryTriangles(
  { core, vertices }: ConvexShape,
  otherAlong: Float64Array,
  along: number,
  sign: 1 | -1,
  x: number,
  y: number,
  z: number,
  at: 0 | 3,
): void {
  const { triangles } = TOPOLOGIES[core];
  for (let t = 0; t < triangles.length; t += 3) {
    const u = triangles[t];
    const v = triangles[t + 1];
    const w = triangles[t + 2];
    const most = Math.max(sign * otherAlong[u], sign * otherAlong[v], sign * otherAlong[w]);
    if (along - most > nearest + slack) continue;
    takePoint(closestOnTriangle(vertices, 3 * u, 3 * v, 3 * w, x, y, z, point), x, y, z, at);
  }
}

/** Tries a point with the only edge of a segment, or with a point. */
function tryOnEdge({ core, vertices, spans }: ConvexShape, x: number, y: number, z: number, at: 0 | 3): void {
  const fromX = vertices[0];
  const fromY = vertices[1];
  const fromZ = vertices[2];
  const end = core === SEGMENT ? 3 : 0;
  const [uX, uY, uZ] = spans;
  const square = dot(uX, uY, uZ, uX, uY, uZ);
  const share = end === 0 ? 0 : shareOf(dot(uX, uY, uZ, x - fromX, y - fromY, z - fromZ), square);
  point[0] = between(fromX, vertices[end], share);
  point[1] = between(fromY, vertices[end + 1], share);
  point[2] = between(fromZ, vertices[end + 2], share);
  takePoint(length(x - point[0], y - point[1], z - point[2]), x, y, z, at);
}

/**
 * Takes a vertex and the point in {@link point} if they are closer than the closest so far. The point is NaN if products have
 * underflowed: on a triangle that is more than 1e100 times as long as wide.
 */
function takePoint(distance: number, x: number, y: number, z: number, at: 0 | 3): void {
  if (!(distance < nearest) || Number.isNaN(point[0] + point[1] + point[2])) return;
  nearest = distance;
  pair[at] = x;
  pair[at + 1] = y;
  pair[at + 2] = z;
  pair[3 - at] = point[0];
  pair[4 - at] = point[1];
  pair[5 - at] = point[2];
}

/** Tries each edge of a shape with each edge of another one. */
function tryEdges(a: ConvexShape, b: ConvexShape): void {
  const { edges: edgesA } = TOPOLOGIES[a.core];
  const { edges: edgesB } = TOPOLOGIES[b.core];
  for (let i = 0; i < edgesA.length; i += 2) {
    const a0 = edgesA[i];
    const a1 = edgesA[i + 1];
    const least = Math.min(alongA[a0], alongA[a1]);
    for (let j = 0; j < edgesB.length; j += 2) {
      const b0 = edgesB[j];
      const b1 = edgesB[j + 1];
      if (least - Math.max(alongB[b0], alongB[b1]) > nearest + slack) continue;
      tryEdge(a.vertices, 3 * a0, 3 * a1, b.vertices, 3 * b0, 3 * b1);
    }
  }
}

/**
 * Tries two edges: the closest points of their lines if both lie on the edges. The ends of edges are vertices, which are tried with the
 * other core. For parallel edges, these give the closest points.
 *
 * The lines are solved by the modified Gram-Schmidt method: what is along the first edge is subtracted from all else. So the
 * distance is off by no more than rounding, also for edges that are nearly parallel: see closestFeature.ts.
 */
function tryEdge(a: Float64Array, a0: number, a1: number, b: Float64Array, b0: number, b1: number): void {
  const uX = a[a1] - a[a0];
  const uY = a[a1 + 1] - a[a0 + 1];
  const uZ = a[a1 + 2] - a[a0 + 2];
  const vX = b[b1] - b[b0];
  const vY = b[b1 + 1] - b[b0 + 1];
  const vZ = b[b1 + 2] - b[b0 + 2];
  const wX = a[a0] - b[b0];
  const wY = a[a0 + 1] - b[b0 + 1];
  const wZ = a[a0 + 2] - b[b0 + 2];
  const uu = dot(uX, uY, uZ, uX, uY, uZ);
  if (!(uu > 0)) return;
  const shareV = dot(uX, uY, uZ, vX, vY, vZ) / uu;
  const shareW = dot(uX, uY, uZ, wX, wY, wZ) / uu;
  const acrossX = vX - shareV * uX;
  const acrossY = vY - shareV * uY;
  const acrossZ = vZ - shareV * uZ;
  const product = dot(acrossX, acrossY, acrossZ, wX - shareW * uX, wY - shareW * uY, wZ - shareW * uZ);
  const t = product / dot(acrossX, acrossY, acrossZ, acrossX, acrossY, acrossZ);
  const s = t * shareV - shareW;
  if (s > 0 && s < 1 && t > 0 && t < 1) tryPoints(a, a0, a1, s, b, b0, b1, t);
}

/** Returns how far along an edge the point closest to another point is, from 0 to 1. An edge without length has one point. */
function shareOf(product: number, square: number): number {
  if (!(product > 0)) return 0;
  return product < square ? product / square : 1;
}

/** Tries the point at the share s of the edge from `a[a0]` to `a[a1]`, and the point at the share t of an edge of b. */
function tryPoints(
  a: Float64Array,
  a0: number,
  a1: number,
  s: number,
  b: Float64Array,
  b0: number,
  b1: number,
  t: number,
): void {
  const aX = between(a[a0], a[a1], s);
  const aY = between(a[a0 + 1], a[a1 + 1], s);
  const aZ = between(a[a0 + 2], a[a1 + 2], s);
  const bX = between(b[b0], b[b1], t);
  const bY = between(b[b0 + 1], b[b1 + 1], t);
  const bZ = between(b[b0 + 2], b[b1 + 2], t);
  const distance = length(aX - bX, aY - bY, aZ - bZ);
  if (!(distance < nearest)) return;
  nearest = distance;
  pair[0] = aX;
  pair[1] = aY;
  pair[2] = aZ;
  pair[3] = bX;
  pair[4] = bY;
  pair[5] = bZ;
}

/** Returns the coordinate at a share of the way between two others. It is exactly one of them at 0 and 1. */
function between(start: number, end: number, share: number): number {
  return share === 1 ? end : start + share * (end - start);
}

/** Returns whether a plane across the way between the points of {@link pair} has the two cores on different sides. */
function separates(a: ConvexShape, b: ConvexShape): boolean {
  const x = pair[0] - pair[3];
  const y = pair[1] - pair[4];
  const z = pair[2] - pair[5];
  return leastAlong(a, x, y, z) > -leastAlong(b, -x, -y, -z);
}

/** Returns the least product of a vertex of a core and a direction, relative to the second point of {@link pair}. */
function leastAlong({ vertexCount, vertices }: ConvexShape, x: number, y: number, z: number): number {
  let least = Infinity;
  for (let at = 0; at < 3 * vertexCount; at += 3) {
    const along = dot(x, y, z, vertices[at] - pair[3], vertices[at + 1] - pair[4], vertices[at + 2] - pair[5]);
    if (along < least) least = along;
  }
  return least;
}
