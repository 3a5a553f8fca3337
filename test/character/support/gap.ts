import type { Capsule, Vec3 } from 'slabtree';
import { meshOf, type Piece } from './pieces';

/** A piece whose distance is measured, by formulas of its own: nothing of slabtree is called. */
export interface MeasuredPiece {
  readonly triangles: readonly Facet[];
  readonly min: Vec3;
  readonly max: Vec3;
}

interface Facet {
  readonly corners: readonly [Vec3, Vec3, Vec3];
  readonly normal: Vec3;
}

export function measured(piece: Piece): MeasuredPiece {
  const { corners, index } = meshOf(piece);
  const triangles: Facet[] = [];
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [corners[index[i]], corners[index[i + 1]], corners[index[i + 2]]];
    const across = cross(minus(b, a), minus(c, a));
    const size = Math.hypot(across.x, across.y, across.z);
    const normal = { x: across.x / size, y: across.y / size, z: across.z / size };
    triangles.push({ corners: [a, b, c], normal });
  }
  const bound = (choose: (...numbers: number[]) => number) => ({
    x: choose(...corners.map(({ x }) => x)),
    y: choose(...corners.map(({ y }) => y)),
    z: choose(...corners.map(({ z }) => z)),
  });
  return { triangles, min: bound(Math.min), max: bound(Math.max) };
}

/** Returns the gap between a capsule and the surface of a piece, or Infinity if it is more than `reach`. */
export function gapTo({ triangles, min, max }: MeasuredPiece, { a, b, radius }: Capsule, reach: number): number {
  const wide = radius + reach;
  if (Math.max(a.x, b.x) + wide < min.x || Math.min(a.x, b.x) - wide > max.x) return Infinity;
  if (Math.max(a.y, b.y) + wide < min.y || Math.min(a.y, b.y) - wide > max.y) return Infinity;
  if (Math.max(a.z, b.z) + wide < min.z || Math.min(a.z, b.z) - wide > max.z) return Infinity;
  let square = Infinity;
  for (const facet of triangles) square = Math.min(square, squareToFacet(facet, a, b, wide));
  const gap = Math.sqrt(square) - radius;
  return gap > reach ? Infinity : gap;
}

/** Returns the height of the lowest point of a sphere that is lowered onto pieces, in the middle of a place. */
export function heightOver(pieces: readonly MeasuredPiece[], radius: number, { x, z }: Vec3): number {
  let touches = -10;
  let above = 10;
  for (let i = 0; i < 50; i++) {
    const y = (touches + above) / 2;
    const point = { x, y, z };
    const isAbove = pieces.every((piece) => gapTo(piece, { a: point, b: { x, y: 20, z }, radius }, 1) > 0);
    if (isAbove) above = y;
    else touches = y;
  }
  return above - radius;
}

/** Returns the square of the distance between a segment and a triangle, or Infinity if their planes are further apart than `wide`. */
function squareToFacet({ corners, normal }: Facet, a: Vec3, b: Vec3, wide: number): number {
  const heightA = dot(normal, minus(a, corners[0]));
  const heightB = dot(normal, minus(b, corners[0]));
  if (Math.min(heightA, heightB) > wide || Math.max(heightA, heightB) < -wide) return Infinity;
  if (heightA * heightB <= 0 && heightA !== heightB) {
    const share = heightA / (heightA - heightB);
    if (isAbove(corners, normal, between(a, b, share))) return 0;
  }
  let square = Infinity;
  if (isAbove(corners, normal, a)) square = heightA * heightA;
  if (isAbove(corners, normal, b)) square = Math.min(square, heightB * heightB);
  for (let i = 0; i < 3; i++) square = Math.min(square, squareBetween(corners[i], corners[(i + 1) % 3], a, b));
  return square;
}

/** Whether the point of the triangle's plane that is closest to a point is in the triangle. */
function isAbove(corners: readonly [Vec3, Vec3, Vec3], normal: Vec3, point: Vec3): boolean {
  return corners.every((from, i) => {
    const along = minus(corners[(i + 1) % 3], from);
    return dot(cross(along, minus(point, from)), normal) >= 0;
  });
}

/** Returns the square of the distance between two segments. The places on them are minimized in turn, which is exact for two. */
function squareBetween(p: Vec3, q: Vec3, a: Vec3, b: Vec3): number {
  const d = minus(q, p);
  const e = minus(b, a);
  const r = minus(p, a);
  const dd = dot(d, d);
  const ee = dot(e, e);
  const de = dot(d, e);
  const determinant = dd * ee - de * de;
  const onFirst = determinant > 0 ? limited((de * dot(e, r) - ee * dot(d, r)) / determinant) : 0;
  const onSecond = ee > 0 ? limited((de * onFirst + dot(e, r)) / ee) : 0;
  const again = dd > 0 ? limited((de * onSecond - dot(d, r)) / dd) : 0;
  const way = minus(between(p, q, again), between(a, b, onSecond));
  return dot(way, way);
}

function limited(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function between(a: Vec3, b: Vec3, share: number): Vec3 {
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y), z: a.z + share * (b.z - a.z) };
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}
