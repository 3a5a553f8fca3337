import type { WasmAllocator } from './wasmAllocator';
import type { Block } from './memory';

/** A block in which JavaScript passes data to the kernel and reads the kernel's results. The block never shrinks. */
export class ScratchSpace {
  byteOffset = 0;
  /** All words of the scratch block. The array is valid until the block grows. */
  words: Int32Array = new Int32Array(0);
  readonly #block: Block;

  constructor(memory: WasmAllocator) {
    this.#block = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.byteOffset = byteOffset;
      this.words = new Int32Array(buffer, byteOffset, byteLength >> 2);
    });
  }

  get byteLength(): number {
    return this.#block.byteLength;
  }

  reserve(byteLength: number): void {
    if (this.#block.byteLength < byteLength) this.#block.resize(byteLength);
  }

  release(): void {
    this.#block.release();
  }
}
