import { distanceToBox } from 'slabtree';
import type { Aabb, Obb, RoundedBox, Shape, Vec3 } from 'slabtree';
import { linearParts, type LinearPart, placed, transform } from './matrices';
import type { Random } from './random';
import { each, type Triple, vec } from './triple';

export const shapeKinds = ['point', 'sphere', 'capsule', 'triangle', 'aabb', 'obb', 'rounded'] as const;
export type ConvexKind = (typeof shapeKinds)[number];

/** Boxes that are not millions of times longer than wide. */
const KINDS: readonly LinearPart[] = ['identity', 'quarter turn', 'rotation', 'rotation and scale', 'mirror', 'shear'];

/**
 * Returns a shape near a place. Many are flat, needles or single points, and many have coordinates on a grid, so that faces and
 * edges are parallel, touch or are at equal distances.
 */
export function convexShape(random: Random, kind: ConvexKind, at: Triple, size: number): Shape {
  const isOnGrid = random.chance(0.4);
  const coordinate = (k: 0 | 1 | 2) =>
    at[k] + size * (isOnGrid ? random.pick([-1, -0.5, 0, 0.5, 1]) : random.between(-1, 1));
  const corner = () => vec(each(coordinate));
  const radius = random.pick([0, 0.5, 1]) * size * (isOnGrid ? 1 : random.next());
  switch (kind) {
    case 'point':
      return corner();
    case 'sphere':
      return { center: corner(), radius };
    case 'capsule': {
      const a = corner();
      return { a, b: random.chance(0.1) ? a : corner(), radius };
    }
    case 'triangle': {
      const a = corner();
      const b = corner();
      return { a, b, c: random.chance(0.1) ? b : corner() };
    }
    case 'aabb': {
      const [a, b] = [each(coordinate), each(coordinate)];
      return { min: vec(each((k) => Math.min(a[k], b[k]))), max: vec(each((k) => Math.max(a[k], b[k]))) };
    }
    case 'obb':
      return obbAt(random, at, size);
    case 'rounded':
      return { ...obbAt(random, at, size), radius };
  }
}

function obbAt(random: Random, at: Triple, size: number): Obb {
  const half = each(() => size * random.pick([0, 0.5, 1, random.next()]));
  for (;;) {
    const linear = linearParts[random.pick(KINDS)](random);
    const box = { min: vec(each((k) => -half[k])), max: vec(half), matrix: placed(linear, at) };
    if (hasInverse(box)) return box;
  }
}

/** Returns a shape that has moved by a share of a motion. */
export function moved(shape: Shape, motion: Vec3, t: number): Shape {
  const by = (point: Vec3): Vec3 => ({
    x: point.x + t * motion.x,
    y: point.y + t * motion.y,
    z: point.z + t * motion.z,
  });
  if ('min' in shape) {
    if (!('matrix' in shape)) return { ...shape, min: by(shape.min), max: by(shape.max) };
    const matrix = [...(shape.matrix as readonly number[])];
    matrix[12] += t * motion.x;
    matrix[13] += t * motion.y;
    matrix[14] += t * motion.z;
    return { ...shape, matrix };
  }
  if ('center' in shape) return { ...shape, center: by(shape.center) };
  if ('c' in shape) return { a: by(shape.a), b: by(shape.b), c: by(shape.c) };
  if ('a' in shape) return { ...shape, a: by(shape.a), b: by(shape.b) };
  return by(shape);
}

/** Returns the vertices of a shape's core, and the radius that rounds the core. */
export function coreOf(shape: Shape): { points: Triple[]; radius: number } {
  const triple = ({ x, y, z }: Vec3): Triple => [x, y, z];
  if ('min' in shape) return { points: cornersOf(shape), radius: (shape as Partial<RoundedBox>).radius ?? 0 };
  if ('center' in shape) return { points: [triple(shape.center)], radius: shape.radius };
  if ('c' in shape) return { points: [shape.a, shape.b, shape.c].map(triple), radius: 0 };
  if ('a' in shape) return { points: [shape.a, shape.b].map(triple), radius: shape.radius };
  return { points: [triple(shape)], radius: 0 };
}

function cornersOf(box: Aabb | Obb): Triple[] {
  const { min, max } = box;
  return Array.from({ length: 8 }, (_, i) => {
    const corner: Triple = [i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z];
    return 'matrix' in box ? transform(box.matrix as readonly number[], corner) : corner;
  });
}

/** Returns the least and the largest product of a shape's points and a direction of length 1. */
export function extentAlong(shape: Shape, { x, y, z }: Vec3): { least: number; most: number } {
  const { points, radius } = coreOf(shape);
  const products = points.map((point) => x * point[0] + y * point[1] + z * point[2]);
  return { least: Math.min(...products) - radius, most: Math.max(...products) + radius };
}

/** Returns how far shape a is in front of shape b along a direction: negative if they overlap along it. */
export function gapAlong(a: Shape, b: Shape, direction: Vec3): number {
  return extentAlong(a, direction).least - extentAlong(b, direction).most;
}

/** Returns the largest absolute value of a shape's coordinates, or its radius if that is larger. */
export function sizeOf(shape: Shape): number {
  const { points, radius } = coreOf(shape);
  return Math.max(radius, ...points.flat().map(Math.abs));
}

function hasInverse(box: Obb): boolean {
  try {
    distanceToBox(box, vec([0, 0, 0]));
    return true;
  } catch {
    return false;
  }
}
