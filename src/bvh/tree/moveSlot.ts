import { CHILD, NODE_WORDS, WIDTH } from '../layout/nodeLayout';
import type { Tree } from './tree';

/** Moves what a slot holds to another one; the slot itself is left as it is. */
export function moveSlot(tree: Tree, from: number, to: number): void {
  const { int32 } = tree.nodes;
  for (let word = 0; word < NODE_WORDS; word += WIDTH) int32[to + word] = int32[from + word];
  pointTo(tree, to);
}

/** Tells what hangs in a slot where that is. */
export function pointTo({ nodes: { int32 }, paths: { boxSlots, parentSlots } }: Tree, slot: number): void {
  const child = int32[slot + CHILD];
  if (child < 0) boxSlots[~child] = slot;
  else parentSlots[child] = slot;
}
