import { exact } from './exact';
import type { Triple } from './triple';

/** A triangle in the tests: its corners. */
export type Corners = readonly [a: Triple, b: Triple, c: Triple];

type ExactTriple = readonly [x: bigint, y: bigint, z: bigint];

/** The difference of two points, times 2^1074, exactly. */
function wayTo(from: Triple, to: Triple): ExactTriple {
  return [exact(to[0]) - exact(from[0]), exact(to[1]) - exact(from[1]), exact(to[2]) - exact(from[2])];
}

function triple([ax, ay, az]: ExactTriple, [bx, by, bz]: ExactTriple, [cx, cy, cz]: ExactTriple): bigint {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/**
 * The signed volumes between a ray's direction and each edge, seen from its origin, in the order of the opposite corners.
 * Exactly, and times 2^(3 · 1074). All are positive if the line goes through the front.
 */
export function volumesOf(origin: Triple, direction: Triple, [a, b, c]: Corners): readonly bigint[] {
  const along = wayTo([0, 0, 0], direction);
  const [toA, toB, toC] = [wayTo(origin, a), wayTo(origin, b), wayTo(origin, c)];
  return [triple(along, toC, toB), triple(along, toA, toC), triple(along, toB, toA)];
}

/** The t at which a line meets the plane of a triangle, as exactly as one number can be. NaN if it is parallel. */
export function exactT(origin: Triple, direction: Triple, [a, b, c]: Corners): number {
  const [ab, ac] = [wayTo(a, b), wayTo(a, c)];
  const below = triple(wayTo([0, 0, 0], direction), ab, ac);
  const above = triple(wayTo(origin, a), ab, ac);
  return below === 0n ? NaN : ratio(above, below);
}

/** A quotient of whole numbers, with 100 bits after the point. */
export function ratio(above: bigint, below: bigint): number {
  return Number((above << 100n) / below) / 2 ** 100;
}

function dot([ax, ay, az]: ExactTriple, [bx, by, bz]: ExactTriple): bigint {
  return ax * bx + ay * by + az * bz;
}

function cross([ax, ay, az]: ExactTriple, [bx, by, bz]: ExactTriple): ExactTriple {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/**
 * The distance of a point from a triangle, by another method in exact arithmetic: the least of those from its edges, and
 * from its plane if the point is above the inside. For distances from 1e-50 to 1e50.
 */
export function exactDistance([a, b, c]: Corners, point: Triple): number {
  const squares = [fromEdge(a, b, point), fromEdge(b, c, point), fromEdge(c, a, point)];
  const normal = cross(wayTo(a, b), wayTo(a, c));
  const height = dot(normal, wayTo(a, point));
  const isInside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => dot(normal, cross(wayTo(from, to), wayTo(from, point))) >= 0n);
  if (isInside && dot(normal, normal) > 0n) squares.push(squareRatio(height * height, dot(normal, normal)));
  return Math.sqrt(Math.min(...squares));
}

function fromEdge(from: Triple, to: Triple, point: Triple): number {
  const [edge, way] = [wayTo(from, to), wayTo(from, point)];
  const along = dot(edge, way);
  if (along <= 0n) return squareRatio(dot(way, way), 1n);
  const back = wayTo(to, point);
  if (along >= dot(edge, edge)) return squareRatio(dot(back, back), 1n);
  return squareRatio(dot(way, way) * dot(edge, edge) - along * along, dot(edge, edge));
}

/** A quotient that is a square of lengths, each times 2^1074. */
function squareRatio(above: bigint, below: bigint): number {
  return Number((above << 400n) / (below << (2n * 1074n))) / 2 ** 400;
}
