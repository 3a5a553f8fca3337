/** A triangle that a ray meets: the caller's number of it, its place in its mesh, and where it is met. */
export interface TriangleMet {
  triangle: number;
  place: number;
  /** The point is `(1 - u - v)·a + u·b + v·c`. */
  u: number;
  v: number;
  /** Whether its front is met. */
  front: boolean;
}

/** In place of a triangle's number, if a box is met. */
export const NO_TRIANGLE = -1;

export function createTriangleMet(): TriangleMet {
  return { triangle: NO_TRIANGLE, place: 0, u: 0, v: 0, front: true };
}

export function copyMet(from: TriangleMet, to: TriangleMet): void {
  to.triangle = from.triangle;
  to.place = from.place;
  to.u = from.u;
  to.v = from.v;
  to.front = from.front;
}
