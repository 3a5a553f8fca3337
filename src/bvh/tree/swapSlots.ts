import { NODE_WORDS, WIDTH } from '../layout/nodeLayout';
import { pointTo } from './moveSlot';
import type { Tree } from './tree';

/** Swaps the content of two slots. */
export function swapSlots(tree: Tree, a: number, b: number): void {
  const { int32 } = tree.nodes;
  for (let word = 0; word < NODE_WORDS; word += WIDTH) {
    const kept = int32[a + word];
    int32[a + word] = int32[b + word];
    int32[b + word] = kept;
  }
  pointTo(tree, a);
  pointTo(tree, b);
}
