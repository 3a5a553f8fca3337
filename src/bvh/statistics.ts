import { halfArea } from './halfArea';
import { CHILD, EMPTY, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from './nodeLayout';
import { MAX, MIN } from './nodes';
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
  const totals = { depth: 0, used: 0, area: 0 };
  visit(tree, 0, 1, totals);
  const rootArea = areaOfRoot(tree);
  return {
    boxes: tree.leaves.size,
    nodes: count,
    nodeBytes: tree.nodes.byteLength,
    depth: totals.depth,
    fill: totals.used / (count * WIDTH),
    sahCost: rootArea > 0 ? 1 + totals.area / rootArea : 1,
  };
}

function visit(tree: Tree, node: number, depth: number, totals: { depth: number; used: number; area: number }): void {
  totals.depth = Math.max(totals.depth, depth);
  const { float32, int32 } = tree.nodes;
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = int32[slot + CHILD];
    if (child === EMPTY) break;
    totals.used++;
    totals.area += halfArea(
      float32[slot + MAX_X] - float32[slot + MIN_X],
      float32[slot + MAX_Y] - float32[slot + MIN_Y],
      float32[slot + MAX_Z] - float32[slot + MIN_Z],
    );
    if (child >= 0) visit(tree, child, depth + 1, totals);
  }
}

function areaOfRoot({ nodes: { float32, int32 } }: Tree): number {
  const [x, y, z] = [0, 1, 2].map((k) => {
    let min = Infinity;
    let max = -Infinity;
    for (let slot = 0; slot < WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
      min = Math.min(min, float32[slot + MIN[k]]);
      max = Math.max(max, float32[slot + MAX[k]]);
    }
    return max - min;
  });
  return halfArea(x, y, z);
}
