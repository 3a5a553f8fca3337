import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import type { Memory } from './memory';

/**
 * A tree has fewer nodes per box than this, unless there are only a handful of boxes. Measured: 0.15 to 0.21 in a new tree
 * for boxes as they lie in scenes, 0.32 in the worst of about a thousand arrangements of points in groups with growing
 * gaps, and 0.35 in a tree that changes.
 */
export const NODES_PER_BOX = 0.4;
/** For everything else in a scene's memory: the kernel's own part, batches of rays, lists of changed ids. */
const OTHER_BYTES = 2 ** 24;

/**
 * The working memory of a build in bytes: the references, and at most twice as many binary nodes, less one. A binary
 * node has an area of 8 bytes and three words.
 */
export function buildScratchBytes(boxes: number): number {
  return boxes * REFERENCE_WORDS * 4 + Math.max(1, 2 * boxes - 1) * 20;
}

/** The same for a build over triangles. At its end, it holds the references and a copy of all corners, in float64 at most. */
export function triangleScratchBytes(triangles: number): number {
  return Math.max(buildScratchBytes(triangles), triangles * (REFERENCE_WORDS * 4 + 72));
}

/**
 * Checks that a tree over that many boxes can be built in the memory that is left.
 *
 * @param spareBytes how much is given back before the build: the nodes of the present tree.
 * @throws RangeError if there is no room for it.
 */
export function checkBuildMemory(memory: Memory, boxes: number, spareBytes = 0): void {
  memory.checkRoom([buildScratchBytes(boxes), Math.max(0, nodeBytes(boxes) - spareBytes), OTHER_BYTES]);
}

/** The most bytes that the nodes of a tree over that many boxes take. */
export function nodeBytes(boxes: number): number {
  return Math.ceil(boxes * NODES_PER_BOX) * NODE_WORDS * 4;
}
