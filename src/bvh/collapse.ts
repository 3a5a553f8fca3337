import { halfArea } from './halfArea';
import { CHILD, CONTENT, indexOf, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from './nodeLayout';
import { isExact, ROW_ID, ROW_WORDS } from './rows';
import type { BinaryTree } from './splitBinary';
import type { Tree } from './tree';

/**
 * Makes wide nodes of a binary tree, so that the sum of their areas, the expected number of node visits, is least: for
 * every binary node the cost of hanging what is below it into 1, 2, … 8 slots of a wide node, bottom up, and then the
 * cheapest choice, top down (Ylitie, Karras and Laine, "Efficient Incoherent Ray Traversal on GPUs Through Compressed
 * Wide BVHs", 2017).
 */
export function collapse(binary: BinaryTree, rows: Float32Array, tree: Tree): void {
  const costs = slotCosts(binary);
  const ids = new Int32Array(rows.buffer);
  const { leaves, nodes } = tree;

  /** The children that a wide node gets for what is below a binary node: binary nodes, or ~row. */
  const gather = (node: number, slots: number, members: number[]): void => {
    if (binary.second[node] === 0 && binary.boxes[node] <= slots) {
      for (let i = 0; i < binary.boxes[node]; i++) members.push(~(binary.first[node] + i));
      return;
    }
    const below = binary.second[node] === 0 || slots === 1 ? 0 : slotsOfFirst(binary, costs, node, slots);
    if (below === 0) {
      members.push(node);
      return;
    }
    gather(node + 1, below, members);
    gather(binary.second[node], slots - below, members);
  };

  const emit = (node: number, index: number): void => {
    const members: number[] = [];
    if (binary.second[node] === 0) gather(node, WIDTH, members);
    else {
      const below = splitSlots(binary, costs, node, WIDTH);
      gather(node + 1, below, members);
      gather(binary.second[node], WIDTH - below, members);
    }
    // Siblings lie side by side in memory: they are visited together.
    const children = members.map((member) => (member < 0 ? -1 : nodes.add()));
    members.forEach((member, slot) => {
      const word = (index << NODE_SHIFT) + slot;
      if (member < 0) {
        const row = ~member * ROW_WORDS;
        const id = ids[row + ROW_ID];
        const place = leaves.places[id];
        writeBounds(word, rows, row);
        nodes.int32[word + CHILD] = ~id;
        nodes.int32[word + CONTENT] = isExact(tree, place, rows, row) ? indexOf(place) : place;
      } else {
        writeBounds(word, binary.bounds, member * 6);
        nodes.int32[word + CHILD] = children[slot];
        nodes.int32[word + CONTENT] = binary.boxes[member];
        emit(member, children[slot]);
      }
    });
  };

  const writeBounds = (word: number, from: Float32Array, at: number): void => {
    const { float32 } = nodes;
    float32[word + MIN_X] = from[at];
    float32[word + MIN_Y] = from[at + 1];
    float32[word + MIN_Z] = from[at + 2];
    float32[word + MAX_X] = from[at + 3];
    float32[word + MAX_Y] = from[at + 4];
    float32[word + MAX_Z] = from[at + 5];
  };

  emit(0, nodes.add());
  nodes.trim();
}

/** For every binary node, the least cost of hanging it into at most 1, 2, … 8 slots of the wide node above. */
function slotCosts(binary: BinaryTree): Float64Array {
  const costs = new Float64Array(binary.count * WIDTH);
  // Children come after their parents, so from the last node up both children's costs are known.
  for (let node = binary.count - 1; node >= 0; node--) {
    const at = node * WIDTH;
    const area = areaOf(binary.bounds, node * 6);
    if (binary.second[node] === 0) {
      // A leaf's boxes go into the slots one by one where they fit, and into a node of their own where they do not.
      for (let slots = 1; slots <= WIDTH; slots++) costs[at + slots - 1] = binary.boxes[node] <= slots ? 0 : area;
      continue;
    }
    costs[at] = area + costOfSplit(binary, costs, node, WIDTH, splitSlots(binary, costs, node, WIDTH));
    for (let slots = 2; slots <= WIDTH; slots++) {
      const split = costOfSplit(binary, costs, node, slots, splitSlots(binary, costs, node, slots));
      costs[at + slots - 1] = Math.min(costs[at], split);
    }
  }
  return costs;
}

/** How many of a wide node's slots are best given to the first child of an opened binary node. */
function splitSlots(binary: BinaryTree, costs: Float64Array, node: number, slots: number): number {
  let best = 1;
  for (let below = 2; below < slots; below++) {
    if (costOfSplit(binary, costs, node, slots, below) < costOfSplit(binary, costs, node, slots, best)) best = below;
  }
  return best;
}

function costOfSplit(binary: BinaryTree, costs: Float64Array, node: number, slots: number, below: number): number {
  return costs[(node + 1) * WIDTH + below - 1] + costs[binary.second[node] * WIDTH + slots - below - 1];
}

/** As splitSlots, or 0 where the binary node is better left whole, as a wide node in one slot. */
function slotsOfFirst(binary: BinaryTree, costs: Float64Array, node: number, slots: number): number {
  const below = splitSlots(binary, costs, node, slots);
  return costs[node * WIDTH] < costOfSplit(binary, costs, node, slots, below) ? 0 : below;
}

function areaOf(bounds: Float32Array, at: number): number {
  return halfArea(bounds[at + 3] - bounds[at], bounds[at + 4] - bounds[at + 1], bounds[at + 5] - bounds[at + 2]);
}
