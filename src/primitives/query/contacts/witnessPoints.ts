import { BOX, type ConvexShape } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';
import { closestOnEdges } from './closestOnEdges';
import { clampShare } from '../shares';
import { SupportingVertices } from './supportingVertices';

/**
 * The witness points of two cores whose distance and its axis are known: the closest points, which prove the distance (Cameron,
 * "Enhancing GJK", 1997). They are on the features that support the cores along the axis, and one across the axis from the other. Of
 * several such pairs the first counts, in this order: vertices of a and b, vertices of b and a, edges of a and b.
 */

/** By how much a distance may exceed the gap along the axis, as a share of the largest coordinate. */
const EXCESS = 2 ** -47;
/** By how much closest points may be beside each other, as seen along the axis, as a share of the largest coordinate. */
const BESIDE = 2 ** -42;

/** The witness points of two cores along an axis, and the working space to find them. */
export class WitnessPoints {
  /** The axis from b to a, with length 1, and the gap along it: negative if the cores overlap by that much. */
  readonly axis: Numbers = new Float64Array(3);
  gap: number = 0.0;
  size: number = 0.0;
  /** A point of a and a point of b, and their distance. */
  readonly points: Numbers = new Float64Array(6);
  distance: number = 0.0;
  readonly a: SupportingVertices = new SupportingVertices();
  readonly b: SupportingVertices = new SupportingVertices();

  /** Finds the witness points. Returns false if rounding hides them. */
  find(a: ConvexShape, b: ConvexShape): boolean {
    this.a.find(a, this.axis, 1.0);
    this.b.find(b, this.axis, -1.0);
    const countA = this.a.count;
    const countB = this.b.count;
    if (countA === 0 || countB === 0) return false;
    for (let i = 0; i < countA; i++) {
      this.setPoint(0, a.vertices, this.a.vertex(i));
      this.setFoot(0, b, this.b);
      if (this.isClosest()) return true;
    }
    if (countB > 1 || countA > 1) {
      for (let i = 0; i < countB; i++) {
        this.setPoint(3, b.vertices, this.b.vertex(i));
        this.setFoot(3, a, this.a);
        if (this.isClosest()) return true;
      }
    }
    const edgesA = this.a.edgeCount;
    const edgesB = this.b.edgeCount;
    for (let i = 0; i < edgesA; i++) {
      for (let j = 0; j < edgesB; j++) {
        if (this.setOnEdges(a, i, b, j) && this.isClosest()) return true;
      }
    }
    return false;
  }

  /**
   * Sets the points to the first of the deepest vertices of a, where it leaves b along the axis, and to the point of b there. Returns
   * false if it leaves b beside it, or if rounding hides that.
   */
  leave(a: ConvexShape, b: ConvexShape): boolean {
    const points = this.points;
    const gap = this.gap;
    this.a.find(a, this.axis, 1.0);
    this.b.find(b, this.axis, -1.0);
    this.setPoint(0, a.vertices, this.a.vertex(0));
    points[0] -= gap * this.axis[0];
    points[1] -= gap * this.axis[1];
    points[2] -= gap * this.axis[2];
    if (this.b.count === 0) return false;
    this.setFoot(0, b, this.b);
    const beside = BESIDE * this.size;
    const restX = points[0] - points[3];
    const restY = points[1] - points[4];
    const restZ = points[2] - points[5];
    return restX * restX + restY * restY + restZ * restZ <= beside * beside;
  }

  private setPoint(at: Index, vertices: Numbers, vertex: Index): void {
    const points = this.points;
    points[at] = vertices[vertex];
    points[at + 1] = vertices[vertex + 1];
    points[at + 2] = vertices[vertex + 2];
  }

  /** Sets the other point to the point of a feature that is closest to the point at `at`. */
  private setFoot(at: Index, shape: ConvexShape, feature: SupportingVertices): void {
    const points = this.points;
    const out = 3 - at;
    const p = shape.vertices;
    const o = feature.vertex(0);
    const oX = p[o];
    const oY = p[o + 1];
    const oZ = p[o + 2];
    if (shape.core === BOX && !shape.isOriented) {
      const end = feature.vertex(feature.count - 1);
      points[out] = Math.min(Math.max(points[at], oX), p[end]);
      points[out + 1] = Math.min(Math.max(points[at + 1], oY), p[end + 1]);
      points[out + 2] = Math.min(Math.max(points[at + 2], oZ), p[end + 2]);
      return;
    }
    points[out] = oX;
    points[out + 1] = oY;
    points[out + 2] = oZ;
    if (feature.count === 1) return;
    const u = feature.vertex(1);
    const uX = p[u] - oX;
    const uY = p[u + 1] - oY;
    const uZ = p[u + 2] - oZ;
    const wX = points[at] - oX;
    const wY = points[at + 1] - oY;
    const wZ = points[at + 2] - oZ;
    const uu = uX * uX + uY * uY + uZ * uZ;
    const uw = uX * wX + uY * wY + uZ * wZ;
    if (feature.count === 2) {
      // The ends of an edge are exact.
      if (!(uw > 0)) return;
      if (!(uw < uu)) {
        this.setPoint(out, p, u);
        return;
      }
      const s = uw / uu;
      points[out] += s * uX;
      points[out + 1] += s * uY;
      points[out + 2] += s * uZ;
      return;
    }
    const v = feature.vertex(2);
    const vX = p[v] - oX;
    const vY = p[v + 1] - oY;
    const vZ = p[v + 2] - oZ;
    // What is along u is subtracted from all else (modified Gram-Schmidt), so that thin faces lose nothing.
    const along = (uX * vX + uY * vY + uZ * vZ) / uu;
    const share = uw / uu;
    const acrossX = vX - along * uX;
    const acrossY = vY - along * uY;
    const acrossZ = vZ - along * uZ;
    const product = acrossX * (wX - share * uX) + acrossY * (wY - share * uY) + acrossZ * (wZ - share * uZ);
    const t = clampShare(product / (acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ), 1.0);
    const s = clampShare(share - t * along, feature.count === 3 ? 1 - t : 1.0);
    points[out] += s * uX + t * vX;
    points[out + 1] += s * uY + t * vY;
    points[out + 2] += s * uZ + t * vZ;
  }

  /** Sets the points to the closest points of an edge of each feature, if these are between the ends of both. */
  private setOnEdges(a: ConvexShape, i: Index, b: ConvexShape, j: Index): boolean {
    const onA = this.a;
    const onB = this.b;
    const p = a.vertices;
    const q = b.vertices;
    return closestOnEdges(p, onA.edgeStart(i), onA.edgeEnd(i), q, onB.edgeStart(j), onB.edgeEnd(j), this.points);
  }

  /**
   * Whether the points are as close as the gap along the axis allows, so that no others are closer, and one across the axis from the other.
   */
  private isClosest(): boolean {
    const points = this.points;
    const x = points[0] - points[3];
    const y = points[1] - points[4];
    const z = points[2] - points[5];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const gap = this.gap;
    const size = this.size;
    if (!(Math.abs(distance - Math.abs(gap)) <= EXCESS * size)) return false;
    const besideX = x - gap * this.axis[0];
    const besideY = y - gap * this.axis[1];
    const besideZ = z - gap * this.axis[2];
    const beside = BESIDE * size;
    if (!(besideX * besideX + besideY * besideY + besideZ * besideZ <= beside * beside)) return false;
    this.distance = distance;
    return true;
  }
}
