import { type ConvexShape, SEGMENT, TRIANGLE } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';
import { IN_PARALLELOGRAM, IN_TRIANGLE, type MovingCapsule } from './movingCapsule';
import {
  enterCorner,
  enterEdge,
  ENTERED,
  enterFace,
  PARTED,
  PASSED,
  REACHED,
  reachPlane,
  setPlane,
} from './roundedFeatures';

/**
 * A moving capsule and a core, in closed form. The capsule touches the core where the ball at the start of its segment touches the
 * Minkowski sum of the core and the segment turned around. The ball's centre is a point that moves, and its radius rounds the sum
 * (Ericson, "Real-Time Collision Detection", 2005, 5.5.6 and 5.5.7). The rounded sum is the union of its rounded faces and edges and of
 * its inside, and each of them is in it. So the centre enters the sum where it enters the first of them. If it comes to the plane of a
 * face on that face, the plane has kept it outside until then: no other feature is entered before.
 *
 * The sum of n vectors is a zonotope (Ziegler, "Lectures on Polytopes", 1995, 7.3): a box, a box and a segment, two segments. Each two
 * vectors span two opposite faces, and all else is on one side of a face. The sum of a triangle and a segment is a prism. All lengths and
 * angles are in the world, so a box may be sheared. A segment without length is left out: the capsule is then a ball, to the bit.
 *
 * Where vectors are coplanar, several faces are one: a hexagon, which three parallelograms tile in two ways. On which side of a plane the
 * third vector is, is read from one determinant for all three of them, however badly it is rounded. So they are always one tiling.
 */

/** The spans of a prism: the edges of the triangle, and the segment. The third edge goes from vertex 1 to vertex 2. */
const AB: Index = 0;
const AC: Index = 1;
const BC: Index = 2;
const SIDE: Index = 3;

/** A box and a segment are flat if the determinant of the box is less than this share of the product of its lengths. */
const FLAT_VOLUME = 2 ** -30;

/**
 * Finds the feature of the core of a shape that a capsule touches first, and writes it to the capsule. Returns {@link PARTED} if a plane
 * parts them until the end of the motion. The capsule starts outside the core, or touches it there.
 *
 * @param c the capsule, set.
 * @param a the capsule, or a ball.
 */
export function enterCore(c: MovingCapsule, a: ConvexShape, b: ConvexShape): Index {
  const core = b.core;
  const spans = b.spans;
  for (let i = 0; i < core; i++) c.setSpan(i, spans[3 * i], spans[3 * i + 1], spans[3 * i + 2]);
  if (core === TRIANGLE) c.setSpan(BC, spans[3] - spans[0], spans[4] - spans[1], spans[5] - spans[2]);
  c.segment = -1;
  if (a.core === SEGMENT) {
    const segment = core === TRIANGLE ? SIDE : core;
    c.setSpan(segment, -a.spans[0], -a.spans[1], -a.spans[2]);
    if (c.lengths[segment] > 0) c.segment = segment;
  }
  if (core !== TRIANGLE) return enterZonotope(c, b.vertices, core, c.segment < 0 ? core : core + 1);
  return c.segment < 0 ? enterTriangle(c, b.vertices) : enterPrism(c, b.vertices);
}

function enterTriangle(c: MovingCapsule, vertices: Numbers): Index {
  if (setPlane(c, AB, AC)) {
    const reached = reachPlane(c, vertices, 0);
    if (reached === PARTED) return PARTED;
    if (reached === REACHED && enterFace(c, vertices, 0, 0, AB, AC, IN_TRIANGLE) === ENTERED) return ENTERED;
  }
  enterEdges(c, vertices, 0);
  return PASSED;
}

/** Takes the edges of a triangle at an end of the segment. */
function enterEdges(c: MovingCapsule, vertices: Numbers, end: Index): void {
  enterEdge(c, vertices, AB, 0, end, 1, end);
  enterEdge(c, vertices, AC, 0, end, 2, end);
  enterEdge(c, vertices, BC, 1, end, 2, end);
}

function enterPrism(c: MovingCapsule, vertices: Numbers): Index {
  const volume = determinant(c.spans, AB, AC, SIDE);
  const isAbove = volume >= 0;
  const depth = Math.abs(volume);
  if (setPlane(c, AB, AC)) {
    const end: Index = isAbove === c.side > 0 ? 1 : 0;
    if (end === 1) c.high = depth;
    else c.low = -depth;
    const reached = reachPlane(c, vertices, 0);
    if (reached === PARTED) return PARTED;
    if (reached === REACHED && enterFace(c, vertices, 0, end, AB, AC, IN_TRIANGLE) === ENTERED) return ENTERED;
  }
  for (let edge = 0; edge < 3; edge++) {
    if (!setPlane(c, edge, SIDE)) continue;
    // The third vertex is on the side of N = AC × SIDE, or on the other side of AB × SIDE and BC × SIDE, if the volume is positive.
    const isFront = ((edge === AC) === isAbove) !== c.side > 0;
    if (isFront) c.low = -depth;
    else c.high = depth;
    const vertex: Index = edge === BC ? 1 : 0;
    const reached = reachPlane(c, vertices, vertex);
    if (reached === PARTED) return PARTED;
    if (!isFront || reached !== REACHED) continue;
    if (enterFace(c, vertices, vertex, 0, edge, SIDE, IN_PARALLELOGRAM) === ENTERED) return ENTERED;
  }
  enterEdges(c, vertices, 0);
  enterEdges(c, vertices, 1);
  for (let vertex = 0; vertex < 3; vertex++) enterEdge(c, vertices, SIDE, vertex, 0, vertex, 1);
  return PASSED;
}

/** Bit k of a mask says that a vertex is at the end of span k: of the core, or of the segment after all bits of the core. */
function enterZonotope(c: MovingCapsule, vertices: Numbers, core: Index, count: Index): Index {
  const determinants = c.determinants;
  const lengths = c.lengths;
  if (count >= 3) determinants[3] = determinant(c.spans, 0, 1, 2);
  if (count === 4) {
    determinants[2] = determinant(c.spans, 0, 1, 3);
    determinants[1] = determinant(c.spans, 0, 2, 3);
    determinants[0] = determinant(c.spans, 1, 2, 3);
    // Four vectors in one plane have eight tilings, so four signs may contradict one another.
    if (Math.abs(determinants[3]) < FLAT_VOLUME * (lengths[0] * lengths[1] * lengths[2])) c.doubt(0);
  }
  const vertexBits: Index = (1 << core) - 1;
  for (let i = 0; i < count - 1; i++) {
    for (let j = i + 1; j < count; j++) {
      if (!setPlane(c, i, j)) continue;
      let mask: Index = 0;
      for (let k = 0; k < count; k++) {
        if (k === i || k === j) continue;
        // N · g, for the normal N of the spans i and j, and a span g.
        const volume = determinants[6 - i - j - k];
        const isAbove = volume >= 0 !== (k > i && k < j);
        if (isAbove === c.side > 0) {
          mask |= 1 << k;
          c.high += Math.abs(volume);
        } else c.low -= Math.abs(volume);
      }
      const reached = reachPlane(c, vertices, 0);
      if (reached === PARTED) return PARTED;
      if (reached !== REACHED) continue;
      if (enterFace(c, vertices, mask & vertexBits, mask >> core, i, j, IN_PARALLELOGRAM) === ENTERED) return ENTERED;
    }
  }
  const first = foremost(c, count);
  for (let e = 0; e < count; e++) enterParallels(c, vertices, core, count, e, first);
  if (count === 0) enterCorner(c, vertices, 0, 0);
  return PASSED;
}

/** Returns the mask of the vertex that is farthest against the motion. The edges that are touched first are mostly there. */
function foremost(c: MovingCapsule, count: Index): Index {
  const spans = c.spans;
  const way = c.way;
  const along = c.along;
  let mask: Index = 0;
  for (let k = 0; k < count; k++) {
    along[k] = spans[3 * k] * way[0] + spans[3 * k + 1] * way[1] + spans[3 * k + 2] * way[2];
    if (along[k] < 0) mask |= 1 << k;
  }
  return mask;
}

/**
 * Takes the edges of a zonotope along a span. Most of them are missed by the distance of the lines alone, which enterEdge compares, too, or
 * begin so far along the motion that the ball touches another feature before.
 */
function enterParallels(c: MovingCapsule, vertices: Numbers, core: Index, count: Index, e: Index, first: Index): void {
  const spans = c.spans;
  const way = c.way;
  const ends = c.ends;
  const along = c.along;
  const across = c.across;
  const mX = way[0];
  const mY = way[1];
  const mZ = way[2];
  const eX = spans[3 * e];
  const eY = spans[3 * e + 1];
  const eZ = spans[3 * e + 2];
  const nX = mY * eZ - mZ * eY;
  const nY = mZ * eX - mX * eZ;
  const nZ = mX * eY - mY * eX;
  const x = ends[0] - vertices[0];
  const y = ends[1] - vertices[1];
  const z = ends[2] - vertices[2];
  for (let k = 0; k < count; k++) across[k] = nX * spans[3 * k] + nY * spans[3 * k + 1] + nZ * spans[3 * k + 2];
  const length = c.wayLength;
  const reach = c.radius * length;
  // Twice the slack of enterEdge, because the distance is computed in another way.
  const limit = c.radius * Math.sqrt(nX * nX + nY * nY + nZ * nZ) + 2 * c.slack * (length * c.lengths[e]);
  const distance = nX * x + nY * y + nZ * z;
  const start = (along[e] < 0 ? along[e] : 0.0) - (mX * x + mY * y + mZ * z);
  const bit: Index = 1 << e;
  const vertexBits: Index = (1 << core) - 1;
  for (let i = 0; i < 1 << count; i++) {
    if ((i & bit) !== 0) continue;
    const mask: Index = (i ^ first) & ~bit;
    let beside = distance;
    let ahead = start;
    for (let k = 0; k < count; k++) {
      if ((mask & (1 << k)) === 0) continue;
      beside -= across[k];
      ahead += along[k];
    }
    if (beside > limit || beside < -limit || ahead - reach > c.s * (length * length)) continue;
    const to: Index = mask | bit;
    enterEdge(c, vertices, e, mask & vertexBits, mask >> core, to & vertexBits, to >> core);
  }
}

/** Returns the determinant of three spans: what is along the third one from their plane, times |u × v|. */
function determinant(spans: Numbers, u: Index, v: Index, w: Index): number {
  const vX = spans[3 * v];
  const vY = spans[3 * v + 1];
  const vZ = spans[3 * v + 2];
  const wX = spans[3 * w];
  const wY = spans[3 * w + 1];
  const wZ = spans[3 * w + 2];
  return (
    spans[3 * u] * (vY * wZ - vZ * wY) + spans[3 * u + 1] * (vZ * wX - vX * wZ) + spans[3 * u + 2] * (vX * wY - vY * wX)
  );
}
