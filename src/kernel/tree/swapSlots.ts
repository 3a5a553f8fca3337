import { NODE_WORDS, WIDTH } from '../../bvh/layout/nodeLayout';
import { pointTo } from './moveSlot';
import { addressOfSlot } from './nodes';

/** Swaps the content of two slots. */
export function swapSlots(a: i32, b: i32): void {
  const first = addressOfSlot(a);
  const second = addressOfSlot(b);
  for (let word: usize = 0; word < <usize>(NODE_WORDS * 4); word += WIDTH * 4) {
    const kept = load<i32>(first + word);
    store<i32>(first + word, load<i32>(second + word));
    store<i32>(second + word, kept);
  }
  pointTo(a);
  pointTo(b);
}
