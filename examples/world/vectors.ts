import type { Vec3 } from 'slabtree';

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/** The vector scaled to length 1. */
export function unit({ x, y, z }: Vec3): Vec3 {
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length };
}
