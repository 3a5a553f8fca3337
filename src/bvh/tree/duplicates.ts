import { CHILD, EMPTY, MIN_X, NODE_SHIFT, nodeOf, DUPLICATES, WIDTH } from '../layout/nodeLayout';
import type { Nodes } from './nodes';
import { swapSlots } from './moveSlots';
import type { Tree } from './tree';
import { NO_SLOT } from './treePaths';

/** Returns the slot of the first box below a node. In a run of duplicates, the first box has the smallest id. */
export function firstSlotBelow({ int32 }: Nodes, node: number): number {
  let slot = node << NODE_SHIFT;
  while (int32[slot + CHILD] >= 0) slot = int32[slot + CHILD] << NODE_SHIFT;
  return slot;
}

/** Returns the id of the first box in a slot or below the slot. */
function firstIdIn(nodes: Nodes, slot: number): number {
  const child = nodes.int32[slot + CHILD];
  return ~(child < 0 ? child : nodes.int32[firstSlotBelow(nodes, child) + CHILD]);
}

/**
 * Returns whether the first two slots of a node have equal bounds. If they differ, as in most nodes, the node is not a
 * run of duplicates.
 */
export function mayBeRun({ float32 }: Nodes, node: number): boolean {
  const first = node << NODE_SHIFT;
  return haveSameBounds(float32, first, first + 1);
}

function haveSameBounds(float32: Float32Array, a: number, b: number): boolean {
  for (let bound = MIN_X; bound < CHILD; bound += WIDTH) if (float32[a + bound] !== float32[b + bound]) return false;
  return true;
}

/** Marks all runs of duplicates (equal boxes) in a tree that is up to date. */
export function markDuplicates(tree: Tree): void {
  const { nodes } = tree;
  let node = 0;
  while (node < nodes.count && !mayBeRun(nodes, node)) node++;
  if (node < nodes.count) markBelow(tree, 0);
}

function markBelow(tree: Tree, node: number): void {
  const { int32 } = tree.nodes;
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = int32[slot + CHILD];
    if (child < 0) continue;
    markBelow(tree, child);
    markRun(tree, slot);
  }
}

/**
 * Marks a slot as a run of duplicates if all boxes below its child node are equal, and otherwise removes the mark. The
 * marks below the child node must be right. If the tree is not packed, moves the smallest id to the front.
 *
 * @returns whether the slot is marked now.
 */
export function markRun(tree: Tree, slot: number): boolean {
  const { int32 } = tree.nodes;
  const node = nodeOf(int32[slot + CHILD]);
  const first = node << NODE_SHIFT;
  const least = leastDuplicate(tree, node);
  const isRun = least === first || (least !== NO_SLOT && !tree.isPacked);
  if (isRun && least !== first) swapSlots(tree, first, least);
  const marked = isRun ? node | DUPLICATES : node;
  if (int32[slot + CHILD] !== marked) int32[slot + CHILD] = marked;
  return isRun;
}

/** If all boxes below a node are equal, returns the node's slot that leads to the smallest id. Otherwise NO_SLOT. */
function leastDuplicate({ boxes, nodes }: Tree, node: number): number {
  if (!mayBeRun(nodes, node)) return NO_SLOT;
  const { float32, int32 } = nodes;
  const first = node << NODE_SHIFT;
  const firstId = firstIdIn(nodes, first);
  let least = first;
  let leastId = firstId;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = int32[slot + CHILD];
    if (child === EMPTY) break;
    if (child >= 0 && child < DUPLICATES) return NO_SLOT;
    const id = firstIdIn(nodes, slot);
    if (!haveSameBounds(float32, first, slot) || !boxes.areSame(firstId, id)) return NO_SLOT;
    if (id < leastId) {
      least = slot;
      leastId = id;
    }
  }
  return least;
}

/** Moves the smallest id of a run of duplicates to the front of a node. The runs below the node must be in order. */
export function bringFirst(tree: Tree, node: number): void {
  const { nodes } = tree;
  const first = node << NODE_SHIFT;
  const end = first + nodes.usedSlots(node);
  let least = first;
  let leastId = firstIdIn(nodes, first);
  for (let slot = first + 1; slot < end; slot++) {
    const id = firstIdIn(nodes, slot);
    if (id < leastId) {
      least = slot;
      leastId = id;
    }
  }
  if (least !== first) swapSlots(tree, first, least);
}
