import { WIDTH } from '../layout/nodeLayout';

/** The addresses in shared memory at which the threads of a build work. */
export interface BuildSite {
  readonly memory: WebAssembly.Memory;
  /** The working memory of this thread's kernel: KERNEL_BYTES. */
  readonly kernelAt: number;
  /** The references and the binary tree: buildScratchBytes. */
  readonly scratchAt: number;
  /** The pieces of work: WORK_BYTES, all 0 at first. */
  readonly workAt: number;
  /** The most pieces of work, up to WORK_LIMIT. With fewer pieces, some are larger. The tree does not depend on it. */
  readonly workLimit: number;
}

/** The room for pieces of work. A typical build has a few hundred. */
export const WORK_LIMIT = 1024;
/** The most threads. At the end, each blocks on an entry beyond the last range. */
export const THREAD_LIMIT = 256;

/** The counters: how many pieces were taken, how many were added, and how many references are sorted. */
export const TAKEN = 0;
export const ADDED = 1;
export const SORTED = 2;
const RANGES = 4;

/**
 * A range to sort, as words: start, size, depth, whether it is sorted, its binary node and its state. Then the entry of
 * its subtree in the kernel's plan, once it is planned.
 */
export const SIZE = 1;
export const NODE = 4;
export const STATE = 5;
export const PLANNED = 6;
export const RANGE_WORDS = PLANNED + WIDTH * 3;
export const RANGE_LIMIT = WORK_LIMIT + THREAD_LIMIT;

/**
 * A subtree to make, as words: its binary node, its first reference, its wide node and the first wide node below it.
 */
export const SUBTREE_WORDS = 4;
const SUBTREES = RANGES + RANGE_LIMIT * RANGE_WORDS;

export const WORK_BYTES = (SUBTREES + WORK_LIMIT * SUBTREE_WORDS) * 4;

/** Returns the index of the first word of a range. */
export function rangeAt(index: number): number {
  return RANGES + index * RANGE_WORDS;
}

/** Returns the index of the first word of a subtree. */
export function subtreeAt(index: number): number {
  return SUBTREES + index * SUBTREE_WORDS;
}

/** Returns the most boxes of a range or subtree that is not divided: one thread does all of it. */
export function mostInPiece(boxes: number): number {
  return Math.max(WIDTH, Math.ceil(boxes / 128));
}
