import { type Kernel, kernelText } from '../../kernel/binary';
import type { OnProgress } from '../build/buildSteps';
import type { WasmAllocator } from '../memory/wasmAllocator';
import { fuseMultiplyAdd, hasMultiplyAdd } from './fuseMultiplyAdd';

const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * Creates a kernel that works in a memory. The first call compiles the module, once for shared memories and once for
 * others.
 *
 * @param memoryBase where the kernel's own KERNEL_BYTES begin. They must be 0.
 * @param progress told by planTree how many boxes have been sorted.
 * @throws if WebAssembly with SIMD is not available, or the page's Content-Security-Policy forbids it.
 */
export function createKernel({ memory, isShared }: WasmAllocator, memoryBase: number, progress: OnProgress): Kernel {
  let module = compiled.get(isShared);
  if (module === undefined) {
    const bytes = decodeKernel(kernelText);
    if (isShared) bytes[findMemoryFlags(bytes)] |= SHARED;
    if (hasMultiplyAdd()) fuseMultiplyAdd(bytes);
    module = new WebAssembly.Module(bytes);
    compiled.set(isShared, module);
  }
  const { exports }: { exports: object } = new WebAssembly.Instance(module, { env: { memory, memoryBase, progress } });
  return exports as Kernel;
}

/** The flag of a memory that is shared. */
const SHARED = 2;

/**
 * Finds the flags of the memory that a module imports. They say whether the memory is shared, and nothing else in the
 * module depends on that. They come after the import's name, which begins with its length, and after its kind, which is
 * 2 for a memory.
 */
function findMemoryFlags(bytes: Uint8Array): number {
  const name = [6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2];
  return bytes.findIndex((_, at) => name.every((byte, i) => bytes[at + i] === byte)) + name.length;
}

/**
 * Reads bytes from text:
 * - A printable character, counted from the space, is a value below 93.
 * - The last two printable characters begin a larger value, which takes two characters.
 * - A byte is its value minus 10. Few frequent bytes then need a backslash.
 *
 * The same bytes look the same everywhere in the text, so compressed it is a quarter smaller than base64.
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
