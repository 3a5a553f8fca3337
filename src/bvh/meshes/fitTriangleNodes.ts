import { CHILD, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { Nodes } from '../tree/nodes';

/** Fits the slots of a mesh's nodes to the nodes that hang in them. Children come after their parents. */
export function fitTriangleNodes(nodes: Nodes): void {
  for (let node = nodes.count - 1; node >= 0; node--) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = nodes.int32[slot + CHILD];
      if (child >= 0) nodes.fit(slot, child);
    }
  }
}
