/** Receives the hits of a ray while a walk of the tree finds them: boxes, and triangles of instances. */
export interface RayVisitor {
  /** Whether the walk may skip all of several equal boxes but the box with the smallest id. */
  readonly isFirstEnough: boolean;
  /**
   * Called for each box that the ray hits at `t`, and for each triangle of an instance that the ray hits.
   *
   * @param hitTriangle the triangle that is hit, valid until the next call. Null for a box.
   * @returns the largest t of hits that still matter. The walk may skip boxes that the ray enters later. -Infinity ends
   *   the walk.
   */
  visit(id: number, t: number, hitTriangle: HitTriangle | null): number;
}

/** A triangle that a ray hits: the caller's number of the triangle, its place in the mesh, and the point of the hit. */
export interface HitTriangle {
  triangle: number;
  place: number;
  /** The point of the hit is `(1 - u - v)·a + u·b + v·c`, with the corners a, b and c of the triangle. */
  u: number;
  v: number;
  /** Whether the ray hits the front of the triangle. */
  front: boolean;
}

/** The triangle number of a hit on a box, which has no triangles. */
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
