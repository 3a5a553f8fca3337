import type { Block, MakeViews, Memory } from './memory';

const PAGE = 65536;
/** Bytes that a 32-bit WebAssembly memory ends at. */
const LIMIT = 2 ** 32;
/** Blocks begin at a multiple of this: a node's size, so that none shares a cache line with another. */
const ALIGNMENT = 256;

const NO_BYTES = new ArrayBuffer(0);

/** Blocks of a WebAssembly memory, side by side, the first from 0 on; bytes that are given back are used again. */
export class KernelMemory implements Memory {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: LIMIT / PAGE });
  /** Counts the changes of where blocks are. */
  version = 0;
  /** In the order of their bytes; empty ones are left out. */
  readonly #blocks: KernelBlock[] = [];

  allocate(byteLength: number, makeViews: MakeViews): Block {
    const block = new KernelBlock(this, makeViews);
    block.resize(byteLength);
    return block;
  }

  /** Gives a block that many bytes, where they are or elsewhere. */
  resize(block: KernelBlock, byteLength: number): void {
    const blocks = this.#blocks;
    const index = blocks.indexOf(block);
    const end = index < 0 ? 0 : (blocks[index + 1]?.byteOffset ?? LIMIT);
    if (byteLength === 0) {
      if (index >= 0) blocks.splice(index, 1);
      block.place(0, 0);
    } else if (index >= 0 && block.byteOffset + byteLength <= end) {
      this.#growTo(block.byteOffset + byteLength);
      block.place(block.byteOffset, byteLength);
    } else {
      const place = this.#findRoom(byteLength);
      this.#growTo(place + byteLength);
      const bytes = new Uint8Array(this.memory.buffer);
      bytes.copyWithin(place, block.byteOffset, block.byteOffset + block.byteLength);
      if (index >= 0) blocks.splice(index, 1);
      block.place(place, byteLength);
      const after = blocks.findIndex((other) => other.byteOffset > place);
      blocks.splice(after < 0 ? blocks.length : after, 0, block);
    }
    this.version++;
    // Empty blocks are not told when memory grows, which leaves views on its former buffer of no use at all.
    block.makeViews(byteLength === 0 ? NO_BYTES : this.memory.buffer, block.byteOffset, block.byteLength);
  }

  /** The first gap that is large enough. */
  #findRoom(byteLength: number): number {
    let place = 0;
    for (const { byteOffset, byteLength: length } of this.#blocks) {
      if (place + byteLength <= byteOffset) break;
      place = align(byteOffset + length);
    }
    return place;
  }

  /** Makes the memory at least that long; all views are then made anew. */
  #growTo(byteLength: number): void {
    const { memory } = this;
    const missing = byteLength - memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      throw new RangeError(
        `a scene must fit in ${LIMIT} bytes of WebAssembly memory, wanted ${byteLength}: ` +
          "use fewer boxes or backend 'js'",
        { cause },
      );
    }
    for (const block of this.#blocks) block.makeViews(memory.buffer, block.byteOffset, block.byteLength);
  }
}

class KernelBlock implements Block {
  byteOffset = 0;
  byteLength = 0;
  readonly makeViews: MakeViews;
  readonly #memory: KernelMemory;

  constructor(memory: KernelMemory, makeViews: MakeViews) {
    this.#memory = memory;
    this.makeViews = makeViews;
  }

  resize(byteLength: number): void {
    this.#memory.resize(this, byteLength);
  }

  release(): void {
    this.resize(0);
  }

  place(byteOffset: number, byteLength: number): void {
    this.byteOffset = byteOffset;
    this.byteLength = byteLength;
  }
}

function align(byteOffset: number): number {
  return Math.ceil(byteOffset / ALIGNMENT) * ALIGNMENT;
}
