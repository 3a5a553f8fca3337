/**
 * Makes the typed arrays over a block. Called again whenever the block has moved, as arrays over the old place are stale. It may
 * drop the stale arrays, and make the new arrays when they are first read.
 */
export type MakeViews = (buffer: ArrayBufferLike, byteOffset: number, byteLength: number) => void;

/** A block of memory that an allocator has allocated. */
export interface Block {
  /** Where the bytes of the block are. All three change when the block moves, and the buffer when the memory grows. */
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
  /** Makes the block longer or shorter. Keeps as much content as fits. Bytes that are added may hold any values. */
  resize(byteLength: number): void;
  /** Returns the bytes of the block to the allocator. The block has length 0 after the call. */
  release(): void;
}

/** The allocator of the blocks of a scene. */
export interface Memory {
  /** How many bytes unbuilt trees will take. {@link checkRoom} adds these bytes to the sizes that it checks. */
  owed: number;
  /**
   * Allocates a block of `byteLength` bytes, which may hold any values.
   *
   * @param makeViews makes typed arrays over the block: called at once, and again whenever the block has moved.
   * @throws RangeError if there is no room for the block. Nothing has changed then.
   */
  allocate(byteLength: number, makeViews: MakeViews): Block;
  /**
   * Checks that there is room for blocks of the sizes `byteLengths` at once. Allocates none of the blocks.
   *
   * @throws RangeError if there is not enough room.
   */
  checkRoom(byteLengths: readonly number[]): void;
  /** Moves blocks together, which merges the free ranges between them. Changes the addresses of unpinned blocks. */
  compact(): void;
  /** Counts as the move of a block: a kernel then reads all that it keeps of a scene again, addresses and other numbers. */
  invalidate(): void;
}

/** An allocator in the memory of the JavaScript engine: each block is an ArrayBuffer. */
export class HeapMemory implements Memory {
  owed = 0;

  /** Does nothing, because the JavaScript engine reports a lack of memory only when a buffer is allocated. */
  checkRoom(): void {
    return;
  }

  /** Does nothing, because the JavaScript engine decides where buffers are in memory. */
  compact(): void {
    return;
  }

  /** Does nothing, because no kernel works in the memory of the JavaScript engine. */
  invalidate(): void {
    return;
  }

  allocate(byteLength: number, makeViews: MakeViews): Block {
    const block = new HeapBlock(makeViews);
    block.resize(byteLength);
    return block;
  }
}

class HeapBlock implements Block {
  readonly byteOffset = 0;
  readonly #makeViews: MakeViews;
  #bytes = new Uint8Array(0);

  constructor(makeViews: MakeViews) {
    this.#makeViews = makeViews;
  }

  get buffer(): ArrayBuffer {
    return this.#bytes.buffer;
  }

  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  resize(length: number): void {
    const resized = bytesOfHeap(length);
    resized.set(this.#bytes.subarray(0, length));
    this.#bytes = resized;
    this.#makeViews(resized.buffer, 0, length);
  }

  release(): void {
    this.resize(0);
  }
}

function bytesOfHeap(length: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new RangeError(
      `a scene must fit in the engine's memory, which cannot allocate ${length} bytes: use fewer boxes or triangles`,
      {
        cause,
      },
    );
  }
}
