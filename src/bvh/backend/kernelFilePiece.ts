import type { Kernel } from '../../kernel/binary';
import type { FileOperations } from '../file/fileOperations';
import type { FilePiece } from '../file/filePiece';
import { ScratchSpace } from '../memory/scratchSpace';
import type { BoundKernel } from './boundKernel';

/** Makes room for pieces of a file in the kernel's memory. The kernel sums them up: see FileOperations. */
export function kernelFilePiece(kernel: BoundKernel): FileOperations['createFilePiece'] {
  return (byteLength) => new KernelFilePiece(kernel, byteLength);
}

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
