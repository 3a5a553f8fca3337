/**
 * Where a moving ball touches a face, an edge or a corner: the s from 0 at which its centre has moved by s·way. This is a ray against a
 * plane, a cylinder or a sphere (Ericson, "Real-Time Collision Detection", 2005, 5.3.2, 5.3.7 and 5.5.6).
 *
 * An s may be wrong by rounding, and the caller measures the gap there. {@link MISSED} and {@link APART} are certain. Every coordinate is
 * off by at most a few units in the last place of the largest number, and `slack` is at least 2^7 times as much:
 * - A feature is missed if the centre does not come as close as `radius + slack`.
 * - Neighbouring features overlap by `slack`: a point that is hardly beside a face counts as on it, and a point that is hardly beyond the
 *   end of an edge counts as on it. Where a small angle amplifies rounding, it amplifies the tolerance, too.
 * - If a line passes an edge or a corner farther away than the radius, but by less than `slack`, the result is {@link UNSURE}.
 *
 * With c the square of the distance minus the square of the radius, b < 0 half the derivative of this, and d a quarter of the
 * discriminant, the root is c / (√d - b), in which nothing cancels. The distance of the lines gives d, which is more accurate than
 * b² - ac (Haines and others, "Precision Improvements for Ray/Sphere Intersection", in "Ray Tracing Gems", 2019).
 */

/** The ball never touches the feature. It may touch another one. */
export const MISSED = Infinity;
/** The ball never touches the shape: the plane of a face parts them until the end of the motion. */
export const APART = -1;
/** Rounding may decide. This is later than each s, because the touch of another feature is certain. */
export const UNSURE = Number.MAX_VALUE;

/** A ball on its way. A call with all these numbers would be slow, because numbers that are not inlined are allocated. */
export class MovingBall {
  /** The centre, relative to vertex 0 of the other shape. */
  x = NaN;
  y = NaN;
  z = NaN;
  way: Float64Array = new Float64Array(3);
  radius = NaN;
  /** A length, far more than the rounding of all coordinates. */
  slack = NaN;
  /** The last s that matters. */
  last = NaN;
}

/** An edge: where it starts, x y z, relative to vertex 0, and the way to its end. */
export type Edge = Float64Array;

/**
 * By how many tolerances a plane must part the shapes at the end of the motion, so that it counts. Where this file is unsure, the
 * iteration of sweepOf.ts may stop early, at a gap of up to 2^-28 of the size. It then finds the same hits up to any `tMax`.
 */
const LATE = 2 ** 23;

/**
 * Returns where a ball touches a triangle (0, u, v), or the face of a parallelepiped (u, v, w) that is across u × v and against the
 * motion. A triangle has a w of -1: it is a parallelepiped without thickness.
 *
 * The normal N = u × v is off by the rounding of |u||v|, which is at most (uu + vv) / 2, however small N is. All tolerances are
 * measured by that, so they grow as the face becomes thin.
 *
 * @param spans the vectors u, v and w begin at these indices.
 */
export function enterFace(ball: MovingBall, spans: Float64Array, u: number, v: number, w: number): number {
  const { way } = ball;
  const uX = spans[u];
  const uY = spans[u + 1];
  const uZ = spans[u + 2];
  const vX = spans[v];
  const vY = spans[v + 1];
  const vZ = spans[v + 2];
  const nX = uY * vZ - uZ * vY;
  const nY = uZ * vX - uX * vZ;
  const nZ = uX * vY - uY * vX;
  const square = nX * nX + nY * nY + nZ * nZ;
  if (!(square > 0)) return MISSED;
  const speed = nX * way[0] + nY * way[1] + nZ * way[2];
  const side = speed > 0 ? -1 : 1;
  const isBox = w >= 0;
  const thickness = isBox ? side * (nX * spans[w] + nY * spans[w + 1] + nZ * spans[w + 2]) : 0;
  const isAtW = thickness > 0;
  const along = side * (nX * ball.x + nY * ball.y + nZ * ball.z);
  const reach = ball.radius * Math.sqrt(square);
  const squares = uX * uX + uY * uY + uZ * uZ + (vX * vX + vY * vY + vZ * vZ);
  const tolerance = ball.slack * squares;
  if (along < (isAtW ? 0 : thickness) - reach - tolerance) return APART;
  const height = along - (isAtW ? thickness : 0) - reach;
  if (height < -tolerance) return MISSED;
  if (speed === 0) return height > tolerance ? APART : MISSED;
  const approach = -side * speed;
  if (height - LATE * tolerance > approach * ball.last) return APART;
  const s = height > 0 ? height / approach : 0;
  let x = ball.x + s * way[0];
  let y = ball.y + s * way[1];
  let z = ball.z + s * way[2];
  if (isAtW) {
    x -= spans[w];
    y -= spans[w + 1];
    z -= spans[w + 2];
  }
  // The shares of u and v in the point of the plane below the centre, times |N|².
  const shareU = nX * (y * vZ - z * vY) + nY * (z * vX - x * vZ) + nZ * (x * vY - y * vX);
  const shareV = nX * (uY * z - uZ * y) + nY * (uZ * x - uX * z) + nZ * (uX * y - uY * x);
  const beside = tolerance * Math.sqrt(squares);
  if (shareU < -beside || shareV < -beside) return MISSED;
  if (!isBox) return shareU + shareV > square + beside ? MISSED : s;
  return shareU > square + beside || shareV > square + beside ? MISSED : s;
}

/** Returns where a ball touches an edge or one of its ends. */
export function enterEdge(ball: MovingBall, edge: Edge): number {
  const { way, radius, slack } = ball;
  const mX = way[0];
  const mY = way[1];
  const mZ = way[2];
  const eX = edge[3];
  const eY = edge[4];
  const eZ = edge[5];
  const x = ball.x - edge[0];
  const y = ball.y - edge[1];
  const z = ball.z - edge[2];
  const nX = mY * eZ - mZ * eY;
  const nY = mZ * eX - mX * eZ;
  const nZ = mX * eY - mY * eX;
  const mm = mX * mX + mY * mY + mZ * mZ;
  const ee = eX * eX + eY * eY + eZ * eZ;
  const nn = nX * nX + nY * nY + nZ * nZ;
  // The lines pass each other at the distance |across| / |n|. The rounding of `across` is measured by |m||e|, however small n is.
  const across = nX * x + nY * y + nZ * z;
  const limit = radius * Math.sqrt(nn) + slack * Math.sqrt(mm * ee);
  if (across > limit || across < -limit) return MISSED;
  if (ee === 0) return enterCorner(ball, edge, 0);
  const start = eX * x + eY * y + eZ * z;
  const share = start / ee;
  const wX = x - share * eX;
  const wY = y - share * eY;
  const wZ = z - share * eZ;
  const ww = wX * wX + wY * wY + wZ * wZ;
  const wm = wX * mX + wY * mY + wZ * mZ;
  const isInCylinder = ww <= (radius + slack) * (radius + slack);
  if (!isInCylinder && (nn === 0 || wm >= 0)) return MISSED;
  // A centre in the cylinder is there from 0. If it is beyond an end of the edge, it can only come to this end.
  let s = 0;
  let end = start;
  let beyond = slack * Math.sqrt(ee);
  if (!isInCylinder) {
    const square = radius * radius * nn;
    const rest = square - across * across;
    if (!(rest >= 0)) return UNSURE;
    s = (ww - radius * radius) / (Math.sqrt(rest / ee) - wm);
    end += s * (mX * eX + mY * eY + mZ * eZ);
    // Rounding moves the place at which the centre enters the cylinder the farther, the nearer the motion is to parallel, and the nearer
    // its line is to a tangent.
    beyond *= ((mm * ee) / nn) * Math.sqrt(square / rest);
  }
  if (end < -beyond) return enterCorner(ball, edge, 0);
  if (end > ee + beyond) return enterCorner(ball, edge, 1);
  return isInCylinder && wm >= 0 ? UNSURE : s;
}

/** Returns where a ball touches the start (0) or the end (1) of an edge. */
function enterCorner(ball: MovingBall, edge: Edge, end: 0 | 1): number {
  const { way, radius } = ball;
  const mX = way[0];
  const mY = way[1];
  const mZ = way[2];
  const x = ball.x - edge[0] - end * edge[3];
  const y = ball.y - edge[1] - end * edge[4];
  const z = ball.z - edge[2] - end * edge[5];
  const nX = mY * z - mZ * y;
  const nY = mZ * x - mX * z;
  const nZ = mX * y - mY * x;
  const nn = nX * nX + nY * nY + nZ * nZ;
  const mm = mX * mX + mY * mY + mZ * mZ;
  // Twice the slack of an edge, so that a centre that is hardly in the cylinder of an edge does not miss its end.
  const reach = radius + 2 * ball.slack;
  if (nn > reach * reach * mm) return MISSED;
  const xx = x * x + y * y + z * z;
  const xm = x * mX + y * mY + z * mZ;
  if (xm >= 0) return xx > reach * reach ? MISSED : UNSURE;
  const rest = radius * radius * mm - nn;
  if (!(rest >= 0)) return UNSURE;
  const c = xx - radius * radius;
  return c > 0 ? c / (Math.sqrt(rest) - xm) : 0;
}
