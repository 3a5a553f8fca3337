import { kernelText } from '../kernel/binary';

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
  planTree(idLimit: number, boxes: number, scratch: number): number;
  collapse(rows: number): void;
  refit(idLimit: number): void;
  refitChanged(words: number): number;
  applyChanges(words: number, firstWord: number, endWord: number): number;
  optimize(scratch: number): void;
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
  readonly END: WebAssembly.Global;
}

let compiled: WebAssembly.Module | undefined;

/**
 * A kernel that works in a memory; the module is compiled once, at the first call, for all of them.
 *
 * @throws where WebAssembly with SIMD is not to be had, or a page's Content-Security-Policy forbids it.
 */
export function createKernel(memory: WebAssembly.Memory): Kernel {
  compiled ??= new WebAssembly.Module(bytesOf(kernelText));
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Kernel;
}

/**
 * Reads bytes from text: one printable character, from the space on, stands for a value below 93; the last two before the
 * others. Bytes are values less 10, so that few of the frequent ones need a backslash. The same bytes look the same wherever
 * they stand, so that this is a quarter smaller than base64 once compressed.
 */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    let value = text.charCodeAt(i) - 32;
    if (value >= 93) value = 93 + 95 * (value - 93) + text.charCodeAt(++i) - 32;
    bytes[length++] = value - 10;
  }
  return bytes.subarray(0, length);
}
