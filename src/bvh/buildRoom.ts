import type { Memory } from './memory';
import { NODE_WORDS } from './nodeLayout';
import { ROW_WORDS } from './rowLayout';

/** A built tree has fewer nodes a box than this, but for a handful of boxes (measured: 0.15 to 0.21). */
const NODES_A_BOX = 0.25;
/** For what else a scene keeps in its memory: the kernel's own, batches of rays, lists of ids that have changed. */
const OTHER_BYTES = 2 ** 24;

/** Bytes that a build works with: rows, and at most twice as many binary nodes, less one, with an area of 8 bytes and three words each. */
export function buildScratchBytes(boxes: number): number {
  return boxes * ROW_WORDS * 4 + Math.max(1, 2 * boxes - 1) * 20;
}

/**
 * Makes sure that a tree over that many boxes can be built, beside what there is.
 *
 * @throws RangeError where there is no room for it.
 */
export function checkBuildRoom(memory: Memory, boxes: number): void {
  memory.checkRoom([buildScratchBytes(boxes), boxes * NODES_A_BOX * NODE_WORDS * 4, OTHER_BYTES]);
}
