/**
 * On which side of the line from a to b a point is: positive on the left, 0 on the line. It is twice the area of the triangle of
 * the three, computed in float64.
 */
export function turn(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

/**
 * The corners of the convex hull of points, counterclockwise (Andrew, "Another efficient algorithm for convex hulls in two
 * dimensions", 1979): where each begins. If all points are on a line, these are its two ends, or one if all are equal.
 *
 * @param points `stride` numbers each, of which those at `u` and `v` count.
 */
export function convexHull(points: readonly number[], stride = 2, u = 0, v = 1): number[] {
  const order: number[] = [];
  for (let at = 0; at < points.length; at += stride) order.push(at);
  order.sort((a, b) => points[a + u] - points[b + u] || points[a + v] - points[b + v]);
  const hull: number[] = [];
  // The lower side from left to right, then the upper side back. The last corner of each side is the first of the other.
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

/** Whether the way from a by b to c turns left at b. If a is b, whether c is another point. */
function isCorner(p: readonly number[], u: number, v: number, a: number, b: number, c: number): boolean {
  if (a === b) return p[b + u] !== p[c + u] || p[b + v] !== p[c + v];
  return turn(p[a + u], p[a + v], p[b + u], p[b + v], p[c + u], p[c + v]) > 0;
}
