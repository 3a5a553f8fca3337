import { BOX, type ConvexShape, POINT, SEGMENT, TRIANGLE } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';
import { TOPOLOGIES } from '../../flat/topology';
import { dot, length } from '../../shapes/vec3';
import { areBeside } from './boundsContact';
import { closestOnEdges } from './closestOnEdges';
import { closestPointOnAabb, closestPointOnObb } from '../closestPoint';
import { shareOf } from '../shares';
import { PRODUCT_ROUNDING } from '../tolerances';
import { closestOnTriangle } from '../triangles/closestPointOnTriangle';

/** A search of the closest points of two cores among all their features, and its working space. */
export class FeatureSearch {
  /** The point on the first core x y z, and the point on the second. They mean nothing if {@link find} returned 0. */
  readonly points: Numbers = new Float64Array(6);
  /**
   * The distance of the points, which are on the surfaces of the cores, also if the cores overlap. Infinity if one core is a point in
   * the other.
   */
  distance: number = Infinity;
  /** The closest point to a vertex. */
  private readonly point: Numbers = new Float64Array(3);
  /** The closest points of two edges. */
  private readonly onEdges: Numbers = new Float64Array(6);
  /** How far each vertex of the cores is along the axis. */
  private readonly alongA: Numbers = new Float64Array(8);
  private readonly alongB: Numbers = new Float64Array(8);
  private slack: number = NaN;

  /**
   * Returns the distance between the cores of two shapes, and writes their closest points to {@link points}. Returns 0 if the cores
   * overlap.
   *
   * Where two convex polyhedra are closest, a vertex of one is closest to a face of the other, or an edge to an edge. All such
   * pairs are tried, in a fixed order, and the first of equally close pairs counts: vertices of a and faces of b, faces of a and
   * vertices of b, edges and edges. If the cores are apart, the plane across the way between the closest points separates them. So if
   * this plane does not separate the cores, they overlap.
   *
   * Two features are no closer than their distance along an axis. Pairs that are farther apart along `axis` than the closest pair so far
   * are left out.
   *
   * @param axis a unit vector from b to a, preferably one along which the cores are apart.
   */
  find(a: ConvexShape, b: ConvexShape, axis: Numbers): number {
    this.distance = Infinity;
    for (let i = 0; i < 6; i++) this.points[i] = 0;
    if (a.core === POINT && (b.core === BOX || b.core === TRIANGLE)) return this.closestToPoint(a, b, 0);
    if (b.core === POINT && (a.core === BOX || a.core === TRIANGLE)) return this.closestToPoint(b, a, 3);
    project(a, axis, b.vertices, this.alongA);
    project(b, axis, b.vertices, this.alongB);
    this.slack = PRODUCT_ROUNDING * Math.max(a.size, b.size);
    this.tryVertices(a, this.alongA, b, this.alongB, 1, 0);
    this.tryVertices(b, this.alongB, a, this.alongA, -1, 3);
    if (this.distance > 0) this.tryEdges(a, b);
    return this.distance > 0 && (areBeside(a, b) || this.separates(a, b)) ? this.distance : 0;
  }

  /**
   * Does {@link find} for a point and a box or triangle, by the tests of `distanceToBox` and `distanceToTriangle`.
   *
   * @param at where the point is in {@link points}: 0 or 3.
   */
  private closestToPoint(a: ConvexShape, other: ConvexShape, at: Index): number {
    const points = this.points;
    const point = this.point;
    const x = a.vertices[0];
    const y = a.vertices[1];
    const z = a.vertices[2];
    const distance =
      other.core === TRIANGLE
        ? closestOnTriangle(other.vertices, 0, 3, 6, x, y, z, point)
        : closestOnBox(other, x, y, z, point);
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
    for (let k = 0; k < 3; k++) points[3 - at + k] = point[k];
    this.distance = distance > 0 ? distance : Infinity;
    return distance;
  }

  /**
   * Tries each vertex of a core with another core. @param sign 1 if the axis goes from the other core to this one, or else -1.
   *
   * @param at where the vertex is in {@link points}: 0 or 3.
   */
  private tryVertices(
    core: ConvexShape,
    along: Numbers,
    other: ConvexShape,
    otherAlong: Numbers,
    sign: number,
    at: Index,
  ): void {
    const vertices = core.vertices;
    const otherCore = other.core;
    const point = this.point;
    const farthest = mostAlong(other, otherAlong, sign);
    // No feature is closer than a feature that touches.
    for (let vertex = 0; vertex < core.vertexCount && this.distance > 0; vertex++) {
      if (sign * along[vertex] - farthest > this.distance + this.slack) continue;
      const x = vertices[3 * vertex];
      const y = vertices[3 * vertex + 1];
      const z = vertices[3 * vertex + 2];
      if (otherCore === BOX) {
        const distance = closestOnBox(other, x, y, z, point);
        // The closest point of a box to a vertex in it is the vertex. Its closest point on the surface is on a triangle.
        if (distance > 0) {
          this.takePoint(distance, x, y, z, at);
          continue;
        }
      }
      if (otherCore === SEGMENT || otherCore === POINT) this.tryOnEdge(other, x, y, z, at);
      else this.tryTriangles(other, otherAlong, sign * along[vertex], sign, x, y, z, at);
    }
  }

  private tryTriangles(
    other: ConvexShape,
    otherAlong: Numbers,
    along: number,
    sign: number,
    x: number,
    y: number,
    z: number,
    at: Index,
  ): void {
    const point = this.point;
    const triangles = TOPOLOGIES[other.core].triangles;
    for (let t = 0; t < triangles.length; t += 3) {
      const u = triangles[t];
      const v = triangles[t + 1];
      const w = triangles[t + 2];
      const most = Math.max(sign * otherAlong[u], Math.max(sign * otherAlong[v], sign * otherAlong[w]));
      if (along - most > this.distance + this.slack) continue;
      this.takePoint(closestOnTriangle(other.vertices, 3 * u, 3 * v, 3 * w, x, y, z, point), x, y, z, at);
    }
  }

  /** Tries a point with the only edge of a segment, or with a point. */
  private tryOnEdge(other: ConvexShape, x: number, y: number, z: number, at: Index): void {
    const vertices = other.vertices;
    const point = this.point;
    const fromX = vertices[0];
    const fromY = vertices[1];
    const fromZ = vertices[2];
    const end = other.core === SEGMENT ? 3 : 0;
    const uX = other.spans[0];
    const uY = other.spans[1];
    const uZ = other.spans[2];
    const square = dot(uX, uY, uZ, uX, uY, uZ);
    const share = end === 0 ? 0 : shareOf(dot(uX, uY, uZ, x - fromX, y - fromY, z - fromZ), square);
    point[0] = between(fromX, vertices[end], share);
    point[1] = between(fromY, vertices[end + 1], share);
    point[2] = between(fromZ, vertices[end + 2], share);
    this.takePoint(length(x - point[0], y - point[1], z - point[2]), x, y, z, at);
  }

  /**
   * Takes a vertex and the point in {@link point} if they are closer than the closest so far. The point is NaN if products have
   * underflowed: on a triangle that is more than 1e100 times as long as wide.
   */
  private takePoint(distance: number, x: number, y: number, z: number, at: Index): void {
    const points = this.points;
    const point = this.point;
    if (!(distance < this.distance) || isNaN(point[0] + point[1] + point[2])) return;
    this.distance = distance;
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
    points[3 - at] = point[0];
    points[4 - at] = point[1];
    points[5 - at] = point[2];
  }

  /** Tries each edge of a shape with each edge of another one. */
  private tryEdges(a: ConvexShape, b: ConvexShape): void {
    const alongA = this.alongA;
    const alongB = this.alongB;
    const edgesA = TOPOLOGIES[a.core].edges;
    const edgesB = TOPOLOGIES[b.core].edges;
    for (let i = 0; i < edgesA.length; i += 2) {
      const a0 = edgesA[i];
      const a1 = edgesA[i + 1];
      const least = Math.min(alongA[a0], alongA[a1]);
      for (let j = 0; j < edgesB.length; j += 2) {
        const b0 = edgesB[j];
        const b1 = edgesB[j + 1];
        if (least - Math.max(alongB[b0], alongB[b1]) > this.distance + this.slack) continue;
        this.tryEdge(a.vertices, 3 * a0, 3 * a1, b.vertices, 3 * b0, 3 * b1);
      }
    }
  }

  /**
   * Tries two edges between their ends. The ends of edges are vertices, which are tried with the other core: they give the closest points
   * of parallel edges, too.
   */
  private tryEdge(a: Numbers, a0: Index, a1: Index, b: Numbers, b0: Index, b1: Index): void {
    const found = this.onEdges;
    if (!closestOnEdges(a, a0, a1, b, b0, b1, found)) return;
    const distance = length(found[0] - found[3], found[1] - found[4], found[2] - found[5]);
    if (!(distance < this.distance)) return;
    this.distance = distance;
    for (let i = 0; i < 6; i++) this.points[i] = found[i];
  }

  /** Returns whether a plane across the way between the {@link points} has the two cores on different sides. */
  private separates(a: ConvexShape, b: ConvexShape): boolean {
    const points = this.points;
    const x = points[0] - points[3];
    const y = points[1] - points[4];
    const z = points[2] - points[5];
    return this.leastAlong(a, x, y, z) > -this.leastAlong(b, -x, -y, -z);
  }

  /** Returns the least product of a vertex of a core and a direction, relative to the second of the {@link points}. */
  private leastAlong(shape: ConvexShape, x: number, y: number, z: number): number {
    const points = this.points;
    const vertices = shape.vertices;
    let least = Infinity;
    for (let at = 0; at < 3 * shape.vertexCount; at += 3) {
      const along = dot(x, y, z, vertices[at] - points[3], vertices[at + 1] - points[4], vertices[at + 2] - points[5]);
      if (along < least) least = along;
    }
    return least;
  }
}

/** Writes the products of the vertices of a core and an axis, relative to a point. */
function project(shape: ConvexShape, axis: Numbers, from: Numbers, out: Numbers): void {
  const vertices = shape.vertices;
  for (let vertex = 0; vertex < shape.vertexCount; vertex++) {
    const at = 3 * vertex;
    const x = vertices[at] - from[0];
    const y = vertices[at + 1] - from[1];
    const z = vertices[at + 2] - from[2];
    out[vertex] = dot(axis[0], axis[1], axis[2], x, y, z);
  }
}

/** Writes the point of a box that is closest to another point. Returns their distance. */
function closestOnBox(box: ConvexShape, x: number, y: number, z: number, out: Numbers): number {
  return box.isOriented
    ? closestPointOnObb(box.record, 0, x, y, z, out)
    : closestPointOnAabb(box.record, 0, x, y, z, out);
}

/** Returns how far along the axis, or against it, a core reaches. */
function mostAlong(shape: ConvexShape, along: Numbers, sign: number): number {
  let most = -Infinity;
  for (let vertex = 0; vertex < shape.vertexCount; vertex++) most = Math.max(most, sign * along[vertex]);
  return most;
}

/** Returns the coordinate at a share of the way between two others. It is exactly one of them at 0 and 1. */
function between(start: number, end: number, share: number): number {
  return share === 1 ? end : start + share * (end - start);
}
