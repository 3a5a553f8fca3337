import type { Plane } from 'slabtree';

/** How far in front of a plane a point is, times the length of the normal: as the renderer decides what it discards. */
export function distanceTo({ normal, constant }: Plane, x: number, y: number, z: number): number {
  return normal.x * x + normal.y * y + normal.z * z + constant;
}
