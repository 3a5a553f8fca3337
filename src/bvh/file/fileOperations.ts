import { readMatrices } from '../boxes/readMatrices';
import type { Tree } from '../tree/tree';
import type { FilePiece } from './filePiece';
import { HeapPiece } from './heapPiece';
import { TreeCheck } from './treeCheck';

/** A check of a tree, which goes on step by step. */
export interface Checking {
  /**
   * Goes on for a millisecond or two; returns whether all has been checked.
   *
   * @throws SlabtreeFormatError that says what is wrong.
   */
  step(): boolean;
}

/** What reads a file, in JavaScript. The kernel has each once more: see backend/wasmBackend.ts. */
export const fileOperations = {
  readMatrices,
  /** Room for the bytes of a file that is read, piece by piece. */
  createFilePiece: (byteLength: number): FilePiece => new HeapPiece(byteLength),
  /** Begins to check a tree whose bytes may be anything. */
  checkTree: (tree: Tree): Checking => new TreeCheck(tree),
};

export type FileOperations = typeof fileOperations;
