import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { NODE_WORDS } from '../layout/nodeLayout';
import type { Memory } from './memory';

/**
 * The most nodes that a tree has per box, unless there are only a handful of boxes. Measured: 0.15 to 0.21 nodes per
 * box in a new tree over usual scenes, 0.32 in the worst of about a thousand arrangements of points in groups with
 * growing gaps, and 0.35 in a tree that changes.
 */
export const NODES_PER_BOX = 0.4;
/** How many more bytes a build must leave free: for the kernel, for batches of rays, and for lists of changed ids. */
const OTHER_BYTES = 2 ** 24;

/**
 * Returns how many bytes of working memory the build of a tree over `boxes` boxes takes: a reference for each box, and
 * for n boxes at most 2n - 1 binary nodes. A binary node takes 20 bytes: 8 for its area, and three words.
 */
export function buildScratchBytes(boxes: number): number {
  return boxes * REFERENCE_WORDS * 4 + Math.max(1, 2 * boxes - 1) * 20;
}

/**
 * Returns how many bytes of working memory the build of a tree over triangles takes. Its last step sorts the corners: it
 * then needs no binary nodes, but a copy of all corners, of up to 72 bytes for each triangle, beside the references.
 */
export function triangleScratchBytes(triangles: number): number {
  return Math.max(buildScratchBytes(triangles), triangles * (REFERENCE_WORDS * 4 + 72));
}

/**
 * Grows the memory once, if it can, for `byteLength` bytes of a scene of `boxes` boxes and for a build of its tree. Each
 * growth of a large memory may make the engine collect garbage.
 *
 * @param freedBytes how many of the bytes are for nodes, which are released before the build.
 */
export function growForScene(memory: Memory, byteLength: number, boxes: number, freedBytes: number): void {
  try {
    memory.checkRoom([bytesOfBuild(boxes, freedBytes).reduce((sum, bytes) => sum + bytes, byteLength)]);
  } catch (error) {
    // The blocks of the scene may fit one by one. Otherwise the allocation of one of them throws.
    if (!(error instanceof RangeError)) throw error;
  }
}

/**
 * Checks that the memory has room to build a tree over `boxes` boxes.
 *
 * @param freedBytes how many bytes the present nodes take, which are released before the build.
 * @throws RangeError if the memory has no room for the build.
 */
export function checkBuildMemory(memory: Memory, boxes: number, freedBytes = 0): void {
  memory.checkRoom(bytesOfBuild(boxes, freedBytes));
}

/** Returns the lengths of the blocks that must be free for a build: see {@link checkBuildMemory}. */
function bytesOfBuild(boxes: number, freedBytes: number): number[] {
  return [buildScratchBytes(boxes), Math.max(0, nodeBytes(boxes) - freedBytes), OTHER_BYTES];
}

/** Returns the most bytes that the nodes of a tree over `boxes` boxes take. */
export function nodeBytes(boxes: number): number {
  return Math.ceil(boxes * NODES_PER_BOX) * NODE_WORDS * 4;
}
