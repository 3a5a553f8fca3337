import type { Index, Numbers } from '../../flat/numbers';
import { orientation2d, orientation3d } from '../orientation';

/**
 * The exact test of two triangles (after Guigue and Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation
 * Predicates", 2003). It only takes signs of orientation.ts, so nothing is rounded.
 *
 * - Triangles in different planes have a segment or a point in common, or nothing. Where it ends, an edge of one meets the other triangle:
 *   the ends of the edge are not on one side of its plane, and the line through the edge passes its three edges on one side.
 * - Triangles in one plane overlap if they do in a projection along an axis that keeps an area. Lines and points overlap if they are in one
 *   plane, and do in all three projections.
 * - In a projection, they are apart if the line through an edge parts them, or if they are on one line, and their bounds are apart.
 */
export class TrianglesOverlap {
  /** The corners of both triangles: those of the first begin at 0, and those of the second at 9. */
  private readonly p: Numbers = new Float64Array(18);
  /** On which side of the plane of the other triangle each corner is. */
  private readonly sides: Numbers = new Float64Array(6);
  /** Whether one of the triangles has an area in the last projection that was tested. */
  private hasArea: boolean = false;

  /** Returns whether two triangles, 9 numbers each, have a point in common. */
  test(a: Numbers, b: Numbers): boolean {
    const { p } = this;
    for (let k = 0; k < 3; k++) {
      if (Math.min(a[k], a[k + 3], a[k + 6]) > Math.max(b[k], b[k + 3], b[k + 6])) return false;
      if (Math.min(b[k], b[k + 3], b[k + 6]) > Math.max(a[k], a[k + 3], a[k + 6])) return false;
    }
    for (let i = 0; i < 9; i++) {
      p[i] = a[i];
      p[9 + i] = b[i];
    }
    if (this.isBeside(0, 9) || this.isBeside(9, 0)) return false;
    let isFlat = true;
    for (let i = 0; i < 3; i++) {
      for (let from = 0; from < 18; from += 9) {
        if (!this.reaches(from, i)) continue;
        isFlat = false;
        if (this.passes(from, i)) return true;
      }
    }
    return isFlat && this.overlapInPlane();
  }

  /** Finds the sides of the corners of a triangle. Returns whether all are on the same side of the other triangle's plane. */
  private isBeside(from: Index, other: Index): boolean {
    const { p, sides } = this;
    const at = from / 3;
    const a = (sides[at] = orientation3d(p, other, other + 3, other + 6, from));
    const b = (sides[at + 1] = orientation3d(p, other, other + 3, other + 6, from + 3));
    const c = (sides[at + 2] = orientation3d(p, other, other + 3, other + 6, from + 6));
    return areOnOneSide(a, b, c);
  }

  /** Whether an edge of a triangle reaches the plane of the other one, and does not lie in it. */
  private reaches(from: Index, edge: Index): boolean {
    const a = this.sides[from / 3 + edge];
    const b = this.sides[from / 3 + next(edge)];
    return a > 0 ? b <= 0 : a < 0 ? b >= 0 : b !== 0;
  }

  /** Whether the line through an edge of a triangle passes all edges of the other one on the same side, or meets them. */
  private passes(from: Index, edge: Index): boolean {
    const a = this.along(from, edge, 0);
    const b = this.along(from, edge, 1);
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) return false;
    const c = this.along(from, edge, 2);
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
  }

  /** Returns on which side an edge of a triangle passes an edge of the other one. */
  private along(from: Index, edge: Index, otherEdge: Index): number {
    const other = 9 - from;
    return orientation3d(
      this.p,
      from + 3 * edge,
      from + 3 * next(edge),
      other + 3 * otherEdge,
      other + 3 * next(otherEdge),
    );
  }

  /** Whether two triangles overlap that are in one plane, or of which neither has an area. */
  private overlapInPlane(): boolean {
    for (let x = 0; x < 3; x++) {
      if (this.areParted(x, next(x))) return false;
      if (this.hasArea) return true;
    }
    return !this.areSkew();
  }

  /** Whether the line through an edge parts the triangles in a projection. @param x, y the axes that it keeps. */
  private areParted(x: Index, y: Index): boolean {
    this.hasArea = false;
    for (let edge = 0; edge < 3; edge++) {
      for (let from = 0; from < 18; from += 9) {
        const other = 9 - from;
        const inside = this.turn(from, edge, from + 3 * next(next(edge)), x, y);
        if (inside !== 0) this.hasArea = true;
        const a = this.turn(from, edge, other, x, y);
        if ((a > 0 && inside > 0) || (a < 0 && inside < 0)) continue;
        if (areOnOneSide(a, this.turn(from, edge, other + 3, x, y), this.turn(from, edge, other + 6, x, y)))
          return true;
      }
    }
    return false;
  }

  /** Returns on which side of an edge a corner is in a projection. */
  private turn(from: Index, edge: Index, corner: Index, x: Index, y: Index): number {
    const { p } = this;
    const start = from + 3 * edge;
    const end = from + 3 * next(edge);
    return orientation2d(p[start + x], p[start + y], p[end + x], p[end + y], p[corner + x], p[corner + y]);
  }

  /** Whether two edges of the triangles are not in one plane. */
  private areSkew(): boolean {
    for (let edge = 0; edge < 3; edge++) {
      for (let other = 0; other < 3; other++) if (this.along(0, edge, other) !== 0) return true;
    }
    return false;
  }
}

/** Returns the edge or corner of a triangle that follows another one. */
function next(edge: Index): Index {
  return edge === 2 ? 0 : edge + 1;
}

function areOnOneSide(a: number, b: number, c: number): boolean {
  return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}
