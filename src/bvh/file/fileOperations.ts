import { readMatrices } from '../boxes/readMatrices';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Tree } from '../tree/tree';
import { checkTriangles } from './mesh/meshCheck';
import { checkTree } from './treeCheck';
import { Checksum } from './checksum';

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

/** A piece of a file, and the checksum of all pieces. */
export interface FilePiece {
  /** Get them again whenever memory may have grown. */
  readonly bytes: Uint8Array;
  /** Adds the first bytes to the checksum. They must be whole stripes. */
  sumUp(byteLength: number): void;
  /** The checksum of everything that was added: see Checksum. */
  readonly sum: number;
  /** Gives the room back. */
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
    // The garbage collector does this.
  }
}
