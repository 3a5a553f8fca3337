import { CENTER, EDGES, HALF_EDGES, NORMALS, OFFSET, SIZES } from '../../flat/frameLayout';
import type { Index, Numbers } from '../../flat/numbers';
import { dot } from '../../shapes/vec3';

/**
 * Separating axes of triangles (Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001). As for two boxes (see
 * separatingAxes.ts), any vector n is valid as an axis, only the projection onto n can be inexact, and the tolerance
 * makes the tests err towards an overlap: they never separate shapes that overlap in exact arithmetic.
 *
 * All points are moved first, near 0. With u = 2^-53, S on each world axis a size that each case defines, and |n|·S the
 * sum over the axes:
 * - Two triangles: S is the largest moved coordinate. Moving a corner is off by uS, its product with n adds 3u|n|·S. The
 *   gap between two such projections is off by 8u|n|·S, and 2u|n|·S for the difference.
 * - A triangle and a box: S is the largest coordinate of a corner, plus the box's SIZES. Moving a corner is off by 6uS
 *   and its product with n by 3u|n|·S, exactly as for the distance of two centres. The radius of the box has the error
 *   derived in separatingAxes.ts.
 * - The tolerance is 16u|n|·S in both cases, and a little for underflow.
 *
 * Numbers that overflow separate nothing.
 */
const ROUNDING = 2 ** -49;
const UNDERFLOW = 2 ** -1000;

/** The exact tests of a triangle and another triangle or a box, and their working space. */
export class TriangleAxes {
  /** The corners of both triangles after the move near the origin, 9 numbers for each triangle. */
  private readonly corners: Numbers = new Float64Array(18);
  /** The edges of both triangles, from a to b, b to c and c to a. Their lengths are scaled and have no meaning. */
  private readonly edges: Numbers = new Float64Array(18);
  /** The normals of both triangles, of any length. */
  private readonly normals: Numbers = new Float64Array(6);
  /** The vector from corner a of the first triangle to corner a of the second. */
  private readonly way: Numbers = new Float64Array(3);
  /** A separating axis to test, computed as the cross product of two vectors. */
  private readonly axis: Numbers = new Float64Array(3);
  private readonly tolerances: Numbers = new Float64Array(3);
  /** The smallest and the largest number of a triangle's projection onto an axis. */
  private least: number = NaN;
  private most: number = NaN;

  /**
   * Returns whether two triangles, 9 numbers each, have a point in common. The order of the triangles only changes the
   * sign of some axes.
   *
   * The axes for two triangles with area are the normals and the cross products of two edges. For triangles in one plane,
   * the axes are the normals of edges in that plane. A line or a point has no normal and needs more axes: along an edge,
   * from one triangle to the other, and across an edge towards the other triangle.
   */
  trianglesOverlap(a: Numbers, b: Numbers): boolean {
    const corners = this.corners;
    const edges = this.edges;
    const normals = this.normals;
    const way = this.way;
    const axis = this.axis;
    for (let k = 0; k < 3; k++) {
      const minA = Math.min(a[k], a[k + 3], a[k + 6]);
      const maxA = Math.max(a[k], a[k + 3], a[k + 6]);
      const minB = Math.min(b[k], b[k + 3], b[k + 6]);
      const maxB = Math.max(b[k], b[k + 3], b[k + 6]);
      if (minA > maxB || minB > maxA) return false;
      const min = Math.min(minA, minB);
      const max = Math.max(maxA, maxB);
      const middle = min / 2 + max / 2;
      for (let i = k; i < 9; i += 3) {
        corners[i] = a[i] - middle;
        corners[9 + i] = b[i] - middle;
      }
      this.tolerances[k] = Math.max(Math.abs(min - middle), Math.abs(max - middle)) * ROUNDING + UNDERFLOW;
      way[k] = corners[9 + k] - corners[k];
    }
    this.writeEdges(0, 0);
    this.writeEdges(9, 3);
    scaleToOne(way, 0, 3);
    if (this.areApart(normals, 0) || this.areApart(normals, 3) || this.areApart(way, 0)) return false;
    for (let i = 0; i < 9; i += 3) {
      for (let j = 9; j < 18; j += 3) {
        writeCross(edges, i, edges, j, axis, 0);
        if (this.areApart(axis, 0)) return false;
      }
    }
    for (let i = 0; i < 18; i += 3) {
      if (this.areApart(edges, i)) return false;
      writeCross(normals, i < 9 ? 0 : 3, edges, i, axis, 0);
      if (this.areApart(axis, 0)) return false;
      writeCross(edges, i, way, 0, axis, 0);
      writeCross(axis, 0, edges, i, axis, 0);
      if (this.areApart(axis, 0)) return false;
    }
    return true;
  }

  /** Returns whether the two triangles in `corners` are apart along the axis that begins at `n[at]`. */
  private areApart(n: Numbers, at: Index): boolean {
    const x = n[at];
    const y = n[at + 1];
    const z = n[at + 2];
    this.project(0, x, y, z);
    const leastA = this.least;
    const mostA = this.most;
    this.project(9, x, y, z);
    const gap = Math.max(this.least - mostA, leastA - this.most);
    return gap > this.toleranceAlong(x, y, z) && gap < Infinity;
  }

  /**
   * Returns whether a triangle, 9 numbers, has a point in common with a box, given the box's frame. Only the bounds are
   * compared along the world axes, as for two boxes. The other axes are the normals of the box and of the triangle, and
   * the cross products of an edge of each. These axes are enough for a line or a point, too.
   */
  triangleOverlapsFrame(a: Numbers, frame: Numbers): boolean {
    const corners = this.corners;
    const edges = this.edges;
    const normals = this.normals;
    const axis = this.axis;
    for (let k = 0; k < 3; k++) {
      const min = Math.min(a[k], a[k + 3], a[k + 6]);
      const max = Math.max(a[k], a[k + 3], a[k + 6]);
      if (min > frame[k + 3] || frame[k] > max) return false;
      for (let i = k; i < 9; i += 3) corners[i] = a[i] - frame[CENTER + k] - frame[OFFSET + k];
      this.tolerances[k] = (Math.max(Math.abs(min), Math.abs(max)) + frame[SIZES + k]) * ROUNDING + UNDERFLOW;
    }
    this.writeEdges(0, 0);
    if (this.isBeyond(frame, normals, 0)) return false;
    for (let i = NORMALS; i < NORMALS + 9; i += 3) if (this.isBeyond(frame, frame, i)) return false;
    for (let i = 0; i < 9; i += 3) {
      for (let j = EDGES; j < EDGES + 9; j += 3) {
        writeCross(edges, i, frame, j, axis, 0);
        if (this.isBeyond(frame, axis, 0)) return false;
      }
    }
    return true;
  }

  /** Returns whether the triangle in `corners` and a box are apart along an axis, given the box's frame. */
  private isBeyond(frame: Numbers, n: Numbers, at: Index): boolean {
    const x = n[at];
    const y = n[at + 1];
    const z = n[at + 2];
    this.project(0, x, y, z);
    const radius =
      Math.abs(dot(x, y, z, frame[HALF_EDGES], frame[HALF_EDGES + 1], frame[HALF_EDGES + 2])) +
      Math.abs(dot(x, y, z, frame[HALF_EDGES + 3], frame[HALF_EDGES + 4], frame[HALF_EDGES + 5])) +
      Math.abs(dot(x, y, z, frame[HALF_EDGES + 6], frame[HALF_EDGES + 7], frame[HALF_EDGES + 8]));
    const distance = Math.max(this.least, -this.most);
    return distance > radius + this.toleranceAlong(x, y, z) && distance < Infinity;
  }

  /** Projects the triangle whose corners begin at `at` onto the axis (x, y, z). Sets `least` and `most`. */
  private project(at: Index, x: number, y: number, z: number): void {
    const corners = this.corners;
    const a = dot(x, y, z, corners[at], corners[at + 1], corners[at + 2]);
    const b = dot(x, y, z, corners[at + 3], corners[at + 4], corners[at + 5]);
    const c = dot(x, y, z, corners[at + 6], corners[at + 7], corners[at + 8]);
    this.least = Math.min(a, Math.min(b, c));
    this.most = Math.max(a, Math.max(b, c));
  }

  private toleranceAlong(x: number, y: number, z: number): number {
    const tolerances = this.tolerances;
    return dot(Math.abs(x), Math.abs(y), Math.abs(z), tolerances[0], tolerances[1], tolerances[2]) + UNDERFLOW;
  }

  /** Writes the edges and the normal of the triangle whose corners begin at `at`. */
  private writeEdges(at: Index, normal: Index): void {
    const corners = this.corners;
    const edges = this.edges;
    for (let k = at; k < at + 3; k++) {
      edges[k] = corners[k + 3] - corners[k];
      edges[k + 3] = corners[k + 6] - corners[k + 3];
      edges[k + 6] = corners[k] - corners[k + 6];
    }
    scaleToOne(edges, at, 9);
    writeCross(edges, at, edges, at + 3, this.normals, normal);
  }
}

/** Divides `count` numbers by the largest absolute value among them, so that no product of the numbers overflows. */
function scaleToOne(numbers: Numbers, at: number, count: number): void {
  let largest = 0;
  for (let k = at; k < at + count; k++) largest = Math.max(largest, Math.abs(numbers[k]));
  if (largest === 0) return;
  for (let k = at; k < at + count; k++) numbers[k] /= largest;
}

/** Writes the cross product of two vectors. The result may overwrite one of the vectors. */
function writeCross(a: Numbers, atA: number, b: Numbers, atB: number, out: Numbers, at: number): void {
  const x = a[atA + 1] * b[atB + 2] - a[atA + 2] * b[atB + 1];
  const y = a[atA + 2] * b[atB] - a[atA] * b[atB + 2];
  const z = a[atA] * b[atB + 1] - a[atA + 1] * b[atB];
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}
