import { readMatrices } from '../boxes/readMatrices';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Tree } from '../tree/tree';
import { type FilePiece, HeapPiece } from './filePiece';
import { checkTriangles } from './mesh/meshCheck';
import { checkTree } from './treeCheck';

/** A check of a tree that runs step by step. */
export interface Checking {
  /**
   * Continues for a millisecond or two. Returns whether everything has been checked.
   *
   * @throws SlabtreeFormatError that says what is wrong.
   */
  step(): boolean;
}

/** The operations that read a file, in JavaScript. The kernel has its own of each: see backend/wasmBackend.ts. */
export const fileOperations = {
  readMatrices,
  /** Makes room for the bytes of a file that is read piece by piece. */
  createFilePiece: (byteLength: number): FilePiece => new HeapPiece(byteLength),
  /** Begins to check a tree whose bytes may be anything. */
  checkTree: (tree: Tree): Checking => checkTree(tree),
  /** Begins to check the tree over a mesh whose vertices are valid. */
  checkTriangles: (mesh: StoredMesh): Checking => checkTriangles(mesh),
};

export type FileOperations = typeof fileOperations;
