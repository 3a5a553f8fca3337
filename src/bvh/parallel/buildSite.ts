import { WIDTH } from '../layout/nodeLayout';

/** The addresses in shared memory at which the threads of a parallel build work. */
export interface BuildSite {
  readonly memory: WebAssembly.Memory;
  /** The address of the working memory of this thread's kernel: KERNEL_BYTES bytes. */
  readonly kernelAt: number;
  /** The address of the references and the binary tree of the build: buildScratchBytes bytes. */
  readonly scratchAt: number;
  /** The address of the list of the build's pieces of work: WORK_BYTES bytes, all 0 at first. */
  readonly workAt: number;
  /** The most pieces of work of a build, up to WORK_LIMIT. Fewer pieces are larger, and lead to the same tree. */
  readonly workLimit: number;
}

/** How many pieces of work a parallel build has room for. A typical build has a few hundred pieces. */
export const WORK_LIMIT = 1024;
/** The most threads of a parallel build. At its end, each thread blocks on its own entry after the last range. */
export const THREAD_LIMIT = 256;

/** The counters of a build: how many pieces of work were taken and added, and how many references are sorted. */
export const TAKEN = 0;
export const ADDED = 1;
export const SORTED = 2;
const RANGES = 4;

/**
 * The words of a range of references to sort: its start, size and depth, whether it is sorted, its binary node and its
 * state. Once the range is planned, the entry of its subtree in the kernel's plan follows.
 */
export const SIZE = 1;
export const NODE = 4;
export const STATE = 5;
export const PLANNED = 6;
export const RANGE_WORDS = PLANNED + WIDTH * 3;
export const RANGE_LIMIT = WORK_LIMIT + THREAD_LIMIT;

/**
 * The words of a subtree to make: its binary node, its first reference, its wide node, and the first wide node below.
 */
export const SUBTREE_WORDS = 4;
const SUBTREES = RANGES + RANGE_LIMIT * RANGE_WORDS;

export const WORK_BYTES = (SUBTREES + WORK_LIMIT * SUBTREE_WORDS) * 4;

/** Returns the index of a range's first word among the words that the threads of a parallel build share. */
export function rangeAt(index: number): number {
  return RANGES + index * RANGE_WORDS;
}

/** Returns the index of a subtree's first word among the words that the threads of a parallel build share. */
export function subtreeAt(index: number): number {
  return SUBTREES + index * SUBTREE_WORDS;
}

/** Returns the most boxes of a range or subtree that a parallel build does not divide: one thread does all its work. */
export function mostInPiece(boxes: number): number {
  return Math.max(WIDTH, Math.ceil(boxes / 128));
}
