import { BOX, type ConvexShape, TRIANGLE } from '../flat/convexShape';
import { dot, length } from '../shapes/vec3';

/** The direction of the least translation of the first core that parts two cores: a unit vector. */
export const wayOut = /* @__PURE__ */ new Float64Array(3);

/** The depth along {@link wayOut}: no axis that was tried has a smaller one. */
let least = Infinity;

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
  least = Infinity;
  tryFaces(b, a, b, isSurface && b.topology === TRIANGLE);
  tryFaces(a, a, b, false);
  const { edges: edgesA } = a.topology;
  const { edges: edgesB } = b.topology;
  // The four edges of a box along an axis come one after the other.
  const stepA = a.topology === BOX ? 8 : 2;
  const stepB = b.topology === BOX ? 8 : 2;
  for (let i = 0; i < edgesA.length; i += stepA) {
    for (let j = 0; j < edgesB.length; j += stepB) {
      tryAcross(
        a,
        b,
        a.vertices,
        3 * edgesA[i],
        3 * edgesA[i + 1],
        b.vertices,
        3 * edgesB[j],
        3 * edgesB[j + 1],
        false,
      );
    }
  }
  if (least === Infinity) tryAcrossLine(a, b);
  return least;
}

/** Tries the normals of a core's faces. Opposite faces of a box have one normal. */
function tryFaces(faces: ConvexShape, a: ConvexShape, b: ConvexShape, isSurface: boolean): void {
  const { vertices, topology } = faces;
  const { triangles } = topology;
  for (let t = 0; t < triangles.length; t += topology === BOX ? 12 : 3) {
    const corner = 3 * triangles[t];
    tryAcross(a, b, vertices, corner, 3 * triangles[t + 1], vertices, corner, 3 * triangles[t + 2], isSurface);
  }
}

/** Tries the axis across two edges: from `u[u0]` to `u[u1]`, and from `v[v0]` to `v[v1]`. */
function tryAcross(
  a: ConvexShape,
  b: ConvexShape,
  u: Float64Array,
  u0: number,
  u1: number,
  v: Float64Array,
  v0: number,
  v1: number,
  isSurface: boolean,
): void {
  const uX = u[u1] - u[u0];
  const uY = u[u1 + 1] - u[u0 + 1];
  const uZ = u[u1 + 2] - u[u0 + 2];
  const vX = v[v1] - v[v0];
  const vY = v[v1 + 1] - v[v0 + 1];
  const vZ = v[v1 + 2] - v[v0 + 2];
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
function writeLine({ vertices, topology }: ConvexShape): void {
  let farthest = 0;
  for (let at = 0; at < 3 * topology.vertexCount; at += 3) {
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

/**
 * Tries both ways along an axis. Any axis parts the cores, however badly it is rounded, so only the depth must be right.
 *
 * @param isSurface whether only the side counts on which the middle of a is.
 */
function tryAxis(a: ConvexShape, b: ConvexShape, x: number, y: number, z: number, isSurface: boolean): void {
  const size = length(x, y, z);
  if (!(size > 0)) return;
  const nX = x / size;
  const nY = y / size;
  const nZ = z / size;
  // All products are relative to a vertex of b, so that nothing is lost far from the origin.
  const [fromX, fromY, fromZ] = b.vertices;
  let minA = Infinity;
  let maxA = -Infinity;
  for (let at = 0; at < 3 * a.topology.vertexCount; at += 3) {
    const along = dot(nX, nY, nZ, a.vertices[at] - fromX, a.vertices[at + 1] - fromY, a.vertices[at + 2] - fromZ);
    if (along < minA) minA = along;
    if (along > maxA) maxA = along;
  }
  let minB = 0;
  let maxB = 0;
  for (let at = 3; at < 3 * b.topology.vertexCount; at += 3) {
    const along = dot(nX, nY, nZ, b.vertices[at] - fromX, b.vertices[at + 1] - fromY, b.vertices[at + 2] - fromZ);
    if (along < minB) minB = along;
    if (along > maxB) maxB = along;
  }
  const isInFront = !isSurface || minA + maxA >= minB + maxB;
  const isBehind = !isSurface || !isInFront;
  if (isInFront) take(maxB - minA, nX, nY, nZ);
  if (isBehind) take(maxA - minB, -nX, -nY, -nZ);
}

function take(depth: number, x: number, y: number, z: number): void {
  if (!(depth < least)) return;
  least = depth;
  wayOut[0] = x;
  wayOut[1] = y;
  wayOut[2] = z;
}
