import { CHILD, CONTENT, EMPTY, NODE_SHIFT, NODE_WORDS, WIDTH } from './nodeLayout';
import type { Tree } from './tree';

/** Boxes of a tree, as whole subtrees where possible: what a plane query answers with. */
export class SubtreeList {
  /** What hangs in one slot each: the index of a node, with all that is below it, or ~id of a single box. */
  subtrees = createWords();
  /** How many of them there are. */
  length = 0;
  /** How many boxes there are in all. */
  boxes = 0;

  add(subtree: number, boxes: number): void {
    this.subtrees = withRoom(this.subtrees, this.length);
    this.subtrees[this.length++] = subtree;
    this.boxes += boxes;
  }
}

/** Room to begin a list with. */
export function createWords(): Int32Array {
  return new Int32Array(128 * WIDTH);
}

/** The words, or a larger copy, so that all slots of one more node fit in after the first `length`. */
export function withRoom(words: Int32Array, length: number): Int32Array {
  if (length + WIDTH <= words.length) return words;
  const grown = new Int32Array(2 * words.length);
  grown.set(words);
  return grown;
}

/**
 * Writes the ids of a subtree's boxes from `at` on; returns where the next one goes.
 *
 * All nodes below a node follow one another, so they are read from end to end, without a stack, until all boxes are found.
 */
export function writeIds(tree: Tree, subtree: number, out: Uint32Array, at: number): number {
  if (subtree < 0) {
    out[at] = ~subtree;
    return at + 1;
  }
  const { int32 } = tree.nodes;
  let firstBelow = 0;
  let below = 0;
  const root = (subtree << NODE_SHIFT) + CHILD;
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
