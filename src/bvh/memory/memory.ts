/** Makes views of a block's bytes. Earlier views must not be used after the call. */
export type MakeViews = (buffer: ArrayBufferLike, byteOffset: number, byteLength: number) => void;

/** A run of bytes. */
export interface Block {
  readonly byteLength: number;
  /** Makes the block longer or shorter. Keeps as much of its content as fits. New bytes may hold anything. */
  resize(byteLength: number): void;
  /** Gives the bytes back. The block is empty after this. */
  release(): void;
}

/** Allocates the blocks of a scene. */
export interface Memory {
  /** How many bytes the trees that are still to be built will take. {@link checkRoom} includes these bytes. */
  owed: number;
  /**
   * Allocates a block of that many bytes. They may hold anything.
   *
   * @param makeViews called at once, and again whenever the bytes have moved.
   * @throws RangeError if there is no room. Nothing has changed then.
   */
  allocate(byteLength: number, makeViews: MakeViews): Block;
  /**
   * Checks that there is room for blocks of these sizes together. Does not take the room.
   *
   * @throws RangeError if there is not enough.
   */
  checkRoom(byteLengths: readonly number[]): void;
  /** Moves blocks together, which joins the free bytes. Addresses of blocks that are not pinned change. */
  compact(): void;
}

/** Memory of the JavaScript engine: one buffer per block. */
export class HeapMemory implements Memory {
  owed = 0;

  /** Does nothing: engines report a lack of memory only when they allocate. */
  checkRoom(): void {
    return;
  }

  /** Does nothing: the engine places buffers. */
  compact(): void {
    return;
  }

  allocate(byteLength: number, makeViews: MakeViews): Block {
    const block = {
      byteLength: 0,
      resize(length: number): void {
        const resized = bytesOfHeap(length);
        resized.set(bytes.subarray(0, length));
        bytes = resized;
        block.byteLength = length;
        makeViews(resized.buffer, 0, length);
      },
      release(): void {
        block.resize(0);
      },
    };
    let bytes = new Uint8Array(0);
    block.resize(byteLength);
    return block;
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
