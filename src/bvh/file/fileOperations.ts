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

/** The operations that read and write a file, in JavaScript. The kernel has the same operations: see backend/kernelFile.ts. */
export const fileOperations = {
  readMatrices,
  createChecksum: (): FileChecksum => new HeapChecksum(),
  /** Begins a check of a tree over boxes that was read from a file. The nodes may have any bytes. */
  checkTree: (tree: Tree): Checking => checkTree(tree),
  /** Begins a check of the tree over a mesh that was read from a file. The vertices of the mesh must be valid. */
  checkTriangles: (mesh: StoredMesh): Checking => checkTriangles(mesh),
};

export type FileOperations = typeof fileOperations;

/** Computes the checksum of a file from its bytes, piece by piece: see Checksum. */
export interface FileChecksum {
  /** Adds bytes to the checksum. They must be whole stripes of 64 bytes, aligned to 4 bytes in their buffer. */
  add(bytes: Uint8Array): void;
  /** The checksum of all bytes that were added. */
  readonly sum: number;
}

/** Computes the checksum of a file in JavaScript. */
class HeapChecksum implements FileChecksum {
  readonly #checksum = new Checksum();

  add({ buffer, byteOffset, byteLength }: Uint8Array): void {
    this.#checksum.add(new Int32Array(buffer, byteOffset, byteLength / 4));
  }

  get sum(): number {
    return this.#checksum.sum;
  }
}
