import type { Vec3 } from 'slabtree';

/** As `parseVec3` reads it: `1,-2.5,3`. */
export function textOfVec3({ x, y, z }: Vec3): string {
  return `${x},${y},${z}`;
}
