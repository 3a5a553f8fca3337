import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from './nodeLayout';
import { sahCost } from './sahCost';
import type { Tree } from './tree';

/** What a tree looks like, for people who tune. */
export interface TreeStatistics {
  /** Boxes in the tree. */
  boxes: number;
  /** Nodes of eight slots. */
  nodes: number;
  /** Bytes of the nodes. */
  nodeBytes: number;
  /** Nodes on the longest path from the root; 1 for the root alone. */
  depth: number;
  /** Used slots over all slots, 0 to 1. */
  fill: number;
  /**
   * The surface area heuristic: how many nodes a random ray that meets the root's bounds is expected to visit, plus how
   * many boxes' bounds it is expected to meet. Smaller is faster.
   */
  sahCost: number;
}

export function statistics(tree: Tree): TreeStatistics {
  const { count } = tree.nodes;
  const totals = { depth: 0, used: 0 };
  visit(tree, 0, 1, totals);
  return {
    boxes: tree.leaves.size,
    nodes: count,
    nodeBytes: tree.nodes.byteLength,
    depth: totals.depth,
    fill: totals.used / (count * WIDTH),
    sahCost: sahCost(tree.nodes),
  };
}

function visit(tree: Tree, node: number, depth: number, totals: { depth: number; used: number }): void {
  totals.depth = Math.max(totals.depth, depth);
  const { int32 } = tree.nodes;
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = int32[slot + CHILD];
    if (child === EMPTY) break;
    totals.used++;
    if (child >= 0) visit(tree, child, depth + 1, totals);
  }
}
