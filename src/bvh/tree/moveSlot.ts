import { CHILD, NODE_WORDS, nodeOf, WIDTH } from '../layout/nodeLayout';
import type { Tree } from './tree';

/** Moves the content of a slot to another one. The old slot is not cleared. */
export function moveSlot(tree: Tree, from: number, to: number): void {
  const { int32 } = tree.nodes;
  for (let word = 0; word < NODE_WORDS; word += WIDTH) int32[to + word] = int32[from + word];
  pointTo(tree, to);
}

/** Updates the path of the box or node that hangs in a slot. */
export function pointTo({ nodes: { int32 }, paths: { boxSlots, parentSlots } }: Tree, slot: number): void {
  const child = int32[slot + CHILD];
  if (child < 0) boxSlots[~child] = slot;
  else parentSlots[nodeOf(child)] = slot;
}
