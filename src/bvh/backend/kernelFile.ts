import type { Checking, FileChecksum, FileOperations } from '../file/fileOperations';
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

/** How many nodes one step tests in the check of a tree that was read from a file. */
const NODES_AT_ONCE = 8192;
/** How many bytes of scratch space a check of nodes needs, besides four words for each node and a bit for each id. */
const GROUP_BYTES = 14_336;

/** Returns the operations that read and write files with the kernel: see FileOperations. */
export function kernelFile(kernel: BoundKernel): FileOperations {
  return {
    readMatrices: kernelMatrices(kernel),
    createChecksum: () => new KernelChecksum(kernel),
    checkTree: (tree) => new KernelNodeCheck(kernel, boxNodes(kernel, tree)),
    checkTriangles: (mesh) => new KernelNodeCheck(kernel, triangleNodes(kernel, mesh)),
  };
}

/** How many bytes from outside of the kernel's memory are copied at a time to be summed up. They stay in the cache. */
const COPIED_BYTES = 16_384;

/** Computes the checksum of a file in the kernel: in place, if the bytes are in the kernel's memory. */
class KernelChecksum implements FileChecksum {
  readonly #kernel: BoundKernel;

  constructor(kernel: BoundKernel) {
    this.#kernel = kernel;
    // Reserved here, because reserving may grow the memory, which detaches all arrays in it.
    kernel.scratch.reserve(COPIED_BYTES);
    kernel.functions.beginChecksum();
  }

  add(bytes: Uint8Array): void {
    const { functions, memory, scratch } = this.#kernel;
    if (bytes.buffer === memory.memory.buffer) {
      functions.addToChecksum(bytes.byteOffset, bytes.length);
      return;
    }
    for (let at = 0; at < bytes.length; at += COPIED_BYTES) {
      const some = bytes.subarray(at, at + COPIED_BYTES);
      new Uint8Array(memory.memory.buffer, scratch.byteOffset, some.length).set(some);
      functions.addToChecksum(scratch.byteOffset, some.length);
    }
  }

  get sum(): number {
    return this.#kernel.functions.checksum() >>> 0;
  }
}

/** The nodes of a tree over boxes or triangles in a file, and how the kernel and JavaScript check them. */
interface CheckedNodes {
  readonly nodes: Nodes;
  /** How many boxes or triangles the nodes must hold: `size`. Every id in the nodes must be less than `limit`. */
  readonly size: number;
  readonly limit: number;
  /** The place of id 0, if each id has the place that follows that of the id before it. Otherwise 0. */
  readonly firstPlace: number;
  /** How many bytes of scratch space the check of the nodes needs beyond those for a tree over boxes. */
  readonly moreBytes: number;
  /** Binds the kernel to the nodes that are checked. Returns the argument `mesh` of the kernel's `checkNodes`. */
  readonly bind: (endOfScratch: number) => number;
  /** Begins a check of the nodes in JavaScript, which finds the fault that the kernel does not name. */
  readonly checkInJs: () => Checking;
}

function boxNodes(kernel: BoundKernel, tree: Tree): CheckedNodes {
  const { boxes, nodes } = tree;
  const bind = (): number => {
    kernel.bind(boxes, tree);
    return 0;
  };
  const { size, idLimit: limit, places } = boxes;
  // The places were checked: the boxes of each kind have consecutive records. So all boxes are of one kind if the last
  // record of the last box's kind belongs to the last id.
  const firstPlace = limit > 0 && places[limit - 1] === places[0] + limit - 1 ? places[0] : 0;
  return { nodes, size, limit, firstPlace, moreBytes: 0, bind, checkInJs: () => checkTree(tree) };
}

function triangleNodes(kernel: BoundKernel, mesh: StoredMesh): CheckedNodes {
  const { nodes, triangleCount } = mesh;
  const bind = (endOfScratch: number): number => {
    kernel.bindNodes(nodes);
    const meshAt = Math.floor(endOfScratch / 8 - MESH_NUMBERS) * 8;
    writeMeshTable([mesh], [0], new Float64Array(kernel.memory.memory.buffer, meshAt, MESH_NUMBERS));
    return meshAt;
  };
  // An entry of the table of meshes has MESH_NUMBERS numbers. The extra number is room to align it to 8 bytes.
  const moreBytes = (MESH_NUMBERS + 1) * 8;
  const [size, limit] = [triangleCount, triangleCount];
  return { nodes, size, limit, firstPlace: 0, moreBytes, bind, checkInJs: () => checkTriangles(mesh) };
}

/**
 * Checks the nodes of a file with the kernel, which returns only whether they are valid. If they are not, NodeCheck
 * finds the fault and throws.
 */
class KernelNodeCheck implements Checking {
  readonly #kernel: BoundKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #checked: CheckedNodes;
  readonly #scratch: ScratchSpace;
  /** The node that was checked last. The check goes from the last node of the tree to the first. */
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
    const { nodes, limit, firstPlace, bind, checkInJs } = this.#checked;
    const { byteOffset, byteLength } = this.#scratch;
    const mesh = bind(byteOffset + byteLength);
    const end = this.#node;
    this.#node = Math.max(0, end - NODES_AT_ONCE);
    const { functions } = this.#kernel;
    const isValid = functions.checkNodes(this.#node, end, nodes.count, limit, firstPlace, byteOffset, mesh) !== 0;
    if (isValid && this.#node > 0) return false;
    const isComplete = isValid && this.#holdsAll();
    this.#scratch.release();
    if (!isComplete) for (const check = checkInJs(); !check.step(););
    return true;
  }

  /**
   * Returns whether all nodes and boxes of the tree are below its root. The kernel has written three lists with a word
   * for each node: the node's first child, how many nodes are below the node, and how many boxes are below it.
   */
  #holdsAll(): boolean {
    const { nodes, size } = this.#checked;
    const { count } = nodes;
    const words = new Int32Array(this.#memory.buffer, this.#scratch.byteOffset + GROUP_BYTES, 3 * count);
    return words[count] === count - 1 && words[2 * count] === size;
  }
}

/** From this number of matrices on, copying them into the kernel's memory pays: the kernel reads them faster. */
const WORTH_COPYING = 16;
/** How many matrices of OBBs the kernel reads in one call. */
const MATRIX_BATCH = 1024;

/** Returns a `readMatrices` by the kernel: it reads the matrices of OBBs into records. */
function kernelMatrices(kernel: BoundKernel): FileOperations['readMatrices'] {
  return (matrices, obbs, index, limit) => {
    const count = matrices.length / 16;
    if (count < WORTH_COPYING) return readMatrices(matrices, obbs, index, limit);
    const isFloat32 = matrices.BYTES_PER_ELEMENT === 4 ? 1 : 0;
    const batch = Math.min(count, MATRIX_BATCH);
    // Makes room for the matrices and their OBB records. If `obbs` is null, the matrices are only checked, and the
    // kernel writes their records into this scratch space.
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
