import { CHILD, CONTENT, EMPTY, NODE_SHIFT, NODE_WORDS, WIDTH } from './nodeLayout';
import type { Tree } from './tree';

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
