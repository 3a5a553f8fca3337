import { BOX, type ConvexShape, SEGMENT, TRIANGLE } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';
import { PRODUCT_ROUNDING } from '../tolerances';

/** A face is thin if the squared sine of its angle is at most this. Its normal is rounded by more than a few units in the last place. */
const THIN = 2 ** -12;
/** A product with this is larger, also after the rounding of a few operations. */
const SLIGHTLY_MORE = 1 + 2 ** -40;

/**
 * The least translation of a core a that parts it from a core b, and its working space.
 *
 * The Minkowski difference of the cores is a convex polyhedron. The way out is across one of its faces, which are parallel to a
 * face of a core, or to an edge of each. Of equal ways, the first counts: across the faces of b, the faces of a, two edges; and
 * forward before backward. As each core is left to the side of its middle, a triangle is, too: see Contact.
 */
export class LeastWayOut {
  /** The direction of the translation: a unit vector. */
  readonly direction: Numbers = new Float64Array(3);
  /** How far a must move in this direction, so that it only touches b. If an axis parts the cores, the negative of the largest gap. */
  depth: number = Infinity;
  /**
   * The t at which the moving core comes within reach of the other core along every axis, and the t at which it has left it along one:
   * see {@link findMoving}.
   */
  near: number = -Infinity;
  far: number = Infinity;
  /** The direction out of b along the axis of {@link near}. */
  readonly normal: Numbers = new Float64Array(3);

  private isMoving: boolean = false;
  private wayX: number = NaN;
  private wayY: number = NaN;
  private wayZ: number = NaN;
  private reach: number = NaN;
  private lastT: number = NaN;
  /** By how much an interval may be too short because of rounding. */
  private slack: number = NaN;
  /** The way from vertex 0 of b to vertex 0 of a. */
  private fromX: number = NaN;
  private fromY: number = NaN;
  private fromZ: number = NaN;
  /** The axis that is tried. */
  private x: number = NaN;
  private y: number = NaN;
  private z: number = NaN;
  /** Along the axis, times its length: twice the way from the middle of b to the middle of a, and the sum of both extents. */
  private between: number = NaN;
  private extents: number = NaN;

  /** Finds the way out of two cores, and returns its {@link depth}. */
  find(a: ConvexShape, b: ConvexShape): number {
    this.isMoving = false;
    this.tryAxes(a, b);
    return this.depth;
  }

  /**
   * Does {@link find}, and finds when the moving core a is within `margin` of b along each axis: between {@link near} and
   * {@link far}. Before and after that, an axis parts them by more. Ends, with near after far or after `tMax`, once that is certain.
   *
   * @param size the largest coordinate, by which rounding is measured.
   */
  findMoving(a: ConvexShape, b: ConvexShape, way: Numbers, tMax: number, margin: number, size: number): number {
    this.isMoving = true;
    this.near = -Infinity;
    this.far = Infinity;
    this.wayX = way[0];
    this.wayY = way[1];
    this.wayZ = way[2];
    this.reach = margin;
    this.lastT = tMax;
    this.slack = PRODUCT_ROUNDING * size;
    this.tryAxes(a, b);
    return this.depth;
  }

  private tryAxes(a: ConvexShape, b: ConvexShape): void {
    const direction = this.direction;
    const p = a.vertices;
    const q = b.vertices;
    this.depth = Infinity;
    // If all products over- or underflow, no axis is taken.
    direction[0] = 1;
    direction[1] = 0;
    direction[2] = 0;
    // All products are relative to a vertex of b, so that nothing is lost far from the origin.
    this.fromX = p[0] - q[0];
    this.fromY = p[1] - q[1];
    this.fromZ = p[2] - q[2];
    this.tryFaces(b, a, b);
    if (this.isMissed()) return;
    // The edges and faces of two axis-aligned boxes have the same directions. A flat box lacks some of them.
    if (isAligned(a) && isAligned(b) && hasVolume(b)) return;
    this.tryFaces(a, a, b);
    if (this.isMissed()) return;
    const edgesA = edgeCount(a);
    const edgesB = edgeCount(b);
    for (let i = 0; i < edgesA; i++) {
      for (let j = 0; j < edgesB; j++) {
        this.tryAcrossEdges(a, i, b, j);
        if (this.isMissed()) return;
      }
    }
    if (this.depth === Infinity) this.tryAcrossLine(a, b);
  }

  /** Whether the axes tried so far prove a miss: at each t up to the last one, one of them parts the moving cores. */
  private isMissed(): boolean {
    return this.isMoving && (this.near > this.far || this.near > this.lastT || this.far < 0);
  }

  /** Tries the normals of a core's faces. Opposite faces of a box have one normal. */
  private tryFaces(faces: ConvexShape, a: ConvexShape, b: ConvexShape): void {
    const spans = faces.spans;
    if (faces.core === TRIANGLE) this.tryAcross(spans, 0, 3, a, b);
    if (faces.core !== BOX) return;
    this.tryAcross(spans, 3, 6, a, b);
    this.tryAcross(spans, 0, 6, a, b);
    this.tryAcross(spans, 0, 3, a, b);
  }

  private tryAcross(spans: Numbers, u: Index, v: Index, a: ConvexShape, b: ConvexShape): void {
    this.x = spans[u + 1] * spans[v + 2] - spans[u + 2] * spans[v + 1];
    this.y = spans[u + 2] * spans[v] - spans[u] * spans[v + 2];
    this.z = spans[u] * spans[v + 1] - spans[u + 1] * spans[v];
    const squareU = squareOf(spans, u);
    const squareV = squareOf(spans, v);
    if (!(this.squareOfAxis() > THIN * squareU * squareV)) {
      const longer = squareU > squareV ? u : v;
      // A normal that is only rounding may be along the edge. So once is not enough.
      this.squareUp(spans, longer);
      this.squareUp(spans, longer);
    }
    this.tryAxis(a, b);
  }

  /** Makes the axis perpendicular to a span. A tilted normal of a needle would be as wrong as the needle is long. */
  private squareUp(spans: Numbers, at: Index): void {
    const x = spans[at];
    const y = spans[at + 1];
    const z = spans[at + 2];
    const share = (this.x * x + this.y * y + this.z * z) / squareOf(spans, at);
    this.x -= share * x;
    this.y -= share * y;
    this.z -= share * z;
  }

  /** Tries the axis across an edge of each core. */
  private tryAcrossEdges(a: ConvexShape, i: Index, b: ConvexShape, j: Index): void {
    const u = a.spans;
    const v = b.spans;
    const atU = 3 * i;
    const atV = 3 * j;
    let uX = u[atU];
    let uY = u[atU + 1];
    let uZ = u[atU + 2];
    let vX = v[atV];
    let vY = v[atV + 1];
    let vZ = v[atV + 2];
    // The third edge of a triangle does not begin at vertex 0.
    if (i === 2 && a.core === TRIANGLE) {
      uX = u[3] - u[0];
      uY = u[4] - u[1];
      uZ = u[5] - u[2];
    }
    if (j === 2 && b.core === TRIANGLE) {
      vX = v[3] - v[0];
      vY = v[4] - v[1];
      vZ = v[5] - v[2];
    }
    this.x = uY * vZ - uZ * vY;
    this.y = uZ * vX - uX * vZ;
    this.z = uX * vY - uY * vX;
    this.tryAxis(a, b);
  }

  /** Tries an axis across two cores on one line. They have no faces, and all directions across the line are as short. */
  private tryAcrossLine(a: ConvexShape, b: ConvexShape): void {
    if (!this.setLongestSpan(a)) this.setLongestSpan(b);
    const x = this.x;
    const y = this.y;
    const z = this.z;
    const sizeX = Math.abs(x);
    const sizeY = Math.abs(y);
    const sizeZ = Math.abs(z);
    const isX = sizeX <= sizeY && sizeX <= sizeZ;
    // The cross product with the world axis that the line is most across. Two points have no line.
    this.x = isX ? 0.0 : sizeY <= sizeZ ? -z : y;
    this.y = isX ? z : sizeY <= sizeZ ? 0.0 : -x;
    this.z = isX ? -y : sizeY <= sizeZ ? x : 0.0;
    this.tryAxis(a, b);
    if (this.depth < Infinity) return;
    this.x = 1.0;
    this.y = 0.0;
    this.z = 0.0;
    this.tryAxis(a, b);
  }

  /** Sets the axis to the longest span of a core. Returns false if all vertices of the core are at one place. */
  private setLongestSpan(shape: ConvexShape): boolean {
    const spans = shape.spans;
    let longest = 0.0;
    this.x = 0.0;
    this.y = 0.0;
    this.z = 0.0;
    for (let at = 0; at < 3 * shape.core; at += 3) {
      const size = Math.max(Math.abs(spans[at]), Math.max(Math.abs(spans[at + 1]), Math.abs(spans[at + 2])));
      if (!(size > longest)) continue;
      longest = size;
      this.x = spans[at];
      this.y = spans[at + 1];
      this.z = spans[at + 2];
    }
    return longest > 0;
  }

  /**
   * Tries both ways along the axis. An axis need not be exact: a gap along any axis proves that the cores are apart. Only the depth
   * along it must be right.
   */
  private tryAxis(a: ConvexShape, b: ConvexShape): void {
    let square = this.squareOfAxis();
    if (!(square > 1e-200 && square < 1e200)) {
      if (!(Math.abs(this.x) + Math.abs(this.y) + Math.abs(this.z) > 0)) return;
      // Scaling by a power of two keeps the square from overflowing or underflowing, and rounds nothing.
      const scale = square < 1 ? 2 ** 600 : 2 ** -600;
      this.x *= scale;
      this.y *= scale;
      this.z *= scale;
      square = this.squareOfAxis();
    }
    const least = this.depth;
    if (!this.isMoving && least > 0 && least < Infinity) {
      // Most axes are not the least way out. They need no root.
      this.measure(a, b);
      const shorter = (this.extents - Math.abs(this.between)) / 2;
      if (shorter > 0 && shorter * shorter > SLIGHTLY_MORE * (least * least * square)) return;
    }
    const length = Math.sqrt(square);
    this.x /= length;
    this.y /= length;
    this.z /= length;
    this.measure(a, b);
    const shorter = (this.extents - Math.abs(this.between)) / 2;
    if (shorter < least) this.take(shorter);
    if (this.isMoving) this.narrow();
  }

  /** Sets {@link between} and {@link extents}. */
  private measure(a: ConvexShape, b: ConvexShape): void {
    this.between = 2 * (this.x * this.fromX + this.y * this.fromY + this.z * this.fromZ);
    this.extents = 0.0;
    this.addExtent(a, 1.0);
    this.addExtent(b, -1.0);
  }

  private squareOfAxis(): number {
    return this.x * this.x + this.y * this.y + this.z * this.z;
  }

  /** Adds the extent of a core along the axis to `extents`, and twice the place of its middle, times a sign, to `between`. */
  private addExtent(shape: ConvexShape, sign: number): void {
    const core = shape.core;
    const spans = shape.spans;
    const x = this.x;
    const y = this.y;
    const z = this.z;
    if (core === 0) return;
    const u = x * spans[0] + y * spans[1] + z * spans[2];
    if (core === SEGMENT) {
      this.extents += Math.abs(u);
      this.between += sign * u;
      return;
    }
    const v = x * spans[3] + y * spans[4] + z * spans[5];
    if (core === BOX) {
      const w = x * spans[6] + y * spans[7] + z * spans[8];
      this.extents += Math.abs(u) + Math.abs(v) + Math.abs(w);
      this.between += sign * (u + v + w);
      return;
    }
    const min = Math.min(0.0, Math.min(u, v));
    const max = Math.max(0.0, Math.max(u, v));
    this.extents += max - min;
    this.between += sign * (max + min);
  }

  private take(depth: number): void {
    const direction = this.direction;
    const side = this.between < 0 ? -1.0 : 1.0;
    this.depth = depth;
    direction[0] = side * this.x;
    direction[1] = side * this.y;
    direction[2] = side * this.z;
  }

  /** Narrows the interval of t to where the cores are within reach along the axis. */
  private narrow(): void {
    const slack = this.slack;
    const speed = this.x * this.wayX + this.y * this.wayY + this.z * this.wayZ;
    const forward = (this.extents - this.between) / 2 + this.reach;
    const backward = (this.extents + this.between) / 2 + this.reach;
    if (speed === 0) {
      if (forward < -slack || backward < -slack) this.far = -Infinity;
      return;
    }
    const near = speed > 0 ? -backward / speed : forward / speed;
    const far = speed > 0 ? (forward + slack) / speed : (backward + slack) / -speed;
    if (far < this.far) this.far = far;
    if (!(near > this.near)) return;
    const normal = this.normal;
    const side = speed > 0 ? -1.0 : 1.0;
    this.near = near;
    normal[0] = side * this.x;
    normal[1] = side * this.y;
    normal[2] = side * this.z;
  }
}

/** Returns the square of the length of a span. */
function squareOf(spans: Numbers, at: Index): number {
  return spans[at] * spans[at] + spans[at + 1] * spans[at + 1] + spans[at + 2] * spans[at + 2];
}

/** Whether a core is an axis-aligned box. */
function isAligned(shape: ConvexShape): boolean {
  return shape.core === BOX && !shape.isOriented;
}

/** Whether no edge of an axis-aligned box has a length of 0. */
function hasVolume(box: ConvexShape): boolean {
  const spans = box.spans;
  return spans[0] !== 0 && spans[4] !== 0 && spans[8] !== 0;
}

/** Returns how many directions the edges of a core have. */
function edgeCount(shape: ConvexShape): Index {
  const core = shape.core;
  return core === BOX || core === TRIANGLE ? 3 : core === SEGMENT ? 1 : 0;
}
