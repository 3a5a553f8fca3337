import type { MeshLinks } from './meshLinks';

/** Receives the boxes that a ray hits, and the triangles of instances. */
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

/** Visits candidates along a ray, among them the triangles of linked boxes. */
export interface CandidateVisitor extends RayVisitor {
  /** The links from boxes to meshes. Null for none. A walk that cannot follow links calls {@link visit} for linked boxes. */
  readonly links: MeshLinks | null;
  /** Whether the lists of {@link visitTriangles} go on after a certain hit. */
  readonly listsAll: boolean;
  /**
   * Called for a linked box whose mesh has not been verified since the last `invalidate` of the links. Verifies the mesh, or
   * links the box to another one, or returns false: then {@link visit} is called for the box.
   */
  renewLink(id: number): boolean;
  /**
   * Called for a linked box with triangles of its mesh that the ray may hit. Triangles that may be hit up to `bound` are
   * all there.
   *
   * @param triangles the numbers of the triangles, from `first` on. Valid until the next query.
   * @returns the largest t that still matters: see {@link visit}.
   */
  visitTriangles(id: number, triangles: Float64Array, first: number, count: number, bound: number): number;
}

/** A triangle that a ray hits: the caller's number of it, its place in its mesh, and where the ray hits it. */
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
