import { type Kernel, kernelText } from '../../kernel/binary';
import type { OnProgress } from '../build/buildSteps';
import type { WasmAllocator } from '../memory/wasmAllocator';
import { fuseMultiplyAdd, hasMultiplyAdd } from './fuseMultiplyAdd';

const compiled = new Map<boolean, WebAssembly.Module>();

/**
 * Creates an instance of the WebAssembly kernel that works in `memory`. The first call compiles the module: once for
 * shared memories, and once for others.
 *
 * @param memoryBase the address of the kernel's working memory: KERNEL_BYTES bytes that must be 0.
 * @param progress the callback that a build calls with the number of boxes that have been sorted.
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

/** The flag in a WebAssembly module which says that the imported memory is shared. */
const SHARED = 2;

/**
 * Returns the index, in a module's bytes, of the flags of the memory that the module imports. One flag says whether the
 * memory is shared. No other byte of the module depends on that. The flags follow the length and text of the import's
 * name, and the kind of the import, which is 2 for a memory.
 */
function findMemoryFlags(bytes: Uint8Array): number {
  const name = [6, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 2];
  return bytes.findIndex((_, at) => name.every((byte, i) => bytes[at + i] === byte)) + name.length;
}

/**
 * Decodes the bytes of the WebAssembly module from text:
 * - A character stands for a value: its distance from the space character, if the value is below 93.
 * - A larger value takes two characters. The first is one of the last two printable characters.
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
