import { CENTER, EDGES, HALF_EDGES, NORMALS, OFFSET, SIZES } from '../../flat/frameLayout';
import type { Index, Numbers } from '../../flat/numbers';
import { dot } from '../../shapes/vec3';

/**
 * Separating axes of a triangle and a box (Akenine-Möller, "Fast 3D Triangle-Box Overlap Testing", 2001). As for two boxes (see
 * separatingAxes.ts), any vector n is valid as an axis, only the projection onto n can be inexact, and the tolerance
 * makes the tests err towards an overlap: they never separate shapes that overlap in exact arithmetic.
 *
 * All points are moved first, near 0. With u = 2^-53, S on each world axis the largest coordinate of a corner, plus the box's SIZES, and
 * |n|·S the sum over the axes:
 * - Moving a corner is off by 6uS and its product with n by 3u|n|·S, exactly as for the distance of two centres. The radius of the box has
 *   the error derived in separatingAxes.ts.
 * - The tolerance is 16u|n|·S, and a little for underflow.
 *
 * Numbers that overflow separate nothing.
 */
const ROUNDING = 2 ** -49;
const UNDERFLOW = 2 ** -1000;

/** The test of a triangle and a box, and its working space. */
export class TriangleAxes {
  /** The corners of the triangle after the move near the origin. */
  private readonly corners: Numbers = new Float64Array(9);
  /** The edges of the triangle, from a to b, b to c and c to a. Their lengths are scaled and have no meaning. */
  private readonly edges: Numbers = new Float64Array(9);
  /** The normal of the triangle, of any length. */
  private readonly normal: Numbers = new Float64Array(3);
  /** A separating axis to test, computed as the cross product of two vectors. */
  private readonly axis: Numbers = new Float64Array(3);
  private readonly tolerances: Numbers = new Float64Array(3);
  /** The smallest and the largest number of the triangle's projection onto an axis. */
  private least: number = NaN;
  private most: number = NaN;

  /**
   * Returns whether a triangle, 9 numbers, has a point in common with a box, given the box's frame. Only the bounds are
   * compared along the world axes, as for two boxes. The other axes are the normals of the box and of the triangle, and
   * the cross products of an edge of each. These axes are enough for a line or a point, too.
   */
  triangleOverlapsFrame(a: Numbers, frame: Numbers): boolean {
    const corners = this.corners;
    const edges = this.edges;
    const axis = this.axis;
    for (let k = 0; k < 3; k++) {
      const min = Math.min(a[k], a[k + 3], a[k + 6]);
      const max = Math.max(a[k], a[k + 3], a[k + 6]);
      if (min > frame[k + 3] || frame[k] > max) return false;
      for (let i = k; i < 9; i += 3) corners[i] = a[i] - frame[CENTER + k] - frame[OFFSET + k];
      this.tolerances[k] = (Math.max(Math.abs(min), Math.abs(max)) + frame[SIZES + k]) * ROUNDING + UNDERFLOW;
    }
    this.writeEdges();
    if (this.isBeyond(frame, this.normal, 0)) return false;
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
    this.project(x, y, z);
    const radius =
      Math.abs(dot(x, y, z, frame[HALF_EDGES], frame[HALF_EDGES + 1], frame[HALF_EDGES + 2])) +
      Math.abs(dot(x, y, z, frame[HALF_EDGES + 3], frame[HALF_EDGES + 4], frame[HALF_EDGES + 5])) +
      Math.abs(dot(x, y, z, frame[HALF_EDGES + 6], frame[HALF_EDGES + 7], frame[HALF_EDGES + 8]));
    const distance = Math.max(this.least, -this.most);
    return distance > radius + this.toleranceAlong(x, y, z) && distance < Infinity;
  }

  /** Projects the triangle onto the axis (x, y, z). Sets `least` and `most`. */
  private project(x: number, y: number, z: number): void {
    const corners = this.corners;
    const a = dot(x, y, z, corners[0], corners[1], corners[2]);
    const b = dot(x, y, z, corners[3], corners[4], corners[5]);
    const c = dot(x, y, z, corners[6], corners[7], corners[8]);
    this.least = Math.min(a, Math.min(b, c));
    this.most = Math.max(a, Math.max(b, c));
  }

  private toleranceAlong(x: number, y: number, z: number): number {
    const tolerances = this.tolerances;
    return dot(Math.abs(x), Math.abs(y), Math.abs(z), tolerances[0], tolerances[1], tolerances[2]) + UNDERFLOW;
  }

  /** Writes the edges and the normal of the triangle. No product of the edges overflows. */
  private writeEdges(): void {
    const corners = this.corners;
    const edges = this.edges;
    let largest = 0;
    for (let k = 0; k < 3; k++) {
      edges[k] = corners[k + 3] - corners[k];
      edges[k + 3] = corners[k + 6] - corners[k + 3];
      edges[k + 6] = corners[k] - corners[k + 6];
    }
    for (let k = 0; k < 9; k++) largest = Math.max(largest, Math.abs(edges[k]));
    if (largest !== 0) for (let k = 0; k < 9; k++) edges[k] /= largest;
    writeCross(edges, 0, edges, 3, this.normal, 0);
  }
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
