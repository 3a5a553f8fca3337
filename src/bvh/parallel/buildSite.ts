import { WIDTH } from '../layout/nodeLayout';

/** Where the threads of a build work together, in bytes from the start of their memory. */
export interface BuildSite {
  readonly memory: WebAssembly.Memory;
  /** The thread's own part for its kernel: KERNEL_BYTES. */
  readonly kernelAt: number;
  /** The references and the binary tree: as many bytes as buildScratchBytes says. */
  readonly scratchAt: number;
  /** What is left to do: WORK_BYTES, all 0 at first. */
  readonly workAt: number;
  /** How many pieces of work can be noted, at most WORK_LIMIT. If there are more, some are larger, and the tree is the same. */
  readonly workLimit: number;
}

/** There is room for this many pieces of work. Usual trees have a few hundred. */
export const WORK_LIMIT = 1024;
/** There are never more threads than this. Each asks for one piece more than there are. */
export const THREAD_LIMIT = 256;

/** The counters: how many pieces were taken, how many were added, and how many references are in their place. */
export const TAKEN = 0;
export const ADDED = 1;
export const SORTED = 2;
const RANGES = 4;

/**
 * A range to sort, as words: start, size, depth, whether it is sorted, its binary node and its state. Then, once it is
 * planned, the entry of its subtree in the kernel's plan.
 */
export const SIZE = 1;
export const NODE = 4;
export const STATE = 5;
export const PLANNED = 6;
export const RANGE_WORDS = PLANNED + WIDTH * 3;
export const RANGE_LIMIT = WORK_LIMIT + THREAD_LIMIT;

/** A subtree to make, as words: its binary node, its first reference, its wide node and the first wide node below it. */
export const SUBTREE_WORDS = 4;
const SUBTREES = RANGES + RANGE_LIMIT * RANGE_WORDS;

export const WORK_BYTES = (SUBTREES + WORK_LIMIT * SUBTREE_WORDS) * 4;

/** The first word of a range. */
export function rangeAt(index: number): number {
  return RANGES + index * RANGE_WORDS;
}

/** The first word of a subtree. */
export function subtreeAt(index: number): number {
  return SUBTREES + index * SUBTREE_WORDS;
}

/** Ranges and subtrees of at most this many boxes are not divided any more: one thread does them. */
export function mostInPiece(boxes: number): number {
  return Math.max(WIDTH, Math.ceil(boxes / 128));
}
