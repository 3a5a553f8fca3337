import { CHILD, CONTENT, EMPTY, NODE_SHIFT, NODE_WORDS, WIDTH } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';

/**
 * Writes the ids of the boxes in a subtree, beginning at `at`. Returns where the next id goes.
 *
 * @param subtree the child word of a slot.
 */
export function writeIds(tree: Tree, subtree: number, out: Uint32Array, at: number): number {
  if (subtree < 0) {
    out[at] = ~subtree;
    return at + 1;
  }
  return tree.isPacked ? scan(tree, subtree, out, at) : descend(tree, subtree, out, at);
}

/** In a packed tree, all nodes below a node follow one another. They are read in order until all boxes are found. */
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
