/**
 * The gap between two shapes without rounding, also while one of them moves: to judge the pair functions by another method. All
 * numbers are integers, in units of a power of two, until the last step: a quotient, a square root and the radii.
 */
import type { Shape, Vec3 } from 'slabtree';
import { exact } from './exact';

/** The vertices at the ends of edges in all directions, by how many vertices a core has. */
const EDGES: Record<number, readonly (readonly [number, number])[]> = {
  1: [],
  2: [[0, 1]],
  3: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
  8: [
    [0, 1],
    [0, 2],
    [0, 4],
  ],
};

type Vector = readonly [x: bigint, y: bigint, z: bigint];

/** The core of a shape: its vertices and the directions of its edges. */
interface Core {
  readonly vertices: readonly Vector[];
  readonly edges: readonly Vector[];
}

/** How a shape moves: from the share `from` of the motion to the share `to`. */
export interface Way {
  readonly motion: Vec3;
  readonly from: number;
  readonly to: number;
}

const STILL: Way = { motion: { x: 0, y: 0, z: 0 }, from: 0, to: 0 };

/**
 * Returns the least gap between a moving shape and another one, as exactly as one number can be: the distance of their cores minus
 * their radii. If the cores overlap, their distance is the negative of their depth, the length of the shortest translation that
 * parts them.
 *
 * A core that moves covers its Minkowski sum with the way: another convex core.
 */
export function exactGap(shape: Shape, other: Shape, way: Way = STILL, margin = 0): number {
  const unit = unitOf([shape, other, way].flatMap(numbersOf));
  const a = movedCore(coreOf(shape, unit), way, unit);
  const b = coreOf(other, unit);
  return coreGap(a, b, unit) - (radiusOf(shape) + radiusOf(other) + margin);
}

/** Returns whether the cores of two shapes have a point in common, without any rounding. */
export function coresMeet(shape: Shape, other: Shape): boolean {
  const unit = unitOf([shape, other].flatMap(numbersOf));
  return leastPoint(coreOf(shape, unit).vertices, coreOf(other, unit).vertices).square === 0n;
}

function coreGap(a: Core, b: Core, unit: number): number {
  const { square, divisor } = leastPoint(a.vertices, b.vertices);
  // Coordinates are products of two numbers.
  return square > 0n ? rootOf(square, divisor, 2 * unit) : -depthOf(a, b, unit);
}

function radiusOf(shape: Shape): number {
  return 'radius' in shape ? shape.radius : 0;
}

function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}

/** Returns the largest exponent, 0 or less, such that all numbers are multiples of this power of two. */
function unitOf(numbers: readonly number[]): number {
  let unit = 0;
  for (const value of numbers) {
    if (value === 0) continue;
    const [, high] = new Uint32Array(Float64Array.of(value).buffer);
    unit = Math.min(unit, Math.max((high >>> 20) & 0x7ff, 1) - 1075);
  }
  return unit;
}

/** Returns a number in units of a power of two. */
function integer(value: number, unit: number): bigint {
  return exact(value) >> BigInt(1074 + unit);
}

function integers({ x, y, z }: Vec3, unit: number): Vector {
  return [integer(x, unit), integer(y, unit), integer(z, unit)];
}

/** Returns the core of a shape, in units of 2^(2 unit). */
function coreOf(shape: Shape, unit: number): Core {
  const one = integer(1, unit);
  const vertex = (point: Vec3) => times(integers(point, unit), one);
  let vertices: Vector[];
  if ('min' in shape) {
    const [min, max] = [integers(shape.min, unit), integers(shape.max, unit)];
    const matrix = 'matrix' in shape ? (shape.matrix as readonly number[]).map((value) => integer(value, unit)) : null;
    vertices = Array.from({ length: 8 }, (_, i) => {
      const corner: Vector = [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]];
      return matrix === null ? times(corner, one) : placed(matrix, corner, one);
    });
  } else if ('center' in shape) vertices = [vertex(shape.center)];
  else if ('c' in shape) vertices = [vertex(shape.a), vertex(shape.b), vertex(shape.c)];
  else if ('a' in shape) vertices = [vertex(shape.a), vertex(shape.b)];
  else vertices = [vertex(shape)];
  return { vertices, edges: EDGES[vertices.length].map(([from, to]) => minus(vertices[to], vertices[from])) };
}

function placed(m: readonly bigint[], [x, y, z]: Vector, one: bigint): Vector {
  const row = (k: number) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k] * one;
  return [row(0), row(1), row(2)];
}

function movedCore({ vertices, edges }: Core, { motion, from, to }: Way, unit: number): Core {
  const way = integers(motion, unit);
  const start = times(way, integer(from, unit));
  const atStart = vertices.map((vertex) => plus(vertex, start));
  if (from === to) return { vertices: atStart, edges };
  const end = times(way, integer(to, unit));
  return {
    vertices: [...atStart, ...vertices.map((vertex) => plus(vertex, end))],
    edges: [...edges, way],
  };
}

/**
 * Returns the square of the least distance between two sets of vertices' convex hulls, and a divisor of it. This is the point of the
 * hull of all differences that is closest to 0 (Gilbert, Johnson and Keerthi, "A Fast Procedure for Computing the Distance Between
 * Complex Objects in Three-Dimensional Space", 1988). Without rounding, each step comes closer, so the search ends.
 */
function leastPoint(a: readonly Vector[], b: readonly Vector[]): { square: bigint; divisor: bigint } {
  let simplex: Vector[] = [minus(a[0], b[0])];
  for (;;) {
    const { corners, point, divisor } = leastOfSimplex(simplex);
    const square = dot(point, point);
    if (square === 0n) return { square, divisor: 1n };
    const next = minus(lowest(a, point), lowest(b, times(point, -1n)));
    if (dot(next, point) * divisor >= square) return { square, divisor: divisor * divisor };
    simplex = [...corners, next];
  }
}

function lowest(points: readonly Vector[], direction: Vector): Vector {
  let lowestPoint = points[0];
  let least = dot(lowestPoint, direction);
  for (const point of points) {
    const along = dot(point, direction);
    if (along >= least) continue;
    least = along;
    lowestPoint = point;
  }
  return lowestPoint;
}

/** The point of a simplex that is closest to 0, times a positive divisor, and the corners between which it is. */
interface LeastOfSimplex {
  readonly corners: Vector[];
  readonly point: Vector;
  readonly divisor: bigint;
}

/** Finds the closest point of up to four corners: of all subsets the one whose closest point no corner is nearer than. */
function leastOfSimplex(simplex: readonly Vector[]): LeastOfSimplex {
  for (let subset = 1; subset < 1 << simplex.length; subset++) {
    const corners = simplex.filter((_, i) => (subset >> i) & 1);
    const found = closestBetween(corners);
    if (found === null) continue;
    const { point, divisor } = found;
    const square = dot(point, point);
    if (simplex.every((corner) => dot(corner, point) * divisor >= square)) return { corners, point, divisor };
  }
  throw new Error('a simplex has a point that is closest to 0');
}

/** Returns the point that is closest to 0 on the line, plane or space through some corners, if it is between them. */
function closestBetween(corners: readonly Vector[]): { point: Vector; divisor: bigint } | null {
  const [a, b, c, d] = corners;
  switch (corners.length) {
    case 1:
      return { point: a, divisor: 1n };
    case 2: {
      const edge = minus(b, a);
      const [shareA, shareB] = [dot(b, edge), -dot(a, edge)];
      return shareA > 0n && shareB > 0n
        ? { point: plus(times(a, shareA), times(b, shareB)), divisor: dot(edge, edge) }
        : null;
    }
    case 3: {
      const normal = cross(minus(b, a), minus(c, a));
      const shares = [dot(normal, cross(b, c)), dot(normal, cross(c, a)), dot(normal, cross(a, b))];
      return shares.every((share) => share > 0n)
        ? { point: times(normal, dot(normal, a)), divisor: dot(normal, normal) }
        : null;
    }
    default: {
      const shares = [dot(b, cross(c, d)), -dot(a, cross(c, d)), dot(a, cross(b, d)), -dot(a, cross(b, c))];
      const isInside = shares.every((share) => share > 0n) || shares.every((share) => share < 0n);
      return isInside ? { point: [0n, 0n, 0n], divisor: 1n } : null;
    }
  }
}

/**
 * Returns the length of the shortest translation that parts two cores which touch or overlap. It is across a face of the polyhedron
 * of all differences, which is parallel to two of the edges. If all edges are in one plane, it is 0.
 */
function depthOf(a: Core, b: Core, unit: number): number {
  let least = Infinity;
  const edges = [...a.edges, ...b.edges];
  for (const [i, u] of edges.entries()) {
    for (const v of edges.slice(i + 1)) {
      const axis = cross(u, v);
      const square = dot(axis, axis);
      if (square === 0n) continue;
      const way = leastWay(a.vertices, b.vertices, axis);
      if (way === 0n) return 0;
      least = Math.min(least, rootOf(way * way, square, 2 * unit));
    }
  }
  return least === Infinity ? 0 : least;
}

/** Returns the shorter of both ways along an axis that part two sets of points, times the length of the axis. */
function leastWay(a: readonly Vector[], b: readonly Vector[], axis: Vector): bigint {
  const opposite = times(axis, -1n);
  const along = dot(minus(lowest(b, opposite), lowest(a, axis)), axis);
  const against = dot(minus(lowest(b, axis), lowest(a, opposite)), opposite);
  return along < against ? along : against;
}

function plus([aX, aY, aZ]: Vector, [bX, bY, bZ]: Vector): Vector {
  return [aX + bX, aY + bY, aZ + bZ];
}

function minus([aX, aY, aZ]: Vector, [bX, bY, bZ]: Vector): Vector {
  return [aX - bX, aY - bY, aZ - bZ];
}

function times([x, y, z]: Vector, factor: bigint): Vector {
  return [x * factor, y * factor, z * factor];
}

function dot([aX, aY, aZ]: Vector, [bX, bY, bZ]: Vector): bigint {
  return aX * bX + aY * bY + aZ * bZ;
}

function cross([aX, aY, aZ]: Vector, [bX, bY, bZ]: Vector): Vector {
  return [aY * bZ - aZ * bY, aZ * bX - aX * bZ, aX * bY - aY * bX];
}

/** Returns the root of a quotient, times a power of two. */
function rootOf(above: bigint, below: bigint, exponent: number): number {
  // The quotient gets at least 120 bits, and an even power of two.
  const shift = 2n * ((sizeOf(below) - sizeOf(above)) / 2n + 60n);
  const quotient = shift > 0n ? (above << shift) / below : above / (below << -shift);
  const power = exponent - Number(shift) / 2;
  // In two steps, so that a power beyond float64 does not spoil a result within.
  const half = Math.trunc(power / 2);
  return Math.sqrt(Number(quotient)) * 2 ** half * 2 ** (power - half);
}

/** Returns about how many bits a positive integer has. */
function sizeOf(value: bigint): bigint {
  return 4n * BigInt(value.toString(16).length);
}
