import type { TriangleMet } from './triangleMet';

/** Receives the boxes that a ray hits, and the triangles of instances. */
export interface RayVisitor {
  /** Whether, of boxes that are the same, the one with the smallest id is enough. */
  readonly isFirstEnough: boolean;
  /**
   * Called for a box that the ray hits at `t`, or for a triangle of an instance.
   *
   * @param met the triangle, until the next call. Null for a box.
   * @returns the largest t that still matters. Boxes that the ray enters later need not be visited. -Infinity ends the
   *   walk.
   */
  visit(id: number, t: number, met: TriangleMet | null): number;
}
