import { CHILD, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { areaOfSlot } from './statistics';
import type { Tree } from './tree';

/** The sum of half the areas of the nodes that hang in the slots of some nodes. */
export function sumAreas({ nodes }: Tree, firstNode: number, endNode: number): number {
  let areas = 0;
  for (let node = firstNode; node < endNode; node++) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      if (nodes.int32[slot + CHILD] >= 0) areas += areaOfSlot(nodes, slot);
    }
  }
  return areas;
}
