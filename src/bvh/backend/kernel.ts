import { kernelText } from '../../kernel/binary';
import type { OnProgress } from '../build/onProgress';
import type { KernelMemory } from '../memory/kernelMemory';

/**
 * What the kernel exports: src/kernel/index.ts. Addresses are byte offsets into its memory; what is true or false there is 1
 * or 0 here, which need not be converted.
 */
export interface Kernel {
  bind(
    nodes: number,
    places: number,
    masks: number,
    aabb32: number,
    aabb64: number,
    obbs: number,
    boxSlots: number,
    parentSlots: number,
    heights: number,
  ): void;
  readMatrices(matrices: number, isFloat32: number, count: number, records: number): number;
  beginChecksum(): void;
  addToChecksum(at: number, bytes: number): void;
  checksum(): number;
  checkNodes(first: number, end: number, count: number, idLimit: number, scratch: number): number;
  planTree(idLimit: number, boxes: number, scratch: number): number;
  collapse(rows: number): void;
  refit(idLimit: number): void;
  refitChanged(words: number): number;
  applyChanges(words: number, firstWord: number, endWord: number): number;
  optimize(scratch: number): void;
  preparePads(): void;
  raycast(isAny: number, hasMask: number, mask: number): number;
  raycastAfter(
    t: number,
    id: number,
    absolute: number,
    relative: number,
    widened: number,
    hasMask: number,
    mask: number,
  ): number;
  isIncoherent(rays: number, isFloat32: number, count: number): number;
  raycastMany(
    rays: number,
    isFloat32: number,
    count: number,
    order: number,
    ids: number,
    ts: number,
    hasMask: number,
    mask: number,
  ): number;
  nearest(count: number, hasMask: number, mask: number): number;
  splitByPlane(opened: number, found: number, capacity: number): number;
  cullByPlanes(planes: number, opened: number, found: number, cutting: number, capacity: number): number;
  overlap(kind: number, opened: number, found: number, capacity: number): number;
  beginPairs(stack: number): void;
  findPairs(nodeCount: number, out: number, capacity: number, hasMask: number, mask: number): number;
}

const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * A kernel that works in a memory; the module is compiled once, at the first call, for all memories of its kind.
 *
 * @param own where there are KERNEL_BYTES for this kernel alone, all 0.
 * @param progress told by planTree how many boxes have been sorted.
 * @throws where WebAssembly with SIMD is not to be had, or a page's Content-Security-Policy forbids it.
 */
export function createKernel({ memory, isShared }: KernelMemory, own: number, progress: OnProgress): Kernel {
  let module = compiled.get(isShared);
  if (module === undefined) {
    const bytes = decodeKernel(kernelText);
    if (isShared) bytes[findMemoryFlags(bytes)] |= SHARED;
    module = new WebAssembly.Module(bytes);
    compiled.set(isShared, module);
  }
  return new WebAssembly.Instance(module, { env: { memory, own, progress } }).exports as unknown as Kernel;
}

/** Of an imported memory's limits: it is shared. */
const SHARED = 2;

/**
 * A module says whether the memory it imports is shared, and the same code does for both: so only that bit differs. It is in
 * the flags after the import's name, whose length comes first, and its kind, which is 2 for a memory.
 */
function findMemoryFlags(bytes: Uint8Array): number {
  const name = [6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2];
  return bytes.findIndex((_, at) => name.every((byte, i) => bytes[at + i] === byte)) + name.length;
}

/**
 * Reads bytes from text: one printable character, from the space on, stands for a value below 93; the last two before the
 * others. Bytes are values less 10, so that few of the frequent ones need a backslash. The same bytes look the same wherever
 * they stand, so that this is a quarter smaller than base64 once compressed.
 */
function decodeKernel(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let value = text.charCodeAt(i) - 32;
    if (value >= 93) value = 93 + 95 * (value - 93) + text.charCodeAt(++i) - 32;
    bytes[length++] = value - 10;
  }
  return bytes.subarray(0, length);
}
