import { CHILD, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';
import { writeIds } from './writeIds';

/**
 * The nodes that a plane query has opened, and where it found what: a word a node, a bit a slot, eight bits for each of
 * the sets that it sorts the slots into. So a set of a million boxes is a few thousand words, and whole subtrees are in it
 * by one bit.
 */
export interface OpenedNodes {
  readonly nodes: Int32Array;
  readonly found: Int32Array;
  readonly count: number;
}

/** One of the sets that a plane query sorts boxes into: all that is below the slots whose bits are set. */
export interface SlotSet {
  readonly opened: OpenedNodes;
  /** Which eight bits are this set's: those from here on. */
  readonly shift: number;
  /** How many boxes are in it. */
  readonly boxes: number;
}

/** Writes the ids of a set's boxes. */
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

/** A list of words with room to begin with. */
export function createWords(): Int32Array {
  return new Int32Array(1024);
}

/** The words, or a larger copy, so that a word for each slot of one more node fits in after the first `length`. */
export function withRoom(words: Int32Array, length: number): Int32Array {
  if (length + WIDTH <= words.length) return words;
  const grown = new Int32Array(2 * words.length);
  grown.set(words);
  return grown;
}
