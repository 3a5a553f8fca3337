/** Pairs of shapes of all kinds, one of which moves past the other, for the tests of the pair functions. */
import type { Shape, Vec3 } from 'slabtree';
import { type ConvexKind, convexShape, coreOf, moved, sizeOf } from './convexShapes';
import type { Random } from './random';
import { each, type Triple, vec } from './triple';

/** The kinds of shape that move, and those that stand still: the boxes and triangles of scenes. */
export const movingKinds = ['point', 'sphere', 'capsule', 'aabb', 'obb', 'rounded', 'triangle'] as const;
export const stillKinds = ['aabb', 'obb', 'triangle'] as const;

/** All pairs of kinds, as arguments of `it.each`. */
export const pairKinds = movingKinds.flatMap((moving) => stillKinds.map((still) => [moving, still] as const));

/** A shape that moves by `motion`, and another one that stands still. */
export interface MovingPair {
  readonly shape: Shape;
  readonly motion: Vec3;
  readonly other: Shape;
}

/**
 * Returns a shape a point of which passes a point of another one: at its radius, deeper or farther away, along an axis or not, from
 * near or far.
 */
export function movingPair(random: Random, moving: ConvexKind, still: ConvexKind): MovingPair {
  const size = random.pick([1, 1, 1, 1e-5, 1e5]);
  const at = random.pick<Triple>([[0, 0, 0], random.triple(-10 * size, 10 * size)]);
  const other = convexShape(random, still, at, size);
  const shape = withRadius(random, convexShape(random, moving, [0, 0, 0], size * random.pick([1, 1, 0.1, 3])), size);
  const [from, to] = [pointOfCore(random, shape), pointOfCore(random, other)];
  const { radius } = coreOf(shape);
  const direction = random.pick<Triple>([random.direction(), [1, 0, 0], [0, -1, 0]]);
  const aside = random.direction();
  const off = radius * random.pick([0, 0.5, 0.99, 1.01, random.between(-2, 2)]);
  const start = random.pick([2, 5, 1000, 0.2]) * (size + radius);
  const length = random.pick([1, 2, 0.7, 100]) * start;
  const place = vec(each((k) => to[k] - from[k] + off * aside[k] - start * direction[k]));
  return { shape: moved(shape, place, 1), motion: vec(each((k) => length * direction[k])), other };
}

/** Gives a shape with a radius sometimes a tiny one, or none. */
function withRadius(random: Random, shape: Shape, size: number): Shape {
  return 'radius' in shape && random.chance(0.3) ? { ...shape, radius: size * random.pick([0, 1e-8, 1e-3]) } : shape;
}

/** Returns a vertex of a shape's core, or a point between two of them. */
function pointOfCore(random: Random, shape: Shape): Triple {
  const { points } = coreOf(shape);
  const [p, q] = [random.pick(points), random.pick(points)];
  const share = random.pick([0, 1, 0.5, random.next()]);
  return each((k) => p[k] + share * (q[k] - p[k]));
}

/** Returns the largest coordinate or radius of two shapes, before and after a share of a motion: what rounding is measured by. */
export function numbersOf({ shape, motion, other }: MovingPair, t = 0): number {
  return Math.max(sizeOf(shape), sizeOf(moved(shape, motion, t)), sizeOf(other));
}
