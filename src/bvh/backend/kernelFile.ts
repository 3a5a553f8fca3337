import type { Kernel } from '../../kernel/binary';
import type { Checking, FileOperations } from '../file/fileOperations';
import type { FilePiece } from '../file/filePiece';
import { TreeCheck } from '../file/treeCheck';
import { ScratchSpace } from '../memory/scratchSpace';
import type { Tree } from '../tree/tree';
import type { BoundKernel } from './boundKernel';

/** How many nodes one step checks. Other work can be done between steps. */
const NODES_AT_ONCE = 8192;
/** What the kernel needs besides four words for each node and a bit for each id. */
const GROUP_BYTES = 4096;

/** Reads a file: see FileOperations. */
export function kernelFile(kernel: BoundKernel): Pick<FileOperations, 'createFilePiece' | 'checkTree'> {
  return {
    createFilePiece: (byteLength) => new KernelFilePiece(kernel, byteLength),
    checkTree: (tree) => new KernelTreeCheck(kernel, tree),
  };
}

/** Room for pieces of a file in the kernel's memory. The kernel sums them up. */
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

/** {@link TreeCheck} by the kernel, which tells whether a tree is valid. If it is not, TreeCheck says what is wrong. */
class KernelTreeCheck implements Checking {
  readonly #kernel: BoundKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #tree: Tree;
  readonly #scratch: ScratchSpace;
  /** The last node that was checked. */
  #node: number;

  constructor(kernel: BoundKernel, tree: Tree) {
    const { leaves, nodes } = tree;
    this.#kernel = kernel;
    this.#memory = kernel.memory.memory;
    this.#tree = tree;
    this.#scratch = new ScratchSpace(kernel.memory);
    this.#scratch.reserve(GROUP_BYTES + 16 * nodes.count + 4 * Math.ceil(leaves.idLimit / 32));
    new Uint8Array(this.#memory.buffer, this.#scratch.byteOffset, this.#scratch.byteLength).fill(0);
    this.#node = nodes.count;
  }

  step(): boolean {
    const { leaves, nodes } = this.#tree;
    const { count } = nodes;
    this.#kernel.bind(leaves, this.#tree);
    const end = this.#node;
    this.#node = Math.max(0, end - NODES_AT_ONCE);
    const isValid =
      this.#kernel.functions.checkNodes(this.#node, end, count, leaves.idLimit, this.#scratch.byteOffset) !== 0;
    if (isValid && this.#node > 0) return false;
    const isComplete = isValid && this.#holdsAll();
    this.#scratch.release();
    if (!isComplete) for (const check = new TreeCheck(this.#tree); !check.step(););
    return true;
  }

  /**
   * Whether all nodes and boxes are below the root. The kernel keeps lists with a word for each node: its first child,
   * how many nodes are below it, and how many boxes.
   */
  #holdsAll(): boolean {
    const { leaves, nodes } = this.#tree;
    const { count } = nodes;
    const words = new Int32Array(this.#memory.buffer, this.#scratch.byteOffset + GROUP_BYTES, 3 * count);
    return words[count] === count - 1 && words[2 * count] === leaves.size;
  }
}
