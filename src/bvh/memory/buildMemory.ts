import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import type { Memory } from './memory';

/**
 * The most nodes per box of a tree, unless there are only a handful of boxes. Measured: 0.15 to 0.21 in a new tree over
 * usual scenes, 0.32 in the worst of about a thousand arrangements of points in groups with growing gaps, and 0.35 in a
 * tree that changes.
 */
export const NODES_PER_BOX = 0.4;
/** Room for everything else in a scene's memory: the kernel's working memory, batches of rays, lists of changed ids. */
const OTHER_BYTES = 2 ** 24;

/**
 * Returns the working memory of a build in bytes: a reference for each box, and at most 2n - 1 binary nodes. A binary
 * node has an area of 8 bytes and three words.
 */
export function buildScratchBytes(boxes: number): number {
  return boxes * REFERENCE_WORDS * 4 + Math.max(1, 2 * boxes - 1) * 20;
}

/** Returns the working memory of a build over triangles in bytes. It ends with references and a copy of all corners. */
export function triangleScratchBytes(triangles: number): number {
  return Math.max(buildScratchBytes(triangles), triangles * (REFERENCE_WORDS * 4 + 72));
}

/**
 * Checks that the memory has room to build a tree over that many boxes.
 *
 * @param freedBytes how many bytes are released before the build: the bytes of the present nodes.
 * @throws RangeError if there is no room for it.
 */
export function checkBuildMemory(memory: Memory, boxes: number, freedBytes = 0): void {
  memory.checkRoom([buildScratchBytes(boxes), Math.max(0, nodeBytes(boxes) - freedBytes), OTHER_BYTES]);
}

/** Returns the most bytes that the nodes of a tree over that many boxes take. */
export function nodeBytes(boxes: number): number {
  return Math.ceil(boxes * NODES_PER_BOX) * NODE_WORDS * 4;
}
