import { writeBox } from '../build/references';
import { REFERENCE_MAX } from '../layout/referenceLayout';
import {
  BALANCED_DEPTH,
  MAX_DEPTH,
  CHILD,
  CONTENT,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  nodeOf,
  WIDTH,
} from '../layout/nodeLayout';
import { halfArea } from '../tree/areas';
import { moveSlot } from '../tree/moveSlots';
import type { Nodes } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/**
 * What a new node for two boxes costs, per half of its area. Most of its slots are empty, so it costs more than another
 * node that grows by as much. Where a tenth of the boxes jumps in each frame, 1 leaves nodes half full, and rays slower.
 */
const NEW_NODE = 4;

/**
 * Inserts a box where that costs least by the surface area heuristic. The box goes down from the root:
 * - If a node has a free slot, the box goes there, because then no other node is visited more often.
 * - If a node is full, the box goes below the slot whose expected cost grows least. If that slot holds a box, a new
 *   node takes both.
 *
 * Identical boxes would all go the same way, and so would boxes whose areas float32 cannot hold. From BALANCED_DEPTH
 * on, a box therefore goes where there are fewest boxes.
 *
 * What the box goes below is no run of duplicates any more. There must be room for one more node.
 *
 * @param reference the box's bounds.
 * @returns false if the tree would become deeper than MAX_DEPTH. It is then unusable.
 */
export function insert(tree: Tree, id: number, reference: Float32Array): boolean {
  const { nodes, paths } = tree;
  const { int32 } = nodes;
  let node = 0;
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const first = node << NODE_SHIFT;
    const used = nodes.usedSlots(node);
    if (used < WIDTH) {
      hangBox(tree, first + used, id, reference);
      return true;
    }
    const slot = depth < BALANCED_DEPTH ? cheapestSlot(nodes, first, reference) : emptiestSlot(nodes, first);
    const child = int32[slot + CHILD];
    if (child < 0) {
      const pair = nodes.count++;
      nodes.clear(pair);
      moveSlot(tree, slot, pair << NODE_SHIFT);
      hangBox(tree, (pair << NODE_SHIFT) + 1, id, reference);
      nodes.widen(slot, reference);
      int32[slot + CHILD] = pair;
      int32[slot + CONTENT] = 2;
      paths.parentSlots[pair] = slot;
      raiseHeights(tree, pair);
      return true;
    }
    nodes.widen(slot, reference);
    int32[slot + CONTENT]++;
    node = nodeOf(child);
    int32[slot + CHILD] = node;
  }
  return false;
}

function hangBox(tree: Tree, slot: number, id: number, reference: Float32Array): void {
  writeBox(tree, slot, id, reference, 0);
  tree.paths.boxSlots[id] = slot;
}

/**
 * The slot of a full node below which a box costs least. The cost is how much half the area of a child node grows, or
 * that of a new node for this box and the one in the slot, NEW_NODE times. The kernel computes it in float32, so
 * its trees may differ from these.
 */
function cheapestSlot({ float32, int32 }: Nodes, first: number, reference: Float32Array): number {
  let cheapest = first;
  let least = Infinity;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const minX = float32[slot + MIN_X];
    const minY = float32[slot + MIN_Y];
    const minZ = float32[slot + MIN_Z];
    const maxX = float32[slot + MAX_X];
    const maxY = float32[slot + MAX_Y];
    const maxZ = float32[slot + MAX_Z];
    const widened = halfArea(
      Math.max(maxX, reference[REFERENCE_MAX]) - Math.min(minX, reference[0]),
      Math.max(maxY, reference[REFERENCE_MAX + 1]) - Math.min(minY, reference[1]),
      Math.max(maxZ, reference[REFERENCE_MAX + 2]) - Math.min(minZ, reference[2]),
    );
    const isBox = int32[slot + CHILD] < 0;
    const cost = isBox ? NEW_NODE * widened : widened - halfArea(maxX - minX, maxY - minY, maxZ - minZ);
    // NaN for boxes without bounds. Then the comparison is false.
    if (cost < least) {
      least = cost;
      cheapest = slot;
    }
  }
  return cheapest;
}

/** The slot of a full node with the fewest boxes below it. */
function emptiestSlot({ int32 }: Nodes, first: number): number {
  let emptiest = first;
  let fewest = Infinity;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const boxes = int32[slot + CHILD] < 0 ? 1 : int32[slot + CONTENT];
    if (boxes < fewest) {
      fewest = boxes;
      emptiest = slot;
    }
  }
  return emptiest;
}

/** Raises the heights above a new node that holds only boxes. Stops where another path is no shorter. */
function raiseHeights({ paths: { parentSlots, heights } }: Tree, leaf: number): void {
  let node = leaf;
  let height = 1;
  heights[node] = height;
  for (let slot = parentSlots[node]; slot !== NO_SLOT; slot = parentSlots[node]) {
    node = slot >> NODE_SHIFT;
    height++;
    if (heights[node] >= height) return;
    heights[node] = height;
  }
}
