import { CHILD, EMPTY, NODE_SHIFT, nodeOf, WIDTH } from '../layout/nodeLayout';
import type { Tree } from './tree';
import { NO_SLOT } from './treePaths';

/** Traces the paths of a tree, unless they are traced already. */
export function tracePaths({ nodes, paths, boxes }: Tree): void {
  if (paths.isTraced) return;
  paths.reserveIds(boxes.idLimit);
  paths.reserveNodes(nodes.count);
  const { int32 } = nodes;
  const { boxSlots, parentSlots, heights } = paths;

  const trace = (node: number, parentSlot: number): number => {
    parentSlots[node] = parentSlot;
    let height = 1;
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child >= 0) height = Math.max(height, 1 + trace(nodeOf(child), slot));
      else if (child !== EMPTY) boxSlots[~child] = slot;
    }
    heights[node] = height;
    return height;
  };

  trace(0, NO_SLOT);
}
