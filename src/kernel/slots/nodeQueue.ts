import { memoryBase } from '../memory/workingMemory';
import { addressOfNode } from '../tree/nodes';

/** A swizzle for each of the 16 subsets of four lanes. It moves the lanes of the subset to the front of the vector. */
const CHOICES: usize = memoryBase + memory.data(16 * 16, 16);

/** Writes the swizzles in CHOICES. Must be called once, before any query. */
export function prepareChoices(): void {
  for (let choice = 0; choice < 16; choice++) {
    let at = CHOICES + (<usize>choice << 4);
    for (let lane = 0; lane < 4; lane++) {
      if ((choice & (1 << lane)) == 0) continue;
      store<i32>(at, 0x03020100 + lane * 0x04040404);
      at += 4;
    }
  }
}

/**
 * Appends the chosen ones of four child nodes to a queue. Does so without a branch, because the choice is
 * unpredictable. Returns the new length of the queue.
 */
export function pushChildren(queue: usize, length: i32, children: v128, isChosen: v128): i32 {
  const choice = i32x4.bitmask(isChosen);
  v128.store(queue + (<usize>length << 2), i8x16.swizzle(children, v128.load(CHOICES + (<usize>choice << 4))));
  return length + popcnt(choice);
}

/** How many nodes of a queue are prefetched at once. */
const AHEAD: i32 = 32;

/** The words of nodes that were prefetched last. Storing them keeps the compiler from removing the reads. */
export let lastTouched: i32 = 0;

/**
 * Prefetches the next nodes in a queue: reads a word of each cache line, so that the cache misses overlap. Without it,
 * the processor would not begin to read the next node during the work on a node.
 *
 * @returns the index in the queue of the first node that was not prefetched.
 */
export function touchNodes(queue: usize, next: i32, length: i32): i32 {
  const end = min(length, next + AHEAD);
  let words = 0;
  for (let i = next; i < end; i++) {
    const nodeAt = addressOfNode(load<i32>(queue + (<usize>i << 2)));
    words |= load<i32>(nodeAt) | load<i32>(nodeAt, 64) | load<i32>(nodeAt, 128) | load<i32>(nodeAt, 192);
  }
  lastTouched = words;
  return end;
}
