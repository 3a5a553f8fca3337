import { CHILD, NODE_WORDS, WIDTH, NODE_SHIFT, DUPLICATES } from '../../bvh/layout/nodeLayout';
import { addressOfSlot, nodeOf, addressOfNode, nodeCount, setNodeCount, usedSlots } from './nodes';
import { setBoxSlot, setParentSlot, heightOf, parentSlotOf, setHeight } from './treePaths';

/** Moves the content of a slot to another slot: see bvh/tree/moveSlots.ts. */
export function moveSlot(from: i32, to: i32): void {
  const source = addressOfSlot(from);
  const target = addressOfSlot(to);
  for (let word: usize = 0; word < <usize>(NODE_WORDS * 4); word += WIDTH * 4) {
    store<i32>(target + word, load<i32>(source + word));
  }
  pointTo(to);
}

/** Updates the recorded slot of the box or child node in a slot, after the content of the slot has been moved. */
function pointTo(slot: i32): void {
  const child = load<i32>(addressOfSlot(slot), CHILD * 4);
  if (child < 0) setBoxSlot(~child, slot);
  else setParentSlot(nodeOf(child), slot);
}

export function swapSlots(a: i32, b: i32): void {
  const first = addressOfSlot(a);
  const second = addressOfSlot(b);
  for (let word: usize = 0; word < <usize>(NODE_WORDS * 4); word += WIDTH * 4) {
    const saved = load<i32>(first + word);
    store<i32>(first + word, load<i32>(second + word));
    store<i32>(second + word, saved);
  }
  pointTo(a);
  pointTo(b);
}

/** Frees a node whose content has been moved elsewhere: see bvh/tree/moveSlots.ts. */
export function freeNode(node: i32): void {
  const last = nodeCount - 1;
  setNodeCount(last);
  if (node == last) return;
  memory.copy(addressOfNode(node), addressOfNode(last), NODE_WORDS * 4);
  setHeight(node, heightOf(last));
  const parentSlot = parentSlotOf(last);
  setParentSlot(node, parentSlot);
  const above = addressOfSlot(parentSlot);
  store<i32>(above, node | (load<i32>(above, CHILD * 4) & DUPLICATES), CHILD * 4);
  const first = node << NODE_SHIFT;
  const end = first + usedSlots(node);
  for (let slot = first; slot < end; slot++) pointTo(slot);
}
