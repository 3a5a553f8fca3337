import type { Aabb, BoxScene, Capsule, Sphere, Vec3 } from 'slabtree';
import { randomDirection, seededRandom } from '../random';

export const shapeKinds = ['sphere', 'capsule', 'box'] as const;
export type ShapeKind = (typeof shapeKinds)[number];

/** A shape at a place, and how far it moves. A capsule is upright. */
export interface ShapeMotion {
  readonly kind: ShapeKind;
  readonly at: Vec3;
  readonly way: Vec3;
}

/** The sizes of all shapes: a ball, a person and a crate. */
export const RADIUS = 0.4;
export const HALF_HEIGHT = 0.5;
export const HALF_SIZE: Vec3 = { x: 0.5, y: 0.3, z: 0.4 };

/** The shape as slabtree takes it. */
export function shapeOf({ kind, at: { x, y, z } }: ShapeMotion): Sphere | Capsule | Aabb {
  if (kind === 'sphere') return { center: { x, y, z }, radius: RADIUS };
  if (kind === 'capsule') return { a: { x, y: y - HALF_HEIGHT, z }, b: { x, y: y + HALF_HEIGHT, z }, radius: RADIUS };
  const half = HALF_SIZE;
  return {
    min: { x: x - half.x, y: y - half.y, z: z - half.z },
    max: { x: x + half.x, y: y + half.y, z: z + half.z },
  };
}

/** Motions in any direction, of a length, that begin anywhere where the shape touches nothing. */
export function motionsIn(
  scene: BoxScene,
  kind: ShapeKind,
  length: number,
  count: number,
  place: (random: () => number) => Vec3,
): ShapeMotion[] {
  const random = seededRandom(31);
  const motions: ShapeMotion[] = [];
  while (motions.length < count) {
    const [x, y, z] = randomDirection(random);
    const motion = { kind, at: single(place(random)), way: single({ x: x * length, y: y * length, z: z * length }) };
    if (scene.overlap(shapeOf(motion)).size === 0) motions.push(motion);
  }
  return motions;
}

/** Float32 numbers, so that no contender has to round. */
function single({ x, y, z }: Vec3): Vec3 {
  return { x: Math.fround(x), y: Math.fround(y), z: Math.fround(z) };
}
