import { CHILD, NODE_SHIFT, NODE_WORDS, WIDTH } from '../../bvh/layout/nodeLayout';
import { boxSlots, heights, parentSlots } from '../memory/boundScene';
import { fit, nodeAt, nodeCount, setNodeCount, slotAt, usedSlots } from './nodes';

/** The paths of the tree, and what keeps them right: see bvh/tree/treePaths.ts, moveSlot.ts, freeNode.ts and fitUpward.ts. */
export const NO_SLOT: i32 = -1;

export function boxSlotOf(id: i32): i32 {
  return load<i32>(boxSlots + (<usize>id << 2));
}

export function setBoxSlot(id: i32, slot: i32): void {
  store<i32>(boxSlots + (<usize>id << 2), slot);
}

export function parentSlotOf(node: i32): i32 {
  return load<i32>(parentSlots + (<usize>node << 2));
}

export function setParentSlot(node: i32, slot: i32): void {
  store<i32>(parentSlots + (<usize>node << 2), slot);
}

export function heightOf(node: i32): i32 {
  return load<i32>(heights + (<usize>node << 2));
}

export function setHeight(node: i32, height: i32): void {
  store<i32>(heights + (<usize>node << 2), height);
}

/** Moves what a slot holds to another one; the slot itself is left as it is. */
export function moveSlot(from: i32, to: i32): void {
  const source = slotAt(from);
  const target = slotAt(to);
  for (let word: usize = 0; word < <usize>(NODE_WORDS * 4); word += WIDTH * 4) {
    store<i32>(target + word, load<i32>(source + word));
  }
  pointTo(to);
}

/** Tells what hangs in a slot where that is. */
export function pointTo(slot: i32): void {
  const child = load<i32>(slotAt(slot), CHILD * 4);
  if (child < 0) setBoxSlot(~child, slot);
  else setParentSlot(child, slot);
}

/** Gives a node up that nothing hangs in any more: the last one takes its place. */
export function freeNode(node: i32): void {
  const last = nodeCount - 1;
  setNodeCount(last);
  if (node == last) return;
  memory.copy(nodeAt(node), nodeAt(last), NODE_WORDS * 4);
  setHeight(node, heightOf(last));
  const parentSlot = parentSlotOf(last);
  setParentSlot(node, parentSlot);
  store<i32>(slotAt(parentSlot), node, CHILD * 4);
  const first = node << NODE_SHIFT;
  const end = first + usedSlots(node);
  for (let slot = first; slot < end; slot++) pointTo(slot);
}

/** Fits the bounds of a node whose slots have changed, and of those above it as far as that changes them. */
export function fitUpward(node: i32): void {
  let child = node;
  for (let slot = parentSlotOf(child); slot != NO_SLOT; slot = parentSlotOf(child)) {
    if (!fit(slotAt(slot), child)) return;
    child = slot >> NODE_SHIFT;
  }
}
