import type { Aabb, Obb, Sphere } from 'slabtree';
import { boundsOf, type LoopBox } from './loop';
import { linearParts, placed, stretched, type LinearPart, transform } from './matrices';
import type { Random } from './random';
import { each, type Triple, vec } from './triple';
import { step } from './ulps';

const KINDS = Object.keys(linearParts) as LinearPart[];

/** The box as a user would pass it. */
export function boxOf({ min, max, matrix }: LoopBox): Aabb | Obb {
  const box = { min: vec(min), max: vec(max) };
  return matrix === null ? box : { ...box, matrix };
}

/** A shape near the boxes: it touches one exactly or nearly, contains some, or is one of them. */
export function shapeAmong(random: Random, boxes: readonly LoopBox[]): Aabb | Obb | Sphere {
  const some = boxes.length === 0 ? null : random.pick(boxes);
  const bounds = some === null ? { min: random.triple(-2, 0), max: random.triple(0, 2) } : boundsOf(some);
  const isBounded = [...bounds.min, ...bounds.max].every((value) => Number.isFinite(value));
  const { min, max } = isBounded ? bounds : { min: [-1, -1, -1] as const, max: [1, 1, 1] as const };
  const size = Math.max(...each((k) => max[k] / 2 - min[k] / 2), Number.MIN_VALUE);
  const reach = Math.min(size * random.pick([0, 0.5, 1, 3, 10, 100, 1e6]), Number.MAX_VALUE);
  const at: Triple = each((k) => random.pick([min[k], max[k], min[k] / 2 + max[k] / 2]));
  const point = each((k) => nudged(random, at[k]));
  switch (random.below(4)) {
    case 0:
      return sphereAt(random, point, at, reach);
    case 1:
      return some !== null && random.chance(0.2) ? boxOf(some) : obbAt(random, point, reach);
    default:
      return aabbAt(random, point, reach);
  }
}

function nudged(random: Random, value: number): number {
  if (random.chance(0.5)) return value;
  const beside = step(value, random.below(5) - 2);
  return Number.isFinite(beside) ? beside : value;
}

/** An AABB that begins at the point, ends at it or lies around it, on each axis. */
function aabbAt(random: Random, point: Triple, reach: number): Aabb {
  const ends = each(() => random.below(3));
  const min = each((k) => (ends[k] === 0 ? point[k] : point[k] - reach));
  const max = each((k) => (ends[k] === 1 ? point[k] : point[k] + reach));
  return { min: vec(finite(min)), max: vec(finite(max)) };
}

function obbAt(random: Random, point: Triple, reach: number): Obb {
  const half = each(() => random.pick([0, 1, 1, random.next()]));
  const scale = Math.max(reach, 1e-100);
  const linear = stretched(linearParts[random.pick(KINDS)](random), [scale, scale, scale]);
  // A corner, or the middle of the box, an edge or a face, is at the point.
  const towards = each(() => random.pick([-1, 0, 1]));
  const corner = transform(
    placed(linear, [0, 0, 0]),
    each((k) => half[k] * towards[k]),
  );
  const matrix = placed(linear, finite(each((k) => point[k] - corner[k])));
  const local: Triple = random.chance(0.2) ? random.triple(-3, 3) : [0, 0, 0];
  const box = {
    min: vec(each((k) => local[k] - half[k])),
    max: vec(each((k) => local[k] + half[k])),
  };
  const isFinite = matrix.every((value) => Number.isFinite(value));
  return { ...box, matrix: isFinite && isInvertible(matrix) ? matrix : placed([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]) };
}

/** A sphere whose surface goes through the point, or whose centre is the point. */
function sphereAt(random: Random, point: Triple, touched: Triple, reach: number): Sphere {
  if (random.chance(0.3)) return { center: vec(point), radius: reach };
  const direction = random.chance(0.5) ? random.direction() : each((k) => (k === 0 ? random.sign() : 0));
  const center = finite(each((k) => point[k] + reach * direction[k]));
  const distance = Math.hypot(...each((k) => center[k] - touched[k]));
  return { center: vec(center), radius: Number.isFinite(distance) ? Math.abs(nudged(random, distance)) : reach };
}

function finite(values: Triple): Triple {
  return each((k) => Math.min(Math.max(values[k], -Number.MAX_VALUE), Number.MAX_VALUE));
}

function isInvertible([a, d, g, , b, e, h, , c, f, i]: readonly number[]): boolean {
  const determinant = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g);
  return Number.isFinite(determinant) && Math.abs(determinant) > 1e-290;
}
