import type { ConvexShape } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';
import { SHALLOW_DEPTH } from '../tolerances';

/**
 * The contact of two axis-aligned boxes, axis by axis. Along an axis, the boxes are apart, or they have an interval in common, in which
 * the point of the contact is. Ties are decided as by witnessPoints.ts and leastWayOut.ts.
 */

/**
 * Returns the depth of the contact of two cores, which is the negative of the distance of boxes that are apart. Writes the point on b, and
 * the direction out of b there.
 */
export function aabbContact(a: ConvexShape, b: ConvexShape, size: number, contact: Numbers): number {
  const p = a.bounds;
  const q = b.bounds;
  const distance = writeGap(p, q, contact);
  let depth = -distance;
  if (distance > 0) for (let k = 3; k < 6; k++) contact[k] /= distance;
  else depth = writeWayOut(p, q, b.spans, contact);
  for (let k = 0; k < 3; k++) {
    const normal = contact[3 + k];
    if (normal !== 0) contact[k] = normal > 0 ? q[3 + k] : q[k];
    // The first of the deepest vertices has the least coordinates.
    else contact[k] = Math.min(Math.max(p[k], q[k]), q[3 + k]);
  }
  if (depth <= SHALLOW_DEPTH * size) writeCommon(p, q, contact);
  return depth;
}

/** Writes the way from b to a in the place of the normal. It is 0 along axes on which the boxes have points in common. Returns its length. */
function writeGap(p: Numbers, q: Numbers, contact: Numbers): number {
  for (let k = 0; k < 3; k++) contact[3 + k] = Math.max(p[k] - q[3 + k], 0.0) - Math.max(q[k] - p[3 + k], 0.0);
  const square = squareOfWay(contact);
  if (square > 1e-200) return Math.sqrt(square);
  // Scaling by a power of two keeps the square from underflowing, and rounds nothing.
  const scale = 2 ** 600;
  for (let k = 3; k < 6; k++) contact[k] *= scale;
  const length = Math.sqrt(squareOfWay(contact));
  for (let k = 3; k < 6; k++) contact[k] /= scale;
  return length / scale;
}

function squareOfWay(contact: Numbers): number {
  return contact[3] * contact[3] + contact[4] * contact[4] + contact[5] * contact[5];
}

/** Writes the direction of the least way out of two boxes that overlap or touch, and returns its length. */
function writeWayOut(p: Numbers, q: Numbers, spans: Numbers, contact: Numbers): number {
  let axis: Index = -1;
  let sign = 1.0;
  let depth = Infinity;
  // The faces of b come first. A flat box has no faces across some of the axes.
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < 3; k++) {
      const hasFace = spans[4 * ((k + 1) % 3)] !== 0 && spans[4 * ((k + 2) % 3)] !== 0;
      if (hasFace !== (pass === 0)) continue;
      const up = q[3 + k] - p[k];
      const down = p[3 + k] - q[k];
      const least = Math.min(up, down);
      if (!(least < depth)) continue;
      depth = least;
      axis = k;
      // Of equal ways along y, the one down is first: it is along the cross product of the edges along x and z.
      sign = up < down || (up === down && k !== 1) ? 1.0 : -1.0;
    }
  }
  for (let k = 0; k < 3; k++) contact[3 + k] = k === axis ? sign : 0.0;
  return depth;
}

/**
 * Writes the coordinates of the point on the axes across the normal: those of a vertex of a, if one is above b, or else of a vertex of b,
 * or else of two edges that cross.
 */
function writeCommon(p: Numbers, q: Numbers, contact: Numbers): void {
  let isVertexOfA = true;
  let isVertexOfB = true;
  for (let k = 0; k < 3; k++) {
    if (contact[3 + k] !== 0) continue;
    if (p[k] < q[k] && p[3 + k] > q[3 + k]) isVertexOfA = false;
    if (q[k] < p[k] && q[3 + k] > p[3 + k]) isVertexOfB = false;
  }
  for (let k = 0; k < 3; k++) {
    if (contact[3 + k] !== 0) continue;
    const isOnA = isVertexOfA || (!isVertexOfB && !(p[k] < q[k] && p[3 + k] > q[3 + k]));
    if (isOnA) contact[k] = p[k] >= q[k] ? p[k] : p[3 + k];
    else contact[k] = q[k] >= p[k] ? q[k] : q[3 + k];
  }
}
