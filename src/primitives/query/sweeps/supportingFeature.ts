import { BOX, type ConvexShape } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';

/**
 * The feature with which a box or a triangle touches another shape, if the normal of the contact is known: its vertex, edge or face that is
 * farthest along the normal. It is a vertex, an edge, a triangle or a parallelogram: all points vertex + p·u + q·v, with p and q from 0
 * to 1.
 *
 * Here the normal is rounded by a motion, too, so a feature is found by a tolerance, which is a length, and by the edges that the normal is
 * made of. See supportingVertices.ts for an axis that is more accurate.
 */
export class SupportingFeature {
  readonly vertex: Numbers = new Float64Array(3);
  /** The vectors u and v. Only `count` of them matter. */
  readonly spans: Numbers = new Float64Array(6);
  /** 0 for a vertex, 1 for an edge, 2 for a face, and 3 for a box that is flat across the normal, whose faces are not told apart. */
  count: Index = 0;
  /** Whether p + q is at most 1. */
  isTriangle: boolean = false;
  /** Vertices that are less far along the normal by up to this length belong to the feature, too. */
  tolerance: number = NaN;

  /**
   * Finds the feature that is farthest along a normal, or against it. {@link tolerance} must be set.
   *
   * @param sign 1 for along the normal, -1 for against it.
   * @param edges which edges are across the normal by its construction, one bit each, although rounding may tilt it. The edges of a
   *   triangle are between its vertices 0 and 1, 0 and 2, 1 and 2.
   */
  find(shape: ConvexShape, normal: Numbers, sign: Index, edges: Index): void {
    this.count = 0;
    this.isTriangle = false;
    if (shape.core === BOX) this.findOfBox(shape, normal, sign, edges);
    else this.findOfTriangle(shape, normal, sign, edges);
  }

  private findOfBox(shape: ConvexShape, normal: Numbers, sign: Index, edges: Index): void {
    const spans = shape.spans;
    const tolerance = this.tolerance;
    let vertex: Index = 0;
    for (let i = 0; i < 3; i++) {
      const x = spans[3 * i];
      const y = spans[3 * i + 1];
      const z = spans[3 * i + 2];
      const along = sign * (x * normal[0] + y * normal[1] + z * normal[2]);
      const isAcross = (edges & (1 << i)) !== 0 || Math.abs(along) <= tolerance;
      if (isAcross) this.addSpan(x, y, z);
      else if (along > 0) vertex |= 1 << i;
    }
    for (let k = 0; k < 3; k++) this.vertex[k] = shape.vertices[3 * vertex + k];
  }

  private findOfTriangle(shape: ConvexShape, normal: Numbers, sign: Index, edges: Index): void {
    const tolerance = this.tolerance;
    const v = shape.vertices;
    const spans = shape.spans;
    const along1 = sign * (spans[0] * normal[0] + spans[1] * normal[1] + spans[2] * normal[2]);
    const along2 = sign * (spans[3] * normal[0] + spans[4] * normal[1] + spans[5] * normal[2]);
    const least = Math.max(0.0, Math.max(along1, along2)) - tolerance;
    const isTop0 = least <= 0;
    const isTop1 = along1 >= least;
    const isTop2 = along2 >= least;
    // An edge that is across the normal may be the lower side.
    const has0 = isTop0 || (isTop1 && (edges & 1) !== 0) || (isTop2 && (edges & 2) !== 0);
    const has1 = isTop1 || (isTop0 && (edges & 1) !== 0) || (isTop2 && (edges & 4) !== 0);
    const has2 = isTop2 || (isTop0 && (edges & 2) !== 0) || (isTop1 && (edges & 4) !== 0);
    const first: Index = has0 ? 0 : has1 ? 3 : 6;
    for (let k = 0; k < 3; k++) this.vertex[k] = v[first + k];
    if (has1 && first < 3) this.addSpan(spans[0], spans[1], spans[2]);
    if (has2 && first < 6) this.addSpan(v[6] - v[first], v[7] - v[first + 1], v[8] - v[first + 2]);
    this.isTriangle = this.count === 2;
  }

  /** Adds a span, unless it is so short that its ends are one point up to the tolerance. */
  private addSpan(x: number, y: number, z: number): void {
    if (Math.max(Math.max(Math.abs(x), Math.abs(y)), Math.abs(z)) <= this.tolerance) return;
    const at: Index = 3 * this.count;
    this.count++;
    if (at > 3) return;
    this.spans[at] = x;
    this.spans[at + 1] = y;
    this.spans[at + 2] = z;
  }
}
