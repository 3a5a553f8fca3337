import { MAX_DEPTH, WIDTH } from '../layout/nodeLayout';
import type { BinaryTree } from './splitBinary';
import { WORK_OF_PLAN } from './buildSteps';

const NODES_AT_ONCE = 256;

/** The plan by which a binary tree is collapsed into wide nodes at the least cost. */
export interface SlotPlan {
  /**
   * For every binary node, and every number of slots that it may use in the wide node above: how many of the slots go
   * to the binary node's first child. 0 means that the binary node stays whole, as a wide node in one slot.
   *
   * There are four bits for each number of slots, from the lowest for 1 slot to the highest for 8. In one slot a node
   * always stays whole, so the lowest four bits store how the node is divided when it becomes a wide node.
   */
  readonly firsts: Uint32Array;
}

/** Returns how many slots the first child gets when a binary node becomes a wide node. */
export function slotsWithin(plan: SlotPlan, node: number): number {
  return plan.firsts[node] & 15;
}

/** Returns how many of 2 or more slots for a binary node go to its first child, or 0 if the binary node stays whole. */
export function slotsOfFirst(plan: SlotPlan, node: number, slots: number): number {
  return (plan.firsts[node] >>> (4 * (slots - 1))) & 15;
}

/**
 * Plans the wide tree whose nodes have the smallest sum of areas, which is the expected number of node visits. From the
 * leaves up, the plan has for every binary node the cost of putting everything below the node into 1, 2, … 8 slots of
 * the wide node above (Ylitie, Karras and Laine, "Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide
 * BVHs", 2017).
 *
 * Yields the work after every few nodes.
 */
export function* planSlots({
  count,
  second,
  boxes,
  areas,
  hasWholeLeaves,
}: BinaryTree): Generator<number, SlotPlan, void> {
  const firsts = new Uint32Array(count);
  // The plan visits binary nodes from the last to the first, so the two subtrees finished last are the children of the
  // present node. A stack holds the costs of finished subtrees, with the first child on top.
  const costs = new Float64Array((MAX_DEPTH + 2) * WIDTH);
  let top = 0;
  for (let node = count - 1; node >= 0; node--) {
    if (node % NODES_AT_ONCE === 0) yield NODES_AT_ONCE * WORK_OF_PLAN;
    const area = areas[node];
    if (second[node] === 0) {
      // If the boxes of a leaf fit into the given slots, each takes one. Otherwise the leaf becomes a node of its own.
      const needed = hasWholeLeaves ? 1 : boxes[node];
      for (let slots = 1; slots <= WIDTH; slots++) costs[top + slots - 1] = needed <= slots ? 0 : area;
      top += WIDTH;
      continue;
    }
    const first = top - WIDTH;
    const other = first - WIDTH;
    // The costs of a binary node overwrite the costs of its second child. The loop goes from 8 slots down, because the
    // cost for a number of slots depends on the children's costs for fewer slots.
    let within = 0;
    let whole = 0;
    let decisions = 0;
    for (let slots = WIDTH; slots >= 2; slots--) {
      let best = 1;
      let cost = costs[first] + costs[other + slots - 2];
      for (let below = 2; below < slots; below++) {
        const candidate = costs[first + below - 1] + costs[other + slots - below - 1];
        if (candidate < cost) {
          cost = candidate;
          best = below;
        }
      }
      if (slots === WIDTH) {
        within = best;
        whole = area + cost;
      }
      if (whole < cost) {
        cost = whole;
        best = 0;
      }
      decisions |= best << (4 * (slots - 1));
      costs[other + slots - 1] = cost;
    }
    costs[other] = whole;
    firsts[node] = decisions | within;
    top = first;
  }
  return { firsts };
}
