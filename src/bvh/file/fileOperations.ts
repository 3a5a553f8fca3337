import { readMatrices } from '../boxes/readMatrices';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Tree } from '../tree/tree';
import { checkTriangles } from './mesh/meshCheck';
import { checkTree } from './treeCheck';
import { Checksum } from './checksum';

/** A check of a tree that was read from a file, in steps. */
export interface Checking {
  /**
   * Continues the check of a tree for a millisecond or two. Returns whether the check is complete.
   *
   * @throws SlabtreeFormatError that names the first fault.
   */
  step(): boolean;
}

/** The operations that read a file, in JavaScript. The kernel has the same operations: see backend/kernelFile.ts. */
export const fileOperations = {
  readMatrices,
  createFilePiece: (byteLength: number): FilePiece => new HeapPiece(byteLength),
  /** Begins a check of a tree over boxes that was read from a file. The nodes may have any bytes. */
  checkTree: (tree: Tree): Checking => checkTree(tree),
  /** Begins a check of the tree over a mesh that was read from a file. The vertices of the mesh must be valid. */
  checkTriangles: (mesh: StoredMesh): Checking => checkTriangles(mesh),
};

export type FileOperations = typeof fileOperations;

/** A buffer that holds one piece of a file after another, and computes the checksum of all pieces. */
export interface FilePiece {
  /** The bytes of the present piece of the file. The array is valid until memory grows. */
  readonly bytes: Uint8Array;
  /** Adds the first `byteLength` bytes of the piece to the checksum. They must be whole stripes of 64 bytes. */
  sumUp(byteLength: number): void;
  /** The checksum of all bytes of the file that were added: see Checksum. */
  readonly sum: number;
  /** Releases the memory of the buffer for pieces of a file. */
  release(): void;
}

/** A buffer for pieces of a file, in the memory of the JavaScript engine. */
export class HeapPiece implements FilePiece {
  readonly bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #checksum = new Checksum();

  constructor(byteLength: number) {
    const buffer = new ArrayBuffer(byteLength);
    this.bytes = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
  }

  sumUp(byteLength: number): void {
    this.#checksum.add(this.#words, 0, byteLength / 4);
  }

  get sum(): number {
    return this.#checksum.sum;
  }

  release(): void {
    // The memory of the piece is not freed explicitly, as the garbage collector frees it.
  }
}
