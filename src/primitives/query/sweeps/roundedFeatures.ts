import type { Index, Numbers } from '../../flat/numbers';
import { AT_CORNER, AT_EDGE, IN_TRIANGLE, type MovingCapsule } from './movingCapsule';

/**
 * Where a moving ball touches a face, an edge or a corner: the s from 0 at which its centre has moved by s·way. This is a ray against a
 * plane, a cylinder or a sphere (Ericson, "Real-Time Collision Detection", 2005, 5.3.2, 5.3.7 and 5.5.6).
 *
 * An s may be wrong by rounding, and the caller measures the gap there. It is certain that a feature is missed, and that shapes are
 * apart. Every coordinate is off by at most a few units in the last place of the largest number, and `slack` is at least 2^7 times as
 * much:
 * - A feature is missed if the centre does not come as close as `radius + slack`.
 * - Neighbouring features overlap by `slack`: a point that is hardly beside a face counts as on it, and a point that is hardly beyond the
 *   end of an edge counts as on it. Where a small angle amplifies rounding, it amplifies the tolerance, too.
 * - If a line passes an edge or a corner farther away than the radius, but by less than `slack`, rounding decides, and `unsure` is no later
 *   than the touch.
 *
 * With c the square of the distance minus the square of the radius, b < 0 half the derivative of this, and d a quarter of the
 * discriminant, the root is c / (√d - b), in which nothing cancels. The distance of the lines gives d, which is more accurate than
 * b² - ac (Haines and others, "Precision Improvements for Ray/Sphere Intersection", in "Ray Tracing Gems", 2019).
 */

/** The plane of a face certainly parts the shapes until the end of the motion. */
export const PARTED: Index = 0;
/** The ball does not come to a face, or rounding may decide. */
export const PASSED: Index = 1;
/** The ball comes to the plane of a face, and may touch the face. */
export const REACHED: Index = 2;
/** The ball touches a face, certainly before each other feature. */
export const ENTERED: Index = 3;

/**
 * By how many tolerances a plane must part the shapes at the end of the motion, so that it counts. Where this file is unsure,
 * doubtfulCapsule.ts may find a touch with a gap of up to 2^-28 of the size. So the hits are the same up to any `tMax`.
 */
const LATE_TOLERANCES = 2 ** 23;
/** If the squared sine of the angle of a face is less, its normal is too badly rounded to measure a gap. */
const THIN_SQUARED_SINE = 2 ** -10;

/**
 * Sets the plane across two spans. Returns whether it has a normal, and its faces are not so narrow that their edges are enough.
 *
 * The normal N = u × v is off by the rounding of |u||v|, however small N is. All tolerances are measured by that, so they grow as the
 * face becomes thin.
 */
export function setPlane(c: MovingCapsule, u: Index, v: Index): boolean {
  const spans = c.spans;
  const way = c.way;
  const uX = spans[3 * u];
  const uY = spans[3 * u + 1];
  const uZ = spans[3 * u + 2];
  const vX = spans[3 * v];
  const vY = spans[3 * v + 1];
  const vZ = spans[3 * v + 2];
  const nX = uY * vZ - uZ * vY;
  const nY = uZ * vX - uX * vZ;
  const nZ = uX * vY - uY * vX;
  const square = nX * nX + nY * nY + nZ * nZ;
  const uLength = c.lengths[u];
  const vLength = c.lengths[v];
  const longer = uLength > vLength ? uLength : vLength;
  if (!(square > c.sliver * c.radius * (longer * longer))) return false;
  const speed = nX * way[0] + nY * way[1] + nZ * way[2];
  if (speed > 0) {
    c.side = -1;
    c.nX = -nX;
    c.nY = -nY;
    c.nZ = -nZ;
    c.approach = speed;
  } else {
    c.side = 1;
    c.nX = nX;
    c.nY = nY;
    c.nZ = nZ;
    c.approach = -speed;
  }
  c.square = square;
  c.tolerance = c.slack * (uLength * vLength);
  c.low = 0;
  c.high = 0;
  return true;
}

/**
 * Finds the s at which a ball comes to the plane of a face. The sum is between `low` and `high` along the normal, from a vertex. Returns
 * {@link PARTED}, {@link PASSED} or {@link REACHED}.
 */
export function reachPlane(c: MovingCapsule, vertices: Numbers, vertex: Index): Index {
  const ends = c.ends;
  const x = ends[0] - vertices[3 * vertex];
  const y = ends[1] - vertices[3 * vertex + 1];
  const z = ends[2] - vertices[3 * vertex + 2];
  const along = c.nX * x + c.nY * y + c.nZ * z;
  const tolerance = c.tolerance;
  const reach = c.radius * Math.sqrt(c.square);
  if (along < c.low - reach - tolerance) return PARTED;
  const height = along - c.high - reach;
  if (height < -tolerance) return PASSED;
  if (height > tolerance) c.isClear = true;
  if (c.approach === 0) return height > tolerance ? PARTED : PASSED;
  if (height - LATE_TOLERANCES * tolerance > c.approach * c.last) return PARTED;
  c.reached = height > 0 ? height / c.approach : 0;
  return REACHED;
}

/**
 * Takes a face in the plane if the ball touches it where it comes to the plane. Returns {@link ENTERED} if no other feature is touched
 * before, or else {@link PASSED}: a thin face is not certain.
 */
export function enterFace(
  c: MovingCapsule,
  vertices: Numbers,
  vertex: Index,
  end: Index,
  u: Index,
  v: Index,
  kind: Index,
): Index {
  const spans = c.spans;
  const ends = c.ends;
  const way = c.way;
  const s = c.reached;
  const uX = spans[3 * u];
  const uY = spans[3 * u + 1];
  const uZ = spans[3 * u + 2];
  const vX = spans[3 * v];
  const vY = spans[3 * v + 1];
  const vZ = spans[3 * v + 2];
  const nX = c.nX;
  const nY = c.nY;
  const nZ = c.nZ;
  const x = ends[3 * end] + s * way[0] - vertices[3 * vertex];
  const y = ends[3 * end + 1] + s * way[1] - vertices[3 * vertex + 1];
  const z = ends[3 * end + 2] + s * way[2] - vertices[3 * vertex + 2];
  const square = c.square;
  const side = c.side;
  const besideU = c.tolerance * c.lengths[v];
  const besideV = c.tolerance * c.lengths[u];
  // The shares of u and v in the point of the plane below the centre, times |N|².
  const shareU = side * (nX * (y * vZ - z * vY) + nY * (z * vX - x * vZ) + nZ * (x * vY - y * vX));
  if (shareU < -besideU || shareU > square + besideU) return PASSED;
  const shareV = side * (nX * (uY * z - uZ * y) + nY * (uZ * x - uX * z) + nZ * (uX * y - uY * x));
  if (shareV < -besideV || shareV > square + besideV) return PASSED;
  if (kind === IN_TRIANGLE && shareU + shareV > square + besideU + besideV) return PASSED;
  const sizes = c.lengths[u] * c.lengths[v];
  if (square < THIN_SQUARED_SINE * (sizes * sizes)) {
    c.doubt(s - c.tolerance / c.approach);
    c.take(s, kind, vertex, end, u, v);
    return PASSED;
  }
  c.unsure = Infinity;
  c.take(s, kind, vertex, end, u, v);
  return ENTERED;
}

/**
 * Takes an edge, or one of its ends, if the ball touches it before all others. The edge goes along the span e, from a vertex and an end
 * to others.
 */
export function enterEdge(
  c: MovingCapsule,
  vertices: Numbers,
  e: Index,
  vertex: Index,
  end: Index,
  toVertex: Index,
  toEnd: Index,
): void {
  const way = c.way;
  const spans = c.spans;
  const ends = c.ends;
  const radius = c.radius;
  const slack = c.slack;
  const length = c.lengths[e];
  const mX = way[0];
  const mY = way[1];
  const mZ = way[2];
  const eX = spans[3 * e];
  const eY = spans[3 * e + 1];
  const eZ = spans[3 * e + 2];
  const x = ends[3 * end] - vertices[3 * vertex];
  const y = ends[3 * end + 1] - vertices[3 * vertex + 1];
  const z = ends[3 * end + 2] - vertices[3 * vertex + 2];
  const nX = mY * eZ - mZ * eY;
  const nY = mZ * eX - mX * eZ;
  const nZ = mX * eY - mY * eX;
  const nn = nX * nX + nY * nY + nZ * nZ;
  // The lines pass each other at the distance |across| / |n|. The rounding of `across` is measured by |m||e|, however small n is.
  const across = nX * x + nY * y + nZ * z;
  const limit = radius * Math.sqrt(nn) + slack * (c.wayLength * length);
  if (across > limit || across < -limit) return;
  const ee = eX * eX + eY * eY + eZ * eZ;
  if (ee === 0) {
    enterCorner(c, vertices, vertex, end);
    return;
  }
  let along = eX * x + eY * y + eZ * z;
  const share = along / ee;
  const wX = x - share * eX;
  const wY = y - share * eY;
  const wZ = z - share * eZ;
  const ww = wX * wX + wY * wY + wZ * wZ;
  const wm = wX * mX + wY * mY + wZ * mZ;
  const isInCylinder = ww <= (radius + slack) * (radius + slack);
  if (!isInCylinder && (nn === 0 || wm >= 0)) return;
  // A centre in the cylinder is there from 0. If it is beyond an end of the edge, it can only come to this end.
  let s = 0.0;
  let beyond = slack * length;
  if (!isInCylinder) {
    const square = radius * radius * nn;
    const rest = square - across * across;
    if (!(rest > 0)) {
      const reach = radius + slack;
      c.doubt((ww - reach * reach) / (Math.sqrt((reach * reach * nn - across * across) / ee) - wm));
      return;
    }
    s = (ww - radius * radius) / (Math.sqrt(rest / ee) - wm);
    // The ball touches no part of the edge before it is in the cylinder.
    if (s > c.s) return;
    along += s * (mX * eX + mY * eY + mZ * eZ);
    // Rounding moves the place at which the centre enters the cylinder the farther, the nearer the motion is to parallel, and the nearer
    // its line is to a tangent.
    const sizes = c.wayLength * length;
    beyond *= ((sizes * sizes) / nn) * Math.sqrt(square / rest);
  }
  if (along < -beyond) enterCorner(c, vertices, vertex, end);
  else if (along > ee + beyond) enterCorner(c, vertices, toVertex, toEnd);
  else if (isInCylinder && wm >= 0) c.doubt(0);
  else c.take(s, AT_EDGE, vertex, end, e, 0);
}

/** Takes a corner if the ball touches it before all others. */
export function enterCorner(c: MovingCapsule, vertices: Numbers, vertex: Index, end: Index): void {
  const way = c.way;
  const ends = c.ends;
  const radius = c.radius;
  const mX = way[0];
  const mY = way[1];
  const mZ = way[2];
  const x = ends[3 * end] - vertices[3 * vertex];
  const y = ends[3 * end + 1] - vertices[3 * vertex + 1];
  const z = ends[3 * end + 2] - vertices[3 * vertex + 2];
  const nX = mY * z - mZ * y;
  const nY = mZ * x - mX * z;
  const nZ = mX * y - mY * x;
  const nn = nX * nX + nY * nY + nZ * nZ;
  const mm = mX * mX + mY * mY + mZ * mZ;
  // Twice the slack of an edge, so that a centre that is hardly in the cylinder of an edge does not miss its end.
  const reach = radius + 2 * c.slack;
  if (nn > reach * reach * mm) return;
  const xx = x * x + y * y + z * z;
  const xm = x * mX + y * mY + z * mZ;
  const rest = radius * radius * mm - nn;
  if (xm >= 0) {
    if (!(xx > reach * reach)) c.doubt(0);
  } else if (!(rest > 0)) c.doubt((xx - reach * reach) / (Math.sqrt(reach * reach * mm - nn) - xm));
  else {
    const square = xx - radius * radius;
    c.take(square > 0 ? square / (Math.sqrt(rest) - xm) : 0.0, AT_CORNER, vertex, end, 0, 0);
  }
}
