import { type Kernel, kernelText } from '../../kernel/binary';
import type { OnProgress } from '../build/buildSteps';
import type { WasmAllocator } from '../memory/wasmAllocator';
import { fuseMultiplyAdd, hasMultiplyAdd } from './fuseMultiplyAdd';

const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * Creates a kernel that works in a memory. The first call compiles the module, once for shared memories and once for
 * others.
 *
 * @param memoryBase the address of the kernel's working memory: KERNEL_BYTES that must be 0.
 * @param progress called during a build with the number of boxes that have been sorted.
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

/** The flag of a shared memory. */
const SHARED = 2;

/**
 * Returns the index of the flags of the memory that a module imports. One flag is whether the memory is shared. No
 * other byte of the module depends on it. The flags come after the name of the import, which begins with its length,
 * and after the kind of the import, which is 2 for a memory.
 */
function findMemoryFlags(bytes: Uint8Array): number {
  const name = [6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2];
  return bytes.findIndex((_, at) => name.every((byte, i) => bytes[at + i] === byte)) + name.length;
}

/**
 * Decodes bytes from text:
 * - A printable character is a value below 93: its distance from the space.
 * - The last two printable characters are the first of two characters of a larger value.
 * - A byte is its value minus 10, so that few frequent bytes need a backslash.
 *
 * Repeated bytes are repeated text, so the text compresses to a quarter less than base64.
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
