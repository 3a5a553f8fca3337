import { CHILD, EMPTY, MIN_X, NODE_SHIFT, DUPLICATES, WIDTH } from '../../bvh/layout/nodeLayout';
import { areSame } from '../boxes/boxStore';
import { addressOfNode, addressOfSlot, nodeOf, usedSlots } from './nodes';
import { swapSlots } from './moveSlots';
import { NO_SLOT } from './treePaths';

/** Marks runs of duplicates, which are subtrees of equal boxes: see bvh/tree/duplicates.ts. */

/** Returns the leftmost lowest node below a node. Its slot 0 has the first box below the node. */
export function firstNodeBelow(node: i32): i32 {
  let child = load<i32>(addressOfNode(node), CHILD * 4);
  while (child >= 0) {
    node = child;
    child = load<i32>(addressOfNode(node), CHILD * 4);
  }
  return node;
}

/** Returns the id of the first box in a slot or below it. */
function firstIdIn(slotAt: usize): i32 {
  const child = load<i32>(slotAt, CHILD * 4);
  return ~(child < 0 ? child : load<i32>(addressOfNode(firstNodeBelow(child)), CHILD * 4));
}

/**
 * Returns whether the first two slots of a node have equal bounds. In most nodes they differ, which proves at little
 * cost that the node is not a run of duplicates.
 */
export function mayBeRun(node: i32): bool {
  const nodeAt = addressOfNode(node);
  return haveSameBounds(nodeAt, nodeAt + 4);
}

function haveSameBounds(a: usize, b: usize): bool {
  for (let bound: usize = MIN_X * 4; bound < <usize>(CHILD * 4); bound += WIDTH * 4) {
    if (load<f32>(a + bound) != load<f32>(b + bound)) return false;
  }
  return true;
}

/** Whether slots of the tree may be swapped to bring the smallest id of a run of duplicates to the front. */
let maySwap: bool = false;

/** Sets whether slots of the tree may be swapped. Must be called before runs of duplicates are marked. */
export function allowSwaps(isAllowed: bool): void {
  maySwap = isAllowed;
}

/** Marks all runs of duplicates of a tree with `count` nodes. The bounds of all nodes must be up to date. */
export function markDuplicates(count: i32, isPacked: bool): void {
  let node = 0;
  while (node < count && !mayBeRun(node)) node++;
  if (node == count) return;
  allowSwaps(!isPacked);
  markBelow(0);
}

function markBelow(node: i32): void {
  const first = node << NODE_SHIFT;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const child = load<i32>(addressOfSlot(slot), CHILD * 4);
    if (child < 0) continue;
    markBelow(child);
    markRun(slot);
  }
}

/**
 * Marks the child node of a slot as a run of duplicates if all boxes below the node are equal, and otherwise removes the
 * mark. Rays test only the first box of a marked run. Returns whether the node is marked now.
 */
export function markRun(slot: i32): bool {
  const at = addressOfSlot(slot);
  const child = load<i32>(at, CHILD * 4);
  const node = nodeOf(child);
  const first = node << NODE_SHIFT;
  const least = leastDuplicate(node);
  const isRun = least == first || (least != NO_SLOT && maySwap);
  if (isRun && least != first) swapSlots(first, least);
  const marked = isRun ? node | DUPLICATES : node;
  if (child != marked) store<i32>(at, marked, CHILD * 4);
  return isRun;
}

/** Returns the slot of a node with the smallest id if all boxes below the node are equal. Otherwise returns NO_SLOT. */
function leastDuplicate(node: i32): i32 {
  if (!mayBeRun(node)) return NO_SLOT;
  const first = node << NODE_SHIFT;
  const firstAt = addressOfSlot(first);
  const firstId = firstIdIn(firstAt);
  let least = first;
  let leastId = firstId;
  for (let slot = first; slot < first + WIDTH; slot++) {
    const slotAt = addressOfSlot(slot);
    const child = load<i32>(slotAt, CHILD * 4);
    if (child == EMPTY) break;
    if (child >= 0 && child < DUPLICATES) return NO_SLOT;
    const id = firstIdIn(slotAt);
    if (!haveSameBounds(firstAt, slotAt) || !areSame(firstId, id)) return NO_SLOT;
    if (id < leastId) {
      least = slot;
      leastId = id;
    }
  }
  return least;
}

/** Moves the smallest id of a run of duplicates to the first slot of its node. The runs below must be in order. */
export function bringFirst(node: i32): void {
  const first = node << NODE_SHIFT;
  const end = first + usedSlots(node);
  let least = first;
  let leastId = firstIdIn(addressOfSlot(first));
  for (let slot = first + 1; slot < end; slot++) {
    const id = firstIdIn(addressOfSlot(slot));
    if (id < leastId) {
      least = slot;
      leastId = id;
    }
  }
  if (least != first) swapSlots(first, least);
}
