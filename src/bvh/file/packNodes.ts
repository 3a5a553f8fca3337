import {
  CHILD,
  CONTENT,
  EMPTY,
  IN_SLOT,
  indexOf,
  kindOf,
  NODE_SHIFT,
  NODE_WORDS,
  nodeOf,
  DUPLICATES,
  WIDTH,
} from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';

/**
 * Copies the nodes of a tree in the order of a new tree: the children of a node one after another, then everything
 * below the first child, and so on. Runs of duplicates are not marked in the copy.
 *
 * @param places the boxes' places in the copy, by id, or null if they stay the same.
 */
export function packNodes({ nodes, isPacked }: Tree, places: Uint32Array | null, out: Int32Array): void {
  const { int32, count } = nodes;
  if (isPacked) out.set(int32.subarray(0, count * NODE_WORDS));
  else copyBelow(int32, 0, 0, 1, out);
  for (let first = 0; first < count << NODE_SHIFT; first += NODE_WORDS) {
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = out[slot + CHILD];
      if (child >= DUPLICATES) out[slot + CHILD] = nodeOf(child);
      if (places === null || child >= 0 || child === EMPTY) continue;
      const place = places[~child];
      const isInSlot = kindOf(out[slot + CONTENT]) === IN_SLOT;
      out[slot + CONTENT] = isInSlot ? indexOf(place) : place;
    }
  }
}

/**
 * Copies a node and everything below it. The first node below goes to `next`. Returns where the next node after all
 * these goes.
 */
function copyBelow(int32: Int32Array, node: number, to: number, next: number, out: Int32Array): number {
  const first = node << NODE_SHIFT;
  const copy = to << NODE_SHIFT;
  for (let word = 0; word < NODE_WORDS; word++) out[copy + word] = int32[first + word];
  const firstChild = next;
  for (let slot = CHILD; slot < CHILD + WIDTH; slot++) if (int32[first + slot] >= 0) out[copy + slot] = next++;
  let child = firstChild;
  for (let slot = CHILD; slot < CHILD + WIDTH; slot++) {
    if (int32[first + slot] >= 0) next = copyBelow(int32, int32[first + slot], child++, next, out);
  }
  return next;
}
