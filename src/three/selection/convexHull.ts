import type { Plane } from 'slabtree';
import { distanceTo } from '../math';

/**
 * Returns twice the signed area of a triangle, in float64: positive if the point (x, y) is left of the line from a to b, 0 if it
 * is on the line.
 */
export function turn(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

/**
 * Returns the corners of the convex hull of points, counterclockwise; each corner is the index of the point's first number in
 * `points` (Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979). If all points are on a line, the
 * corners are its two ends; if all points are equal, there is one corner.
 *
 * @param points `stride` numbers for each point. The hull is computed in the plane of the coordinates `u` and `v`.
 */
export function convexHull(points: readonly number[], stride = 2, u = 0, v = 1): number[] {
  const order: number[] = [];
  for (let at = 0; at < points.length; at += stride) order.push(at);
  order.sort((a, b) => points[a + u] - points[b + u] || points[a + v] - points[b + v]);
  const hull: number[] = [];
  // Each round of the loop adds one side of the hull: first the lower side from left to right, then the upper side from right to
  // left. The last corner of each side is the first corner of the other side.
  for (let side = 0; side < 2; side++) {
    const start = hull.length;
    for (const c of order) {
      while (
        hull.length > start &&
        !isCorner(points, u, v, hull[Math.max(start, hull.length - 2)], hull[hull.length - 1], c)
      ) {
        hull.pop();
      }
      hull.push(c);
    }
    if (hull.length > 1) hull.pop();
    order.reverse();
  }
  return hull;
}

/** Whether the path from point a over point b to point c turns left at b. If a is b: whether c is another point than b. */
function isCorner(p: readonly number[], u: number, v: number, a: number, b: number, c: number): boolean {
  if (a === b) return p[b + u] !== p[c + u] || p[b + v] !== p[c + v];
  return turn(p[a + u], p[a + v], p[b + u], p[b + v], p[c + u], p[c + v]) > 0;
}

/**
 * Clips a convex body, the convex hull of points, by a plane. Returns points whose convex hull is the part in front of the plane.
 * Returns `points` itself if no point is behind the plane.
 *
 * A new corner is where an edge of the body crosses the plane. It is unknown which pairs of points are edges, so all pairs are
 * intersected with the plane. The convex hull of these intersections, in the plane, has the new corners.
 *
 * @param points three numbers for each point: x, y and z.
 */
export function clipBody(points: number[], plane: Plane): number[] {
  const { length } = points;
  let at = 0;
  while (at < length && !(distanceTo(plane, points[at], points[at + 1], points[at + 2]) < 0)) at += 3;
  if (at === length) return points;
  const left: number[] = [];
  const cuts: number[] = [];
  for (let i = 0; i < length; i += 3) {
    const front = distanceTo(plane, points[i], points[i + 1], points[i + 2]);
    if (!(front >= 0)) continue;
    left.push(points[i], points[i + 1], points[i + 2]);
    for (let j = 0; j < length; j += 3) {
      const behind = distanceTo(plane, points[j], points[j + 1], points[j + 2]);
      if (!(behind < 0)) continue;
      const t = front / (front - behind);
      for (let k = 0; k < 3; k++) cuts.push(points[i + k] + t * (points[j + k] - points[i + k]));
    }
  }
  // The hull of the new corners is computed in the coordinate plane to which the clipping plane is most nearly parallel.
  const { x, y, z } = plane.normal;
  const [sizeX, sizeY, sizeZ] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const axis = sizeX >= sizeY && sizeX >= sizeZ ? 0 : sizeY >= sizeZ ? 1 : 2;
  for (const i of convexHull(cuts, 3, (axis + 1) % 3, (axis + 2) % 3)) left.push(cuts[i], cuts[i + 1], cuts[i + 2]);
  return left;
}
