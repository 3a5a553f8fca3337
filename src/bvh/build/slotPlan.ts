import { MAX_DEPTH } from '../layout/maxDepth';
import { WIDTH } from '../layout/nodeLayout';
import type { BinaryTree } from './splitBinary';

/** How a binary tree is best hung into wide nodes. */
export interface SlotPlan {
  /**
   * For every binary node and every number of slots that may be spent on it, how many of them go to its first child. 0 means
   * that the node is better left whole, as a wide node in one slot.
   *
   * Four bits a number of slots, from the lowest for 1 slot to the highest for 8. In one slot a node is always whole, so the
   * lowest four bits say instead how it is divided when it becomes a wide node itself.
   */
  readonly firsts: Uint32Array;
  /** The sum of half the areas of the wide nodes, that of the root included. */
  readonly areas: number;
}

/** Of a wide node made of a binary one, the slots for what is below the first child. */
export function slotsWithin(plan: SlotPlan, node: number): number {
  return plan.firsts[node] & 15;
}

/** Of 2 or more slots for a binary node, those for its first child, or 0 where it stays whole. */
export function slotsOfFirst(plan: SlotPlan, node: number, slots: number): number {
  return (plan.firsts[node] >>> (4 * (slots - 1))) & 15;
}

/**
 * Plans the wide tree so that the sum of its nodes' areas, the expected number of node visits, is least: for every binary
 * node the cost of hanging what is below it into 1, 2, … 8 slots of the wide node above, bottom up (Ylitie, Karras and
 * Laine, "Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs", 2017).
 */
export function planSlots({ count, second, boxes, areas }: BinaryTree): SlotPlan {
  const firsts = new Uint32Array(count);
  // From the last node up, a node's children are the two subtrees finished last, the first one on top; one stack holds
  // the costs of all that are finished.
  const costs = new Float64Array((MAX_DEPTH + 2) * WIDTH);
  let top = 0;
  for (let node = count - 1; node >= 0; node--) {
    const area = areas[node];
    if (second[node] === 0) {
      // A leaf's boxes go into the slots one by one where they fit, and into a node of their own where they do not.
      for (let slots = 1; slots <= WIDTH; slots++) costs[top + slots - 1] = boxes[node] <= slots ? 0 : area;
      top += WIDTH;
      continue;
    }
    const first = top - WIDTH;
    const other = first - WIDTH;
    // The second child's costs are overwritten by the node's, from those for 8 slots down, which need all smaller ones.
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
  return { firsts, areas: costs[0] };
}
