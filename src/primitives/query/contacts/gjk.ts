import { type ConvexShape, TRIANGLE } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';

/**
 * The distance of two cores by the algorithm of Gilbert, Johnson and Keerthi ("A Fast Procedure for Computing the Distance Between
 * Complex Objects in Three-Dimensional Space", 1988): the cores are as far apart as their Minkowski difference is from the origin.
 * A simplex of points of the difference comes closer to the origin with each step, and the plane across the way to it bounds the
 * distance from below. Mostly two to four steps are enough.
 *
 * Where the origin is closest to an edge or a face of the simplex, the way to it is computed from the edge or the normal of the face.
 * So it is off by no more than the rounding of edges and faces, also if the cores are far closer to each other than they are large.
 */

/** The cores are apart, and {@link Gjk} has the axis of their distance. */
export const APART: Index = 0;
/** The cores are farther apart than the limit. */
export const BEYOND: Index = 1;
/** The cores overlap, or are closer to each other than {@link MEETS} of the largest coordinate. */
export const MEETING: Index = 2;
/** Rounding has stopped the search. */
export const UNCERTAIN: Index = 3;

/** More steps than this mean that rounding stops the search. */
const STEPS: Index = 24;
/** The bound from below and the distance agree if they differ by less than this share of the largest coordinate. */
const AGREED = 2 ** -49;
/** Cores that are closer than this share of the largest coordinate may touch. */
const MEETS = 2 ** -42;
/**
 * Where a point is beside a plane of the simplex is off by less than this share of t³, with t the largest coordinate of its points: it is
 * the sum of six products, each at most 4t³, and of u = 2^-53 there are less than eight in each.
 */
const BESIDE_ROUNDING = 2 ** -44;

/** A search for the distance of two cores, and its answer. */
export class Gjk {
  /** The point of the difference that is closest to the origin so far: the way from the second core to the first. */
  x: number = 0.0;
  y: number = 0.0;
  z: number = 0.0;
  /** The distance of the cores is no less than this, if it is positive. */
  gap: number = 0.0;
  /**
   * Whether the search has proved that the cores overlap: the origin is deeper in the tetrahedron than {@link MEETS}, which is far more than
   * its points are rounded by, and than the rounding of that.
   */
  isInside: boolean = false;
  /** The simplex: the newest of its points is the last one. */
  readonly points: Numbers = new Float64Array(12);
  count: Index = 0;
  /** The best candidate of a step: the closest point of a part of the simplex, its square, and where the points of the part are. */
  square: number = 0.0;
  keptB: Index = -1;
  keptC: Index = -1;
  /** How far the origin and a point are beside the plane of setPlane, times the length of its normal, and the square of this length. */
  private originBeside: number = 0.0;
  private pointBeside: number = 0.0;
  private normalSquare: number = 0.0;

  /**
   * Searches along an axis from b to a first, which is in x, y and z and not zero. Returns a code from above, and sets x, y, z and `gap`.
   *
   * @param size the largest coordinate.
   */
  search(a: ConvexShape, b: ConvexShape, size: number, limit: number): Index {
    const meets = MEETS * size;
    this.isInside = false;
    let length = Math.sqrt(this.x * this.x + this.y * this.y + this.z * this.z);
    this.count = 0;
    this.addSupport(a, b);
    if (this.along(0) > limit * length) return BEYOND;
    this.keepNewest();
    for (let step = 0; step < STEPS; step++) {
      const square = this.square;
      length = Math.sqrt(square);
      if (!(length > meets)) return MEETING;
      this.addSupport(a, b);
      const newest = 3 * this.count - 3;
      this.gap = this.along(newest) / length;
      if (this.gap > limit) return BEYOND;
      if (length - this.gap <= AGREED * size || this.isKnown(newest)) return this.gap > meets ? APART : UNCERTAIN;
      const x = this.x;
      const y = this.y;
      const z = this.z;
      if (this.count === 2) {
        this.square = Infinity;
        this.tryEdge(newest, 0);
      } else if (this.count === 3) {
        this.square = Infinity;
        this.tryTriangle(newest, 3, 0);
      } else if (this.reduceTetrahedron()) {
        return this.isSolid(meets) ? MEETING : UNCERTAIN;
      }
      if (!(this.square < square)) {
        this.x = x;
        this.y = y;
        this.z = z;
        return this.gap > meets ? APART : UNCERTAIN;
      }
      this.keep();
    }
    return UNCERTAIN;
  }

  /** Adds the point of the difference that is least along the way (x, y, z). */
  private addSupport(a: ConvexShape, b: ConvexShape): void {
    const points = this.points;
    const at = 3 * this.count;
    const p = a.vertices;
    const q = b.vertices;
    points[at] = p[0] - q[0];
    points[at + 1] = p[1] - q[1];
    points[at + 2] = p[2] - q[2];
    this.count++;
    this.moveBySpans(a, 1, at);
    this.moveBySpans(b, -1, at);
  }

  /** Moves a point from vertex 0 of a core to the point of the core that is least along the way, times a sign. */
  private moveBySpans(core: ConvexShape, sign: number, at: Index): void {
    const points = this.points;
    const spans = core.spans;
    const x = sign * this.x;
    const y = sign * this.y;
    const z = sign * this.z;
    if (core.core === TRIANGLE) {
      const u = x * spans[0] + y * spans[1] + z * spans[2];
      const v = x * spans[3] + y * spans[4] + z * spans[5];
      if (u >= 0 && v >= 0) return;
      const s = u < v ? 0 : 3;
      points[at] += sign * spans[s];
      points[at + 1] += sign * spans[s + 1];
      points[at + 2] += sign * spans[s + 2];
      return;
    }
    const end = 3 * core.core;
    for (let s = 0; s < end; s += 3) {
      const sX = spans[s];
      const sY = spans[s + 1];
      const sZ = spans[s + 2];
      if (x * sX + y * sY + z * sZ < 0) {
        points[at] += sign * sX;
        points[at + 1] += sign * sY;
        points[at + 2] += sign * sZ;
      }
    }
  }

  /** Returns how far a point of the simplex is along the way, times the length of the way. */
  private along(at: Index): number {
    const p = this.points;
    return this.x * p[at] + this.y * p[at + 1] + this.z * p[at + 2];
  }

  /** Whether the newest point was in the simplex before. */
  private isKnown(newest: Index): boolean {
    const p = this.points;
    for (let at = 0; at < newest; at += 3) {
      if (p[at] === p[newest] && p[at + 1] === p[newest + 1] && p[at + 2] === p[newest + 2]) return true;
    }
    return false;
  }

  /** Reduces the simplex to its newest point. */
  private keepNewest(): void {
    const p = this.points;
    const at = 3 * this.count - 3;
    this.x = p[at];
    this.y = p[at + 1];
    this.z = p[at + 2];
    this.square = this.x * this.x + this.y * this.y + this.z * this.z;
    this.keptB = -1;
    this.keptC = -1;
    this.keep();
  }

  /** Reduces the simplex to its newest point and the points at `keptB` and `keptC`, in the order in which they came. */
  private keep(): void {
    const p = this.points;
    const newest = 3 * this.count - 3;
    let end = 0;
    for (let at = 0; at <= newest; at += 3) {
      if (at !== newest && at !== this.keptB && at !== this.keptC) continue;
      p[end] = p[at];
      p[end + 1] = p[at + 1];
      p[end + 2] = p[at + 2];
      end += 3;
    }
    this.count = end / 3;
  }

  /** Tries the edge from the newest point a to b. The newest point is closer to the origin than all before, so b alone is not closest. */
  private tryEdge(a: Index, b: Index): void {
    const p = this.points;
    let x = p[a];
    let y = p[a + 1];
    let z = p[a + 2];
    const uX = p[b] - x;
    const uY = p[b + 1] - y;
    const uZ = p[b + 2] - z;
    const along = -(x * uX + y * uY + z * uZ);
    let kept = -1;
    if (along > 0) {
      const uu = uX * uX + uY * uY + uZ * uZ;
      const share = along < uu ? along / uu : 1.0;
      kept = b;
      x += share * uX;
      y += share * uY;
      z += share * uZ;
      // Once more, so that the way is across the edge also if it is short.
      if (share < 1) {
        const rest = -(x * uX + y * uY + z * uZ) / uu;
        x += rest * uX;
        y += rest * uY;
        z += rest * uZ;
      }
    }
    this.take(x, y, z, kept, -1);
  }

  private take(x: number, y: number, z: number, keptB: Index, keptC: Index): void {
    const square = x * x + y * y + z * z;
    if (!(square < this.square)) return;
    this.square = square;
    this.x = x;
    this.y = y;
    this.z = z;
    this.keptB = keptB;
    this.keptC = keptC;
  }

  /** Tries the triangle of the newest point a, b and c. The closest point is not on the edge from b to c, by which a was found. */
  private tryTriangle(a: Index, b: Index, c: Index): void {
    const p = this.points;
    const aX = p[a];
    const aY = p[a + 1];
    const aZ = p[a + 2];
    const uX = p[b] - aX;
    const uY = p[b + 1] - aY;
    const uZ = p[b + 2] - aZ;
    const vX = p[c] - aX;
    const vY = p[c + 1] - aY;
    const vZ = p[c + 2] - aZ;
    const nX = uY * vZ - uZ * vY;
    const nY = uZ * vX - uX * vZ;
    const nZ = uX * vY - uY * vX;
    const besideU = aX * (uY * nZ - uZ * nY) + aY * (uZ * nX - uX * nZ) + aZ * (uX * nY - uY * nX) < 0;
    const besideV = aX * (nY * vZ - nZ * vY) + aY * (nZ * vX - nX * vZ) + aZ * (nX * vY - nY * vX) < 0;
    if (besideU) this.tryEdge(a, b);
    if (besideV) this.tryEdge(a, c);
    if (besideU || besideV) return;
    const share = (nX * aX + nY * aY + nZ * aZ) / (nX * nX + nY * nY + nZ * nZ);
    this.take(share * nX, share * nY, share * nZ, b, c);
  }

  /**
   * Tries the faces of a tetrahedron at its newest point on whose far side the origin is. Returns true if there is none: then the origin
   * is in the tetrahedron.
   */
  private reduceTetrahedron(): boolean {
    this.square = Infinity;
    const isBesideA = this.isBeyondFace(3, 0, 6);
    const isBesideB = this.isBeyondFace(6, 3, 0);
    const isBesideC = this.isBeyondFace(0, 6, 3);
    if (isBesideA) this.tryTriangle(9, 3, 0);
    if (isBesideB) this.tryTriangle(9, 6, 3);
    if (isBesideC) this.tryTriangle(9, 0, 6);
    return !(isBesideA || isBesideB || isBesideC);
  }

  /** Whether the origin and the point d of the tetrahedron are on different sides of the plane through the newest point, b and c. */
  private isBeyondFace(b: Index, c: Index, d: Index): boolean {
    this.setPlane(9, b, c, d);
    const origin = this.originBeside;
    const other = this.pointBeside;
    return other > 0 ? origin < 0 : other < 0 ? origin > 0 : true;
  }

  /**
   * Whether the tetrahedron is so thick that rounding puts a point in it that is no farther than `meets` from it. Sets {@link isInside}.
   */
  private isSolid(meets: number): boolean {
    let t = 0.0;
    for (let at = 0; at < 12; at++) t = Math.max(t, Math.abs(this.points[at]));
    const rounding = BESIDE_ROUNDING * t * t * t;
    this.isInside = true;
    return (
      this.isSolidBelow(9, 0, 3, 6, meets, rounding) &&
      this.isSolidBelow(9, 3, 6, 0, meets, rounding) &&
      this.isSolidBelow(9, 6, 0, 3, meets, rounding) &&
      this.isSolidBelow(0, 3, 6, 9, meets, rounding)
    );
  }

  /**
   * Whether d is farther than `meets` from the plane through a, b and c, and the origin no farther than that on the other side. Clears
   * {@link isInside} unless the origin is certainly farther than that on the same side.
   */
  private isSolidBelow(a: Index, b: Index, c: Index, d: Index, meets: number, rounding: number): boolean {
    this.setPlane(a, b, c, d);
    const least = meets * Math.sqrt(this.normalSquare);
    const other = Math.abs(this.pointBeside);
    const origin = this.pointBeside > 0 ? this.originBeside : -this.originBeside;
    if (!(origin > least + rounding && other > rounding)) this.isInside = false;
    return other > least && origin > -least;
  }

  /** Finds where the origin and d are beside the plane through a, b and c. */
  private setPlane(a: Index, b: Index, c: Index, d: Index): void {
    const p = this.points;
    const aX = p[a];
    const aY = p[a + 1];
    const aZ = p[a + 2];
    const uX = p[b] - aX;
    const uY = p[b + 1] - aY;
    const uZ = p[b + 2] - aZ;
    const vX = p[c] - aX;
    const vY = p[c + 1] - aY;
    const vZ = p[c + 2] - aZ;
    const nX = uY * vZ - uZ * vY;
    const nY = uZ * vX - uX * vZ;
    const nZ = uX * vY - uY * vX;
    this.normalSquare = nX * nX + nY * nY + nZ * nZ;
    this.originBeside = -(nX * aX + nY * aY + nZ * aZ);
    this.pointBeside = nX * (p[d] - aX) + nY * (p[d + 1] - aY) + nZ * (p[d + 2] - aZ);
  }
}
