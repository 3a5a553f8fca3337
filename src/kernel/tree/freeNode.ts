import { CHILD, NODE_SHIFT, NODE_WORDS, DUPLICATES } from '../../bvh/layout/nodeLayout';
import { pointTo } from './moveSlot';
import { addressOfNode, addressOfSlot, nodeCount, setNodeCount, usedSlots } from './nodes';
import { heightOf, parentSlotOf, setHeight, setParentSlot } from './treePaths';

/** Frees a node that nothing hangs in any more: see bvh/tree/freeNode.ts. */
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
