import type { ChangedIds } from '../boxes/changedIds';
import { CHILD, NODE_SHIFT, nodeOf, DUPLICATES } from '../layout/nodeLayout';
import { bringFirst, markRun } from '../tree/duplicates';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/*
 * What changes do to runs of duplicates. A tree may lack changes of boxes that it still holds as they were, so a mark only tells that
 * all other boxes below it are the same. That stays true if a box is taken out. Where a box is written, the marks above it
 * are taken away. They are set again once the tree lacks nothing.
 */

/** Unmarks the runs of duplicates that a node is in. */
export function unmarkUpward({ nodes: { int32 }, paths: { parentSlots } }: Tree, node: number): void {
  for (let slot = parentSlots[node]; slot !== NO_SLOT; slot = parentSlots[slot >> NODE_SHIFT]) {
    const child = int32[slot + CHILD];
    if (child < DUPLICATES) return;
    int32[slot + CHILD] = nodeOf(child);
  }
}

/** Brings the smallest id to the front of the runs of duplicates that a node is in, after a box was taken out of the node. */
export function bringFirstUpward(tree: Tree, node: number): void {
  const { nodes, paths } = tree;
  let below = node;
  for (let slot = paths.parentSlots[below]; slot !== NO_SLOT; slot = paths.parentSlots[below]) {
    if (nodes.int32[slot + CHILD] < DUPLICATES) return;
    bringFirst(tree, below);
    below = slot >> NODE_SHIFT;
  }
}

/** Marks the runs of duplicates that changed boxes are in now, unless the tree lacks other changes. */
export function markChangedRuns(tree: Tree, changes: Pick<ChangedIds, 'words' | 'firstWord' | 'endWord'>): void {
  const { words, firstWord, endWord } = changes;
  for (let word = endWord; word < words.length; word++) if (words[word] !== 0) return;
  const { boxSlots } = tree.paths;
  for (let word = firstWord; word < endWord; word++) {
    for (let bits = words[word]; bits !== 0; bits &= bits - 1) {
      const slot = boxSlots[(word << 5) + 31 - Math.clz32(bits & -bits)];
      if (slot !== NO_SLOT) markUpward(tree, slot >> NODE_SHIFT);
    }
  }
}

function markUpward(tree: Tree, node: number): void {
  const { nodes, paths } = tree;
  let below = node;
  for (let slot = paths.parentSlots[below]; slot !== NO_SLOT; slot = paths.parentSlots[below]) {
    if (nodes.int32[slot + CHILD] >= DUPLICATES || !markRun(tree, slot)) return;
    below = slot >> NODE_SHIFT;
  }
}
