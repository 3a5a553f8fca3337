import { CHILD, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';
import { writeIds } from './writeIds';

/**
 * The nodes that a query has opened, and what it found in each. `found` has one word per node. The word has eight bits
 * for each set into which the query sorts slots: one bit per slot. One bit can put a whole subtree into a set, so a set
 * of a million boxes is a few thousand words.
 */
export interface OpenedNodes {
  readonly nodes: Int32Array;
  readonly found: Int32Array;
  readonly count: number;
}

/** One of the sets into which a query sorts boxes: all boxes in or below the slots whose bits are set. */
export interface SlotSet {
  readonly opened: OpenedNodes;
  /** The first of the eight bits of this set. */
  readonly shift: number;
  /** How many boxes are in it. */
  readonly boxes: number;
}

/** Writes the ids of the boxes in a set. */
export function writeIdsOfSet(tree: Tree, { opened: { nodes, found, count }, shift }: SlotSet, out: Uint32Array): void {
  const { int32 } = tree.nodes;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const base = (nodes[i] << NODE_SHIFT) + CHILD;
    for (let bits = (found[i] >>> shift) & ((1 << WIDTH) - 1); bits !== 0; bits &= bits - 1) {
      at = writeIds(tree, int32[base + 31 - Math.clz32(bits & -bits)], out, at);
    }
  }
}

/** Creates a list of words, with some room. */
export function createWords(): Int32Array {
  return new Int32Array(1024);
}

/** Returns the words, or a larger copy if there is no room for WIDTH more after the first `length`. */
export function withRoom(words: Int32Array, length: number): Int32Array {
  if (length + WIDTH <= words.length) return words;
  const grown = new Int32Array(2 * words.length);
  grown.set(words);
  return grown;
}
