import { CHILD, CONTENT, EMPTY, kindOf, NODE_SHIFT, OBB, WIDTH } from '../layout/nodeLayout';
import { halfArea, sumAreas } from './areas';
import { MAX, MIN, type Nodes } from './nodes';
import type { Tree } from './tree';

/** Figures about the size, the shape and the cost of a tree, for tuning: the answer of {@link BoxScene.statistics}. */
export interface TreeStatistics {
  /** How many boxes the tree has. */
  boxes: number;
  /** How many oriented boxes the tree has. */
  orientedBoxes: number;
  /** How many nodes, of eight slots each, the tree has. */
  nodes: number;
  /** How many bytes the nodes take. In a scene that has been changed, they include room for more nodes. */
  nodeBytes: number;
  /** How many nodes the longest path down from the root has. 1 if there is only the root. */
  depth: number;
  /** The share of the slots of all nodes that are used, from 0 to 1. */
  fill: number;
  /**
   * The cost of the tree by the surface area heuristic: how many nodes a random ray that hits the root's bounds is
   * expected to visit, plus how many boxes' bounds it is expected to hit. A smaller cost means faster queries.
   */
  sahCost: number;
}

export function statistics(tree: Tree): TreeStatistics {
  const { count } = tree.nodes;
  const used = usedSlots(tree.nodes);
  return {
    boxes: tree.boxes.size,
    orientedBoxes: countObbs(tree.nodes),
    nodes: count,
    nodeBytes: tree.nodes.byteLength,
    depth: depthBelow(tree.nodes, 0),
    fill: used / (count * WIDTH),
    sahCost: sahCost(tree),
  };
}

/** Returns the cost of a tree by the surface area heuristic (SAH): see TreeStatistics. */
export function sahCost({ nodes }: Pick<Tree, 'nodes'>): number {
  return sahCostOf(nodes, sumAreas(nodes, 0, nodes.count, true));
}

/** Returns the {@link sahCost} of a tree, given the sum of half the surface areas of all its slots. */
export function sahCostOf(nodes: Nodes, areas: number): number {
  const rootArea = areaOfRoot(nodes);
  return rootArea > 0 ? 1 + areas / rootArea : 1;
}

function usedSlots(nodes: Nodes): number {
  let used = 0;
  for (let node = 0; node < nodes.count; node++) used += nodes.usedSlots(node);
  return used;
}

function countObbs({ int32, count }: Nodes): number {
  let obbs = 0;
  for (let node = 0; node < count; node++) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child < 0 && child !== EMPTY && kindOf(int32[slot + CONTENT]) === OBB) obbs++;
    }
  }
  return obbs;
}

function depthBelow(nodes: Nodes, node: number): number {
  let depth = 1;
  const first = (node << NODE_SHIFT) + CHILD;
  for (let word = first; word < first + WIDTH; word++) {
    const child = nodes.int32[word];
    if (child >= 0) depth = Math.max(depth, 1 + depthBelow(nodes, child));
  }
  return depth;
}

function areaOfRoot({ float32, int32 }: Nodes): number {
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
