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
 * The cost of a new node for two boxes, per half of its area, when a box is inserted. The node has six empty slots, so
 * it costs more than a node that grows by as much. Measured where a tenth of the boxes jumps in each frame: with 1,
 * nodes are half full, and rays slower.
 */
const NEW_NODE = 4;

/**
 * Inserts a box where the surface area heuristic expects the least cost. Descends from the root:
 * - If the node has a free slot, the box is put there, as then no other node is visited more often.
 * - If the node is full, descends below the slot whose expected cost grows least. If that slot holds a box, a new node
 *   takes both boxes.
 *
 * Equal boxes would all descend along one path, and so would boxes whose areas overflow float32. From BALANCED_DEPTH
 * on, insertion therefore descends below the slot with the fewest boxes.
 *
 * Unmarks the runs of duplicates on the way. The tree must have room for one more node.
 *
 * @param reference the bounds of the box.
 * @returns false if the tree would become deeper than MAX_DEPTH. The tree is unusable then.
 */
export function insert(tree: Tree, id: number, reference: Float32Array): boolean {
  const { nodes, paths } = tree;
  const { int32 } = nodes;
  let node = 0;
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const first = node << NODE_SHIFT;
    const used = nodes.usedSlots(node);
    if (used < WIDTH) {
      putBox(tree, first + used, id, reference);
      return true;
    }
    const slot = depth < BALANCED_DEPTH ? cheapestSlot(nodes, first, reference) : emptiestSlot(nodes, first);
    const child = int32[slot + CHILD];
    if (child < 0) {
      const pair = nodes.count++;
      nodes.clear(pair);
      moveSlot(tree, slot, pair << NODE_SHIFT);
      putBox(tree, (pair << NODE_SHIFT) + 1, id, reference);
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

function putBox(tree: Tree, slot: number, id: number, reference: Float32Array): void {
  writeBox(tree, slot, id, reference, 0);
  tree.paths.boxSlots[id] = slot;
}

/**
 * Returns the slot of a full node below which the insertion of a box costs least. For a slot with a child node, the
 * cost is the growth of half the child's area. For a slot with a box, the cost is NEW_NODE times half the area of a new
 * node around both boxes. The kernel computes in float32, so its trees may differ.
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
    // The cost of inserting an unbounded box is NaN, and the comparison with NaN is false.
    if (cost < least) {
      least = cost;
      cheapest = slot;
    }
  }
  return cheapest;
}

/** Returns the slot of a full node with the fewest boxes below it. */
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

/** Updates the heights of the nodes above a new leaf node. Stops at a node with another path at least as long. */
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
