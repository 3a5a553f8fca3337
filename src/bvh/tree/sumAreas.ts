import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { areaOfSlot } from './areaOfSlot';
import type { Nodes } from './nodes';

/** The sum of half the areas of what hangs in the slots of some nodes: of nodes, or of boxes, too. */
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
