import type { ConvexShape } from '../../flat/convexShape';
import { approach } from '../../flat/motion';
import type { Numbers } from '../../flat/numbers';
import { AT_EDGE, IN_TRIANGLE, type MovingCapsule } from './movingCapsule';
import { clampShare } from '../shares';
import { TOUCH_GAP } from '../tolerances';

/**
 * Returns the t at which a capsule touches the feature that it has entered first, or NaN where rounding decides. Writes the point and
 * the normal of the contact.
 *
 * The gap between the moved capsule and the feature is measured at t. If it is not within {@link TOUCH_GAP} of the numbers involved, the
 * feature is touched at another t, and another feature may be touched before. The gap is negative where the capsule is behind a plane of
 * the feature. So this is no more than the gap of the shapes, and a point of the feature shows that the gap of the shapes is no larger.
 *
 * @param entry the t at which the search began. No t is before it.
 * @param largest the largest of the numbers involved.
 * @param most how far the capsule may be from a point of the feature at t.
 */
export function touchFeature(
  c: MovingCapsule,
  a: ConvexShape,
  b: ConvexShape,
  entry: number,
  largest: number,
  most: number,
  contact: Numbers,
): number {
  const t = entry + c.s;
  const gap =
    c.kind <= AT_EDGE
      ? measureEdge(c, a.vertices, b.vertices, t, contact)
      : measureFace(c, a.vertices, b.vertices, t, contact);
  const isTouching = Math.abs(gap) <= TOUCH_GAP * largest && c.pointGap <= most;
  if (!(isTouching && approach(c.way, contact) > 0)) return NaN;
  for (let k = 0; k < 3; k++) contact[k] += b.vertices[3 * c.vertex + k] + contact[3 + k] * b.radius;
  return t;
}

/**
 * Returns the gap between a capsule and the plane of a face. Writes the normal, and the closest point of the core relative to the vertex,
 * to the contact, and the {@link MovingCapsule.pointGap}.
 */
function measureFace(c: MovingCapsule, a: Numbers, b: Numbers, t: number, contact: Numbers): number {
  const spans = c.spans;
  const way = c.way;
  const from = 3 * c.end;
  const to = 3 * c.vertex;
  const u = 3 * c.u;
  const v = 3 * c.v;
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
  const size = Math.sqrt(square);
  const x = a[from] + t * way[0] - b[to];
  const y = a[from + 1] + t * way[1] - b[to + 1];
  const z = a[from + 2] + t * way[2] - b[to + 2];
  // The shares of u and v in the closest point of the face.
  let shareU = (nX * (y * vZ - z * vY) + nY * (z * vX - x * vZ) + nZ * (x * vY - y * vX)) / square;
  let shareV = (nX * (uY * z - uZ * y) + nY * (uZ * x - uX * z) + nZ * (uX * y - uY * x)) / square;
  shareU = clampShare(shareU, 1.0);
  shareV = clampShare(shareV, 1.0);
  if (c.kind === IN_TRIANGLE && shareU + shareV > 1) {
    const sum = shareU + shareV;
    shareU /= sum;
    shareV /= sum;
  }
  const away = nX * way[0] + nY * way[1] + nZ * way[2] > 0 ? -size : size;
  const normalX = nX / away;
  const normalY = nY / away;
  const normalZ = nZ / away;
  const pX = shareU * uX + shareV * vX;
  const pY = shareU * uY + shareV * vY;
  const pZ = shareU * uZ + shareV * vZ;
  const dX = x - pX;
  const dY = y - pY;
  const dZ = z - pZ;
  c.pointGap = Math.sqrt(dX * dX + dY * dY + dZ * dZ) - c.radius;
  // A point of the sum that is along the segment is the vertex, or the point of the edge, of the core.
  const isAlong = c.v === c.segment;
  contact[0] = isAlong ? shareU * uX : pX;
  contact[1] = isAlong ? shareU * uY : pY;
  contact[2] = isAlong ? shareU * uZ : pZ;
  contact[3] = normalX;
  contact[4] = normalY;
  contact[5] = normalZ;
  return normalX * x + normalY * y + normalZ * z - c.radius;
}

/** Does {@link measureFace} for an edge or a corner. */
function measureEdge(c: MovingCapsule, a: Numbers, b: Numbers, t: number, contact: Numbers): number {
  const spans = c.spans;
  const way = c.way;
  const from = 3 * c.end;
  const to = 3 * c.vertex;
  const e = 3 * c.u;
  let x = a[from] + t * way[0] - b[to];
  let y = a[from + 1] + t * way[1] - b[to + 1];
  let z = a[from + 2] + t * way[2] - b[to + 2];
  let share = 0.0;
  if (c.kind === AT_EDGE) {
    const eX = spans[e];
    const eY = spans[e + 1];
    const eZ = spans[e + 2];
    share = clampShare((x * eX + y * eY + z * eZ) / (eX * eX + eY * eY + eZ * eZ), 1.0);
    x -= share * eX;
    y -= share * eY;
    z -= share * eZ;
  }
  const distance = Math.sqrt(x * x + y * y + z * z);
  const isOnCore = c.kind === AT_EDGE && c.u !== c.segment;
  for (let k = 0; k < 3; k++) contact[k] = isOnCore ? share * spans[e + k] : 0.0;
  contact[3] = x / distance;
  contact[4] = y / distance;
  contact[5] = z / distance;
  c.pointGap = distance - c.radius;
  return c.pointGap;
}
