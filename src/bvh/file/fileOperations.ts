import type { ObbRecords } from '../boxes/leafStore';
import type { Tree } from '../tree/tree';
import type { FilePiece } from './filePiece';

/** A check of a tree, which goes on step by step. */
export interface Checking {
  /**
   * Goes on for a millisecond or two; returns whether all has been checked.
   *
   * @throws SlabtreeFormatError that says what is wrong.
   */
  step(): boolean;
}

/** What a backend does for a file that is read. */
export interface FileOperations {
  /**
   * Reads matrices, 16 numbers each, into OBB records that follow one another, but for their bounds.
   *
   * @param obbs whose records they are, from that of `index` on; null where nothing is to be kept.
   * @returns how many, up to the first that cannot place a box: that is not finite, not affine, or singular.
   */
  readMatrices(matrices: Float32Array | Float64Array, obbs: ObbRecords | null, index: number): number;
  /** Room for the bytes of a file that is read, piece by piece. */
  createFilePiece(byteLength: number): FilePiece;
  /** Begins to check a tree whose bytes may be anything: see TreeCheck. */
  checkTree(tree: Tree): Checking;
}
