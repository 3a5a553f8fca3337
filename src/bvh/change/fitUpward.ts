import { NODE_SHIFT } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/** Fits the bounds of a node whose slots have changed, and of the nodes above it. Stops where no bound changes. */
export function fitUpward({ nodes, paths: { parentSlots } }: Tree, node: number): void {
  let child = node;
  for (let slot = parentSlots[child]; slot !== NO_SLOT; slot = parentSlots[child]) {
    if (!nodes.fit(slot, child)) return;
    child = slot >> NODE_SHIFT;
  }
}
