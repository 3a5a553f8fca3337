/** Receives the boxes that a ray hits, and the triangles of instances. */
export interface RayVisitor {
  /** Whether only the smallest id of equal boxes needs to be visited. */
  readonly isFirstEnough: boolean;
  /**
   * Called for a box that the ray hits at `t`, or for a triangle of an instance.
   *
   * @param hitTriangle the triangle, until the next call. Null for a box.
   * @returns the largest t that still matters. Boxes that the ray enters later need not be visited. -Infinity ends the
   *   walk.
   */
  visit(id: number, t: number, hitTriangle: HitTriangle | null): number;
}

/** A triangle that a ray hits: the caller's number of it, its place in its mesh, and where the ray hits it. */
export interface HitTriangle {
  triangle: number;
  place: number;
  /** The point is `(1 - u - v)·a + u·b + v·c`. */
  u: number;
  v: number;
  /** Whether the ray hits the front of the triangle. */
  front: boolean;
}

/** In place of a triangle's number if the hit is on a box. */
export const NO_TRIANGLE = -1;

export function createHitTriangle(): HitTriangle {
  return { triangle: NO_TRIANGLE, place: 0, u: 0, v: 0, front: true };
}

export function copyHitTriangle(from: HitTriangle, to: HitTriangle): void {
  to.triangle = from.triangle;
  to.place = from.place;
  to.u = from.u;
  to.v = from.v;
  to.front = from.front;
}
