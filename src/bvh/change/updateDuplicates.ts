import type { ChangedIds } from '../boxes/changedIds';
import { CHILD, NODE_SHIFT, nodeOf, DUPLICATES } from '../layout/nodeLayout';
import { bringFirst, markRun } from '../tree/duplicates';
import type { Tree } from '../tree/tree';
import { NO_SLOT } from '../tree/treePaths';

/**
 * Keeps the marks of runs of duplicates right while a tree is changed. All boxes below a mark are equal, except those
 * that have changed since they were written to the tree. This stays true when a box is removed. When a box is written,
 * the marks above it are cleared. They are set again once the tree has no changes left to apply.
 */

/** Unmarks the runs of duplicates that contain a node. */
export function unmarkUpward({ nodes: { int32 }, paths: { parentSlots } }: Tree, node: number): void {
  for (let slot = parentSlots[node]; slot !== NO_SLOT; slot = parentSlots[slot >> NODE_SHIFT]) {
    const child = int32[slot + CHILD];
    if (child < DUPLICATES) return;
    int32[slot + CHILD] = nodeOf(child);
  }
}

/**
 * Moves the box with the smallest id to the front in all runs of duplicates that contain a node from which a box was
 * removed.
 */
export function bringFirstUpward(tree: Tree, node: number): void {
  const { nodes, paths } = tree;
  let below = node;
  for (let slot = paths.parentSlots[below]; slot !== NO_SLOT; slot = paths.parentSlots[below]) {
    if (nodes.int32[slot + CHILD] < DUPLICATES) return;
    bringFirst(tree, below);
    below = slot >> NODE_SHIFT;
  }
}

/** Marks the runs of duplicates that contain the changed boxes, unless the tree has other changes left to apply. */
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
