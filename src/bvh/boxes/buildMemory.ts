import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import type { Memory } from '../memory/memory';

/**
 * A built tree has fewer nodes a box than this, but for a handful of boxes. Measured: 0.15 to 0.21 where boxes lie as they do in
 * scenes; 0.32 in the worst of some thousand arrangements of points in groups, each with gaps that grow.
 */
const NODES_A_BOX = 0.4;
/** For what else a scene keeps in its memory: the kernel's own, batches of rays, lists of ids that have changed. */
const OTHER_BYTES = 2 ** 24;

/** Bytes that a build works with: rows, and at most twice as many binary nodes, less one, with an area of 8 bytes and three words each. */
export function buildScratchBytes(boxes: number): number {
  return boxes * REFERENCE_WORDS * 4 + Math.max(1, 2 * boxes - 1) * 20;
}

/**
 * Makes sure that a tree over that many boxes can be built, beside what there is.
 *
 * @param spareBytes what is given back before the build: the nodes of the tree that there is.
 * @throws RangeError where there is no room for it.
 */
export function checkBuildMemory(memory: Memory, boxes: number, spareBytes = 0): void {
  const nodeBytes = Math.ceil(boxes * NODES_A_BOX) * NODE_WORDS * 4;
  memory.checkRoom([buildScratchBytes(boxes), Math.max(0, nodeBytes - spareBytes), OTHER_BYTES]);
}
