import { CHILD, CONTENT, EMPTY, NODE_SHIFT, NODE_WORDS, WIDTH } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';

/**
 * The nodes that a query has opened, and what it found in each node. `found` has one word per node. The word has eight
 * bits for each set into which the query sorts slots: one bit per slot. One bit can put a whole subtree into a set, so
 * a set of a million boxes is a few thousand words.
 */
export interface OpenedNodes {
  readonly nodes: Int32Array;
  readonly found: Int32Array;
  readonly count: number;
}

/** One of the sets into which a query sorts boxes: all boxes in or below the slots whose bits of this set are 1. */
export interface SlotSet {
  readonly opened: OpenedNodes;
  /** The index of the first of the eight bits that this set has in the word of each opened node. */
  readonly shift: number;
  /** How many boxes are in the set. */
  readonly boxes: number;
}

/** Writes the ids of the boxes in a set of slots into `out`. */
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

/**
 * Writes the ids of the boxes in a subtree into `out`, beginning at `at`. Returns the index after the last id.
 *
 * @param subtree the child word of the slot that leads to the subtree.
 */
export function writeIds(tree: Tree, subtree: number, out: Uint32Array, at: number): number {
  if (subtree < 0) {
    out[at] = ~subtree;
    return at + 1;
  }
  return tree.isPacked ? scan(tree, subtree, out, at) : descend(tree, subtree, out, at);
}

/** Writes the ids below a node of a packed tree, by reading all nodes below it in order: they follow one another. */
function scan(tree: Tree, node: number, out: Uint32Array, at: number): number {
  const { int32 } = tree.nodes;
  let firstBelow = 0;
  let below = 0;
  const root = (node << NODE_SHIFT) + CHILD;
  for (let word = root; word < root + WIDTH; word++) {
    const child = int32[word];
    if (child >= 0) {
      if (below === 0) firstBelow = child;
      below += int32[word - CHILD + CONTENT];
    } else if (child !== EMPTY) out[at++] = ~child;
  }
  const end = at + below;
  for (let first = (firstBelow << NODE_SHIFT) + CHILD; at < end; first += NODE_WORDS) {
    for (let word = first; word < first + WIDTH; word++) {
      const child = int32[word];
      if (child < 0 && child !== EMPTY) out[at++] = ~child;
    }
  }
  return at;
}

function descend(tree: Tree, node: number, out: Uint32Array, at: number): number {
  const { int32 } = tree.nodes;
  const first = (node << NODE_SHIFT) + CHILD;
  let next = at;
  for (let word = first; word < first + WIDTH; word++) {
    const child = int32[word];
    if (child >= 0) next = descend(tree, child, out, next);
    else if (child !== EMPTY) out[next++] = ~child;
  }
  return next;
}

/** Creates a growing list of words, with room for the first 1024. */
export function createWords(): Int32Array {
  return new Int32Array(1024);
}

/** Returns `words`, or a larger copy if the array has no room for WIDTH more words after the first `length` words. */
export function withRoom(words: Int32Array, length: number): Int32Array {
  if (length + WIDTH <= words.length) return words;
  const grown = new Int32Array(2 * words.length);
  grown.set(words);
  return grown;
}
