import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { MAX, MIN } from './nodes';
import type { Tree } from './tree';

/** The bounds of the nodes of a tree, for drawing the nodes: the answer of {@link BoxScene.nodeBounds}. */
export interface NodeBounds {
  /** How many nodes are above each node: 0 for the root. */
  depths: Uint8Array;
  /** 6 numbers per node: min x y z, max x y z. They bound the boxes below the node, rounded outward. */
  bounds: Float64Array;
}

/** Returns the bounds of all nodes of a tree. Every node comes after its parent. An empty tree has no nodes. */
export function nodeBounds(tree: Tree): NodeBounds {
  const { float32, int32, count } = tree.nodes;
  const isEmpty = tree.boxes.size === 0;
  const order = new Int32Array(isEmpty ? 0 : count);
  const depths = new Uint8Array(order.length);
  const bounds = new Float64Array(6 * order.length);
  let queued = Math.min(1, order.length);
  for (let i = 0; i < queued; i++) {
    const first = order[i] << NODE_SHIFT;
    const at = 6 * i;
    bounds.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
    for (let slot = first; slot < first + WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
      for (let k = 0; k < 3; k++) {
        bounds[at + k] = Math.min(bounds[at + k], float32[slot + MIN[k]] + tree.origin[k]);
        bounds[at + 3 + k] = Math.max(bounds[at + 3 + k], float32[slot + MAX[k]] + tree.origin[k]);
      }
      const child = int32[slot + CHILD];
      if (child < 0) continue;
      order[queued] = child;
      depths[queued++] = depths[i] + 1;
    }
  }
  return { depths, bounds };
}
