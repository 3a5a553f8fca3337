/** The winding number of triangles around a point, without rounding, by a ray in any direction but those that touch an edge. */
import { exact } from './exact';
import type { Random } from './random';
import type { Corners } from './triangles';
import { each, type Triple } from './triple';

type Point = readonly [bigint, bigint, bigint];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sign = (value: bigint) => Number(value > 0n) - Number(value < 0n);

/** Triangles in integers. */
export class ExactMesh {
  readonly #triangles: readonly (readonly [Point, Point, Point])[];
  readonly #size: bigint;
  readonly #shift: bigint;

  /** @param triangles closed, of numbers that are multiples of 2^-`digits`, and so are the points. */
  constructor(triangles: readonly Corners[], digits = 1074) {
    this.#shift = BigInt(1074 - digits);
    this.#triangles = triangles.map(([a, b, c]) => [this.#read(a), this.#read(b), this.#read(c)]);
    const sizes = this.#triangles.flat(2).map((value) => (value < 0n ? -value : value));
    this.#size = sizes.reduce((most, size) => (size > most ? size : most), 1n);
  }

  #read(point: Triple): Point {
    const [x, y, z] = point.map((value) => {
      const whole = exact(value);
      if ((whole >> this.#shift) << this.#shift !== whole) throw new Error(`${value} has too many digits`);
      return whole >> this.#shift;
    });
    return [x, y, z];
  }

  /** Returns the winding number around a point, or null if the point is on a triangle. */
  windingOf(at: Triple, random: Random): number | null {
    const point = this.#read(at);
    if (this.#triangles.some((triangle) => isOn(triangle, point))) return null;
    for (;;) {
      const winding = this.#along(point, this.#wayOut(point, random));
      if (winding !== null) return winding;
    }
  }

  /** A way in a random direction that ends outside. */
  #wayOut(point: Point, random: Random): Point {
    const [x, y, z] = each(() => random.below(2 ** 30) - 2 ** 29).map(BigInt);
    const far = this.#size + point.reduce((most, value) => most + (value < 0n ? -value : value), 1n);
    return [2n * far * x + 1n, 2n * far * y, 2n * far * z];
  }

  /** Returns the sum of the crossings of a way, or null if it touches an edge. */
  #along(point: Point, way: Point): number | null {
    let sum = 0;
    for (const [a, b, c] of this.#triangles) {
      const [toA, toB, toC] = [minus(a, point), minus(b, point), minus(c, point)];
      // The volumes that the way spans with the three edges.
      const [ab, bc, ca] = [dot(way, cross(toA, toB)), dot(way, cross(toB, toC)), dot(way, cross(toC, toA))].map(sign);
      const least = Math.min(ab, bc, ca);
      const most = Math.max(ab, bc, ca);
      if (least < 0 && most > 0) continue;
      const normal = cross(minus(b, a), minus(c, a));
      const height = sign(dot(normal, toA));
      const speed = sign(dot(normal, way));
      // The triangle is behind, or the way does not come nearer to its plane. The point is not on it.
      if (speed !== 0 && height !== speed) continue;
      if (least === 0 || most === 0) return null;
      sum += speed;
    }
    return sum;
  }
}

/** Whether a point is on a triangle: in its plane, within its bounds, and not beside an edge in any projection along an axis. */
function isOn([a, b, c]: readonly [Point, Point, Point], point: Point): boolean {
  for (const k of [0, 1, 2] as const) {
    if (
      (a[k] < point[k] && b[k] < point[k] && c[k] < point[k]) ||
      (a[k] > point[k] && b[k] > point[k] && c[k] > point[k])
    )
      return false;
  }
  const [toA, toB, toC] = [minus(a, point), minus(b, point), minus(c, point)];
  const [ab, bc, ca] = [cross(toA, toB), cross(toB, toC), cross(toC, toA)];
  if (dot(toC, ab) !== 0n) return false;
  return [0, 1, 2].every((k) => {
    const signs = [ab, bc, ca].map((normal) => sign(normal[k]));
    return Math.min(...signs) >= 0 || Math.max(...signs) <= 0;
  });
}
