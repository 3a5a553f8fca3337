import { CHILD, CONTENT, EMPTY, indexOf, NODE_SHIFT, WIDTH } from './nodeLayout';
import { measureScene } from './measureScene';
import { ROW_WORDS } from './rowLayout';
import { isExact, writeRowBounds } from './rows';
import type { Tree } from './tree';

const row = new Float32Array(ROW_WORDS);

/**
 * Fits a tree to the boxes as they are now, the same ids as when it was built: every slot's bounds, from the last node up.
 *
 * @returns the tree, with its origin and the sizes that its margins must cover as they are now.
 */
export function refit({ leaves, nodes }: Tree): Tree {
  const measure = measureScene(leaves);
  const { int32 } = nodes;
  // Children come after their parents.
  for (let node = nodes.count - 1; node >= 0; node--) {
    const base = node << NODE_SHIFT;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child >= 0) {
        nodes.fit(slot, child);
      } else if (child !== EMPTY) {
        const place = leaves.places[~child];
        writeRowBounds(leaves, measure, place, row, 0);
        nodes.setBounds(slot, row, 0);
        int32[slot + CONTENT] = isExact(leaves, measure, place, row, 0) ? indexOf(place) : place;
      }
    }
  }
  return { ...measure, leaves, nodes, walks: 0 };
}
