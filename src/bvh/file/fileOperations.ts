import { readMatrices } from '../boxes/readMatrices';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Tree } from '../tree/tree';
import { checkTriangles } from './mesh/meshCheck';
import { checkTree } from './treeCheck';
import { Checksum } from './checksum';

/** A check of a tree, in steps. */
export interface Checking {
  /**
   * Continues the check for a millisecond or two. Returns whether the check is complete.
   *
   * @throws SlabtreeFormatError that names the first fault.
   */
  step(): boolean;
}

/** The operations that read a file, in JavaScript. The kernel also has each of them: see backend/kernelFile.ts. */
export const fileOperations = {
  readMatrices,
  createFilePiece: (byteLength: number): FilePiece => new HeapPiece(byteLength),
  /** Begins a check of a tree whose bytes may be anything. */
  checkTree: (tree: Tree): Checking => checkTree(tree),
  /** Begins a check of the tree over a mesh, whose vertices must be valid. */
  checkTriangles: (mesh: StoredMesh): Checking => checkTriangles(mesh),
};

export type FileOperations = typeof fileOperations;

/** A buffer for pieces of a file, and the checksum of all pieces so far. */
export interface FilePiece {
  /** The bytes of the piece. Valid until memory grows. */
  readonly bytes: Uint8Array;
  /** Adds the first `byteLength` bytes to the checksum. They must be whole stripes. */
  sumUp(byteLength: number): void;
  /** The checksum of all bytes that were added: see Checksum. */
  readonly sum: number;
  /** Releases the bytes. */
  release(): void;
}

/** A piece of a file in the memory of the JavaScript engine. */
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
    // The garbage collector frees the bytes.
  }
}
