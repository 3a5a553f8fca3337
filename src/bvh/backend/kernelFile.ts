import type { Kernel } from '../../kernel/binary';
import type { Checking, FileOperations, FilePiece } from '../file/fileOperations';
import { checkTriangles } from '../file/mesh/meshCheck';
import { checkTree } from '../file/treeCheck';
import { MESH_NUMBERS } from '../layout/kernelLayout';
import { ScratchSpace } from '../memory/scratchSpace';
import { writeMeshTable } from '../meshes/meshTable';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Nodes } from '../tree/nodes';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';
import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { readMatrices } from '../boxes/readMatrices';

/** How many nodes one step checks. */
const NODES_AT_ONCE = 8192;
/** The bytes that checkNodes of the kernel needs besides four words for each node and a bit for each id. */
const GROUP_BYTES = 4096;

/** The operations of the kernel that read files: see FileOperations. */
export function kernelFile(kernel: BoundKernel): FileOperations {
  return {
    readMatrices: kernelMatrices(kernel),
    createFilePiece: (byteLength) => new KernelFilePiece(kernel, byteLength),
    checkTree: (tree) => new KernelNodeCheck(kernel, boxNodes(kernel, tree)),
    checkTriangles: (mesh) => new KernelNodeCheck(kernel, triangleNodes(kernel, mesh)),
  };
}

/** A piece of a file in the kernel's memory. The kernel computes its checksum. */
class KernelFilePiece implements FilePiece {
  readonly #kernel: Kernel;
  readonly #memory: WebAssembly.Memory;
  readonly #scratch: ScratchSpace;
  readonly #byteLength: number;

  constructor({ functions, memory }: BoundKernel, byteLength: number) {
    this.#kernel = functions;
    this.#memory = memory.memory;
    this.#scratch = new ScratchSpace(memory);
    this.#scratch.reserve(byteLength);
    this.#byteLength = byteLength;
    functions.beginChecksum();
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer, this.#scratch.byteOffset, this.#byteLength);
  }

  sumUp(byteLength: number): void {
    this.#kernel.addToChecksum(this.#scratch.byteOffset, byteLength);
  }

  get sum(): number {
    return this.#kernel.checksum() >>> 0;
  }

  release(): void {
    this.#scratch.release();
  }
}

/** The nodes of a tree over boxes or triangles, and how to check them. */
interface CheckedNodes {
  readonly nodes: Nodes;
  /** How many boxes or triangles they must hold. Every id is less than the limit. */
  readonly size: number;
  readonly limit: number;
  /** How many more bytes of scratch space are needed than for boxes. */
  readonly moreBytes: number;
  /** Binds the kernel to the nodes. Returns the argument `mesh` of its `checkNodes`. */
  readonly bind: (endOfScratch: number) => number;
  /** Begins the check in JavaScript. */
  readonly checkInJs: () => Checking;
}

function boxNodes(kernel: BoundKernel, tree: Tree): CheckedNodes {
  const { boxes, nodes } = tree;
  const bind = (): number => {
    kernel.bind(boxes, tree);
    return 0;
  };
  return { nodes, size: boxes.size, limit: boxes.idLimit, moreBytes: 0, bind, checkInJs: () => checkTree(tree) };
}

function triangleNodes(kernel: BoundKernel, mesh: StoredMesh): CheckedNodes {
  const { nodes, triangleCount } = mesh;
  const bind = (endOfScratch: number): number => {
    kernel.bindNodes(nodes);
    const meshAt = Math.floor(endOfScratch / 8 - MESH_NUMBERS) * 8;
    writeMeshTable([mesh], [0], new Float64Array(kernel.memory.memory.buffer, meshAt, MESH_NUMBERS));
    return meshAt;
  };
  // One number more than MESH_NUMBERS, for alignment to 8 bytes.
  const moreBytes = (MESH_NUMBERS + 1) * 8;
  return { nodes, size: triangleCount, limit: triangleCount, moreBytes, bind, checkInJs: () => checkTriangles(mesh) };
}

/**
 * Checks nodes with the kernel, which returns only whether they are valid. If they are not, NodeCheck finds the fault
 * and throws.
 */
class KernelNodeCheck implements Checking {
  readonly #kernel: BoundKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #checked: CheckedNodes;
  readonly #scratch: ScratchSpace;
  /** The last node that was checked. */
  #node: number;

  constructor(kernel: BoundKernel, checked: CheckedNodes) {
    const { nodes, limit, moreBytes } = checked;
    this.#kernel = kernel;
    this.#memory = kernel.memory.memory;
    this.#checked = checked;
    this.#scratch = new ScratchSpace(kernel.memory);
    this.#scratch.reserve(GROUP_BYTES + 16 * nodes.count + 4 * Math.ceil(limit / 32) + moreBytes);
    new Uint8Array(this.#memory.buffer, this.#scratch.byteOffset, this.#scratch.byteLength).fill(0);
    this.#node = nodes.count;
  }

  step(): boolean {
    const { nodes, limit, bind, checkInJs } = this.#checked;
    const { byteOffset, byteLength } = this.#scratch;
    const mesh = bind(byteOffset + byteLength);
    const end = this.#node;
    this.#node = Math.max(0, end - NODES_AT_ONCE);
    const isValid = this.#kernel.functions.checkNodes(this.#node, end, nodes.count, limit, byteOffset, mesh) !== 0;
    if (isValid && this.#node > 0) return false;
    const isComplete = isValid && this.#holdsAll();
    this.#scratch.release();
    if (!isComplete) for (const check = checkInJs(); !check.step(););
    return true;
  }

  /**
   * Whether all nodes and boxes are below the root. The kernel writes three lists with a word for each node: its first
   * child, how many nodes are below it, and how many boxes.
   */
  #holdsAll(): boolean {
    const { nodes, size } = this.#checked;
    const { count } = nodes;
    const words = new Int32Array(this.#memory.buffer, this.#scratch.byteOffset + GROUP_BYTES, 3 * count);
    return words[count] === count - 1 && words[2 * count] === size;
  }
}

/** JavaScript reads fewer matrices than this faster than it copies them for the kernel. */
const WORTH_COPYING = 16;
/** How many matrices the kernel reads in a call. */
const MATRIX_BATCH = 1024;

/** Reads matrices into records: see readMatrices. */
function kernelMatrices(kernel: BoundKernel): FileOperations['readMatrices'] {
  return (matrices, obbs, index, limit) => {
    const count = matrices.length / 16;
    if (count < WORTH_COPYING) return readMatrices(matrices, obbs, index, limit);
    const isFloat32 = matrices.BYTES_PER_ELEMENT === 4 ? 1 : 0;
    const batch = Math.min(count, MATRIX_BATCH);
    // Room for the matrices and their records. The kernel writes records here if there is no store to write them to.
    kernel.scratch.reserve(batch * (16 + OBB_STRIDE) * 8);
    const at = kernel.scratch.byteOffset;
    const { buffer } = kernel.memory.memory;
    const copy = isFloat32 === 1 ? new Float32Array(buffer, at, batch * 16) : new Float64Array(buffer, at, batch * 16);
    const records = obbs === null ? at + batch * 128 : obbs.data.byteOffset + index * OBB_STRIDE * 8;
    for (let first = 0; first < count; first += batch) {
      const some = Math.min(batch, count - first);
      copy.set(matrices.subarray(16 * first, 16 * (first + some)));
      const written = obbs === null ? 0 : first;
      const read = kernel.functions.readMatrices(at, isFloat32, some, records + written * OBB_STRIDE * 8, limit);
      if (read < some) return first + read;
    }
    return count;
  };
}
