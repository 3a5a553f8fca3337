import { memoryBase } from '../memory/workingMemory';
import { addressOfNode } from '../tree/nodes';

/** For each choice from four lanes: the swizzle that moves the chosen lanes to the front. */
const CHOICES: usize = memoryBase + memory.data(16 * 16, 16);

/** Must be called once, before any query. */
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
 * Appends the chosen ones of four children to a queue. It does so without a branch, as the processor could not predict
 * one. Returns the new length.
 */
export function pushChildren(queue: usize, length: i32, children: v128, isChosen: v128): i32 {
  const choice = i32x4.bitmask(isChosen);
  v128.store(queue + (<usize>length << 2), i8x16.swizzle(children, v128.load(CHOICES + (<usize>choice << 4))));
  return length + popcnt(choice);
}

/** How many nodes are fetched at once. */
const AHEAD: i32 = 32;

/** What was last read from the nodes ahead. Storing it keeps the compiler from leaving the reads out. */
export let lastTouched: i32 = 0;

/**
 * Reads a word of each cache line of the next nodes in a queue. All of them are then fetched at the same time. Without
 * this, the work for each node keeps the processor from looking that far ahead.
 *
 * @returns the place in the queue of the first node that was not read.
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
