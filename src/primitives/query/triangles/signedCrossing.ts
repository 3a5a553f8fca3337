import type { Index, Numbers } from '../../flat/numbers';
import { Reusable } from '../../reusable';
import { readTriangle, type Triangle, TRIANGLE_STRIDE } from '../../shapes/triangle';
import { readVec3, type Vec3 } from '../../shapes/vec3';
import { orientation2d, orientation3d } from '../orientation';
import { TrianglesOverlap } from './trianglesOverlap';

const triangles = /* @__PURE__ */ new Reusable(() => new Float64Array(TRIANGLE_STRIDE));

/**
 * Returns how a ray from a point along +x crosses a triangle: 1 out of its front, -1 into its front, 0 if it does not, and NaN if the
 * point is on the triangle.
 *
 * The sum over all triangles of a closed mesh is its winding number around the point: 0 outside, 1 inside, more where the mesh overlaps
 * itself, negative where it is inside out, and NaN on its surface. So a point is inside or on the surface if the sum is not 0. This is
 * what {@link BoxScene.contains} finds.
 *
 * Nothing is rounded. A ray through an edge or a corner crosses one of the triangles there that continue one another: it counts as if it
 * ran beside them, farther along z by next to nothing, and along y by far less.
 *
 * @throws TypeError or RangeError if the triangle or the point is not valid.
 *
 * @example
 * ```ts
 * const wall = { a: { x: 4, y: 0, z: 0 }, b: { x: 4, y: 2, z: 0 }, c: { x: 4, y: 0, z: 2 } }; // its front looks along +x
 * signedCrossing(wall, { x: 1, y: 0.5, z: 0.5 }); // → 1
 * signedCrossing(wall, { x: 9, y: 0.5, z: 0.5 }); // → 0
 * signedCrossing(wall, { x: 4, y: 0.5, z: 0.5 }); // → NaN
 * ```
 */
export function signedCrossing(triangle: Triangle, point: Vec3): number {
  const corners = triangles.take();
  readTriangle('triangle', triangle, corners);
  const { x, y, z } = readVec3('point', point);
  const crossing = crossingOf(corners, 0, x, y, z);
  triangles.giveBack(corners);
  return crossing;
}

/** The corners of a triangle and a point, and the point as a triangle without extent. */
const points = /* @__PURE__ */ new Float64Array(12);
const pointThrice = /* @__PURE__ */ new Float64Array(9);
const overlap = /* @__PURE__ */ new TrianglesOverlap();

/**
 * Returns the {@link signedCrossing} of a triangle and a point.
 *
 * Seen along x, with y and z as the axes of a plane, the triangle goes round the point as often as its edges pass the point on the side
 * of +y, upward less downward. A triangle that goes round it counter-clockwise looks along +x.
 *
 * @param p the corners, nine numbers from `at` on.
 */
export function crossingOf(p: Numbers, at: Index, x: number, y: number, z: number): number {
  const turns = passing(p, at, at + 3, y, z) + passing(p, at + 3, at + 6, y, z) + passing(p, at + 6, at, y, z);
  if (turns === 0 && !(isBetween(p, at, x) && isBetween(p, at + 1, y) && isBetween(p, at + 2, z))) return 0;
  for (let i = 0; i < 9; i++) points[i] = p[at + i];
  if (turns === 0) return isOnTriangle(x, y, z) ? NaN : 0;
  points[9] = x;
  points[10] = y;
  points[11] = z;
  const side = orientation3d(points, 0, 3, 6, 9);
  if (side === 0) return NaN;
  return side > 0 === turns > 0 ? turns : 0;
}

/** Returns 1 if an edge passes a point upward on the side of +y, -1 if downward, and 0 if it does not. A corner as high as the point is below. */
function passing(p: Numbers, from: Index, to: Index, y: number, z: number): number {
  const isUpward = p[to + 2] > z;
  if (p[from + 2] > z === isUpward) return 0;
  const side = orientation2d(p[from + 1], p[from + 2], p[to + 1], p[to + 2], y, z);
  if (isUpward) return side > 0 ? 1 : 0;
  return side < 0 ? -1 : 0;
}

/** Whether a point is on the triangle in {@link points}. */
function isOnTriangle(x: number, y: number, z: number): boolean {
  for (let i = 0; i < 9; i += 3) {
    pointThrice[i] = x;
    pointThrice[i + 1] = y;
    pointThrice[i + 2] = z;
  }
  return overlap.test(pointThrice, points);
}

/** Whether a coordinate is within those of three corners. */
function isBetween(p: Numbers, at: Index, value: number): boolean {
  const a = p[at];
  const b = p[at + 3];
  const c = p[at + 6];
  return (a <= value || b <= value || c <= value) && (a >= value || b >= value || c >= value);
}
