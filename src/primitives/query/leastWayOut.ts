import { BOX, type ConvexShape, SEGMENT, TRIANGLE } from '../flat/convexShape';
import type { Index, Numbers } from '../flat/numbers';
import { dot, length } from '../shapes/vec3';

/** Products of coordinates with an axis are off by less than this share of the largest coordinate. */
const ROUNDING = 2 ** -46;
const TINY = 2 ** -900;
const ENLARGE = 2 ** 600;

/**
 * The least translation of a core a that parts it from a core b, and its working space.
 *
 * The Minkowski difference of the cores is a convex polyhedron. The way out is across one of its faces, which are parallel to a
 * face of a core, or to an edge of each. Of equal ways, the first counts: across the faces of b, the faces of a, two edges; and
 * forward before backward.
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
  private readonly edgeA: Numbers = new Float64Array(3);
  private readonly edgeB: Numbers = new Float64Array(3);
  private readonly line: Numbers = new Float64Array(3);
  /** The extent of a core along an axis, relative to its vertex 0: see {@link writeExtent}. */
  private extentMin: number = NaN;
  private extentMax: number = NaN;

  /**
   * Finds the way out of two cores, and returns its {@link depth}.
   *
   * @param isSurface whether b, if it is a triangle, is left across its face only to the side of the middle of a.
   */
  find(a: ConvexShape, b: ConvexShape, isSurface: boolean): number {
    this.isMoving = false;
    this.tryAxes(a, b, isSurface);
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
    this.slack = ROUNDING * size;
    this.tryAxes(a, b, false);
    return this.depth;
  }

  /**
   * Returns the largest gap between a core and a triangle along the axes in the triangle's plane, across its edges. A core that
   * overlaps the triangle does not leave it along these axes. But they show the gap of a core that is beside the triangle, near its
   * plane, as most cores near a triangle of a mesh are.
   */
  gapBesideEdges(a: ConvexShape, b: ConvexShape): number {
    const spans = b.spans;
    const p = a.vertices;
    const q = b.vertices;
    const edge = this.edgeB;
    const nX = spans[1] * spans[5] - spans[2] * spans[4];
    const nY = spans[2] * spans[3] - spans[0] * spans[5];
    const nZ = spans[0] * spans[4] - spans[1] * spans[3];
    let gap = -Infinity;
    for (let i = 0; i < 3; i++) {
      readEdge(b, i, edge);
      const x = edge[1] * nZ - edge[2] * nY;
      const y = edge[2] * nX - edge[0] * nZ;
      const z = edge[0] * nY - edge[1] * nX;
      const size = length(x, y, z);
      if (!(size > 0)) continue;
      const from = dot(x, y, z, p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      this.writeExtent(a, x, y, z);
      const minA = from + this.extentMin;
      const maxA = from + this.extentMax;
      this.writeExtent(b, x, y, z);
      gap = Math.max(gap, Math.max((minA - this.extentMax) / size, (this.extentMin - maxA) / size));
    }
    return gap;
  }

  private tryAxes(a: ConvexShape, b: ConvexShape, isSurface: boolean): void {
    const direction = this.direction;
    this.depth = Infinity;
    // If all products over- or underflow, no axis is taken.
    direction[0] = 1;
    direction[1] = 0;
    direction[2] = 0;
    this.tryFaces(b, a, b, isSurface && b.core === TRIANGLE);
    if (this.isMissed()) return;
    // The edges and faces of two axis-aligned boxes have the same directions. A flat box lacks some of them.
    if (isAligned(a) && isAligned(b) && hasVolume(b)) return;
    this.tryFaces(a, a, b, false);
    if (this.isMissed()) return;
    const edgesA = edgeCount(a);
    const edgesB = edgeCount(b);
    for (let i = 0; i < edgesA; i++) {
      readEdge(a, i, this.edgeA);
      for (let j = 0; j < edgesB; j++) {
        readEdge(b, j, this.edgeB);
        this.tryAcross(a, b, this.edgeA, 0, this.edgeB, 0, false);
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
  private tryFaces(faces: ConvexShape, a: ConvexShape, b: ConvexShape, isSurface: boolean): void {
    const spans = faces.spans;
    if (faces.core === TRIANGLE) this.tryAcross(a, b, spans, 0, spans, 3, isSurface);
    if (faces.core !== BOX) return;
    this.tryAcross(a, b, spans, 3, spans, 6, false);
    this.tryAcross(a, b, spans, 0, spans, 6, false);
    this.tryAcross(a, b, spans, 0, spans, 3, false);
  }

  /** Tries the axis across two edges. */
  private tryAcross(
    a: ConvexShape,
    b: ConvexShape,
    u: Numbers,
    u0: Index,
    v: Numbers,
    v0: Index,
    isSurface: boolean,
  ): void {
    const uX = u[u0];
    const uY = u[u0 + 1];
    const uZ = u[u0 + 2];
    const vX = v[v0];
    const vY = v[v0 + 1];
    const vZ = v[v0 + 2];
    this.tryAxis(a, b, uY * vZ - uZ * vY, uZ * vX - uX * vZ, uX * vY - uY * vX, isSurface);
  }

  /** Tries an axis across two cores on one line. They have no faces, and all directions across the line are as short. */
  private tryAcrossLine(a: ConvexShape, b: ConvexShape): void {
    const line = this.line;
    writeLine(a, line);
    if (line[0] === 0 && line[1] === 0 && line[2] === 0) writeLine(b, line);
    const x = line[0];
    const y = line[1];
    const z = line[2];
    const sizeX = Math.abs(x);
    const sizeY = Math.abs(y);
    const sizeZ = Math.abs(z);
    // The cross product with the world axis that the line is most across. Two points have no line.
    if (sizeX <= sizeY && sizeX <= sizeZ) this.tryAxis(a, b, 0, z, -y, false);
    else if (sizeY <= sizeZ) this.tryAxis(a, b, -z, 0, x, false);
    else this.tryAxis(a, b, y, -x, 0, false);
    if (this.depth === Infinity) this.tryAxis(a, b, 1, 0, 0, false);
  }

  /**
   * Tries both ways along an axis. An axis need not be exact: a gap along any axis proves that the cores are apart.
   * Only the depth along it must be right.
   *
   * @param isSurface whether only the side counts on which the middle of a is.
   */
  private tryAxis(a: ConvexShape, b: ConvexShape, x: number, y: number, z: number, isSurface: boolean): void {
    const size = length(x, y, z);
    if (!(size > TINY)) {
      // A direction is not divided by a denormal length, which has lost its last digits.
      if (size > 0) this.tryAxis(a, b, x * ENLARGE, y * ENLARGE, z * ENLARGE, isSurface);
      return;
    }
    const nX = x / size;
    const nY = y / size;
    const nZ = z / size;
    // All products are relative to a vertex of b, so that nothing is lost far from the origin.
    const p = a.vertices;
    const q = b.vertices;
    const from = dot(nX, nY, nZ, p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    this.writeExtent(a, nX, nY, nZ);
    const minA = from + this.extentMin;
    const maxA = from + this.extentMax;
    this.writeExtent(b, nX, nY, nZ);
    const minB = this.extentMin;
    const maxB = this.extentMax;
    const isInFront = !isSurface || minA + maxA >= minB + maxB;
    const isBehind = !isSurface || !isInFront;
    if (isInFront) this.take(maxB - minA, nX, nY, nZ);
    if (isBehind) this.take(maxA - minB, -nX, -nY, -nZ);
    if (!this.isMoving) return;
    const slack = this.slack;
    const speed = dot(nX, nY, nZ, this.wayX, this.wayY, this.wayZ);
    const forward = maxB - minA + this.reach;
    const backward = maxA - minB + this.reach;
    if (speed > 0) this.narrow(-backward / speed, (forward + slack) / speed, -nX, -nY, -nZ);
    else if (speed < 0) this.narrow(forward / speed, (backward + slack) / -speed, nX, nY, nZ);
    else if (forward < -slack || backward < -slack) this.far = -Infinity;
  }

  /** Writes the least and the largest product of an axis and the way from vertex 0 of a core to its points. */
  private writeExtent(shape: ConvexShape, x: number, y: number, z: number): void {
    const core = shape.core;
    const spans = shape.spans;
    let min = 0.0;
    let max = 0.0;
    for (let at = 0; at < 3 * core; at += 3) {
      const along = x * spans[at] + y * spans[at + 1] + z * spans[at + 2];
      if (core === BOX) {
        if (along < 0) min += along;
        else max += along;
      } else {
        if (along < min) min = along;
        if (along > max) max = along;
      }
    }
    this.extentMin = min;
    this.extentMax = max;
  }

  private take(depth: number, x: number, y: number, z: number): void {
    const direction = this.direction;
    if (!(depth < this.depth)) return;
    this.depth = depth;
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
  }

  private narrow(near: number, far: number, x: number, y: number, z: number): void {
    const normal = this.normal;
    if (far < this.far) this.far = far;
    if (!(near > this.near)) return;
    this.near = near;
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
  }
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

/** Writes an edge. The third edge of a triangle does not begin at vertex 0. */
function readEdge(shape: ConvexShape, edge: Index, out: Numbers): void {
  const spans = shape.spans;
  const isThird = shape.core === TRIANGLE && edge === 2;
  for (let k = 0; k < 3; k++) out[k] = isThird ? spans[3 + k] - spans[k] : spans[3 * edge + k];
}

/** Writes the way from the first vertex of a core to the farthest one, or zero if all vertices are at one place. */
function writeLine(shape: ConvexShape, out: Numbers): void {
  const vertices = shape.vertices;
  let farthest = 0.0;
  for (let at = 0; at < 3 * shape.vertexCount; at += 3) {
    const x = vertices[at] - vertices[0];
    const y = vertices[at + 1] - vertices[1];
    const z = vertices[at + 2] - vertices[2];
    const distance = length(x, y, z);
    if (at > 0 && !(distance > farthest)) continue;
    farthest = distance;
    out[0] = x;
    out[1] = y;
    out[2] = z;
  }
}
