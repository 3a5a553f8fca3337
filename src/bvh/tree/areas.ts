import { CHILD, EMPTY, NODE_SHIFT, WIDTH, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import type { Nodes } from './nodes';

/**
 * Returns the sum of half the surface areas of the slots of some nodes: of all slots with child nodes, and if
 * `withBoxes`, of slots with boxes, too.
 */
export function sumAreas(nodes: Nodes, firstNode: number, endNode: number, withBoxes: boolean): number {
  let areas = 0;
  for (let node = firstNode; node < endNode; node++) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = nodes.int32[slot + CHILD];
      if (child === EMPTY) break;
      if (child >= 0 || withBoxes) areas += areaOfSlot(nodes, slot);
    }
  }
  return areas;
}

/** Returns half the surface area of a slot's bounds. */
export function areaOfSlot({ float32 }: Nodes, slot: number): number {
  return halfArea(
    float32[slot + MAX_X] - float32[slot + MIN_X],
    float32[slot + MAX_Y] - float32[slot + MIN_Y],
    float32[slot + MAX_Z] - float32[slot + MIN_Z],
  );
}

/** The largest extent of a box in a surface area. Clamping extents keeps the areas of unbounded boxes finite. */
const LARGEST_EXTENT = 1e100;

/** Returns half the surface area of a box, given its extents: the weight of the surface area heuristic (SAH). */
export function halfArea(x: number, y: number, z: number): number {
  const width = Math.min(x, LARGEST_EXTENT);
  const height = Math.min(y, LARGEST_EXTENT);
  const depth = Math.min(z, LARGEST_EXTENT);
  return width * height + height * depth + depth * width;
}
