import { CHILD, EMPTY, NODE_SHIFT, WIDTH } from './nodeLayout';
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

/** Writes the ids of a subtree's boxes from `at` on; returns where the next one goes. */
export function writeIds(tree: Tree, subtree: number, out: Uint32Array, at: number): number {
  if (subtree < 0) {
    out[at] = ~subtree;
    return at + 1;
  }
  const { int32 } = tree.nodes;
  const first = (subtree << NODE_SHIFT) + CHILD;
  for (let word = first; word < first + WIDTH; word++) {
    const child = int32[word];
    if (child >= 0) at = writeIds(tree, child, out, at);
    else if (child === EMPTY) break;
    else out[at++] = ~child;
  }
  return at;
}
