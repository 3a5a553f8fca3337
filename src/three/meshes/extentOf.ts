import type { Mesh } from 'slabtree';

/** No vertex of a mesh is farther from the origin. */
export function extentOf({ bounds: { min, max } }: Mesh): number {
  return Math.max(-min.x, max.x) + Math.max(-min.y, max.y) + Math.max(-min.z, max.z);
}
