import { type Kernel, kernelText } from '../../kernel/binary';
import type { OnProgress } from '../build/onProgress';
import type { KernelMemory } from '../memory/kernelMemory';

const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * A kernel that works in a memory; the module is compiled once, at the first call, for all memories of its kind.
 *
 * @param memoryBase where there are KERNEL_BYTES for this kernel alone, all 0.
 * @param progress told by planTree how many boxes have been sorted.
 * @throws where WebAssembly with SIMD is not to be had, or a page's Content-Security-Policy forbids it.
 */
export function createKernel({ memory, isShared }: KernelMemory, memoryBase: number, progress: OnProgress): Kernel {
  let module = compiled.get(isShared);
  if (module === undefined) {
    const bytes = decodeKernel(kernelText);
    if (isShared) bytes[findMemoryFlags(bytes)] |= SHARED;
    module = new WebAssembly.Module(bytes);
    compiled.set(isShared, module);
  }
  const { exports }: { exports: object } = new WebAssembly.Instance(module, { env: { memory, memoryBase, progress } });
  return exports as Kernel;
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
