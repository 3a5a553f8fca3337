import { WIDTH } from './nodeLayout';

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
