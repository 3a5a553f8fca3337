/** Called with the place of a block's bytes. Views made before the call must not be used any more. */
export type MakeViews = (buffer: ArrayBufferLike, byteOffset: number, byteLength: number) => void;

/** A run of bytes. */
export interface Block {
  readonly byteLength: number;
  /** Makes the block longer or shorter. Keeps as much of its content as fits. New bytes may hold anything. */
  resize(byteLength: number): void;
  /** Gives the bytes back. The block is empty after this. */
  release(): void;
}

/** Where a scene keeps its numbers. */
export interface Memory {
  /** Bytes that will be allocated later, for trees that are still to be built. {@link checkRoom} leaves them free. */
  owed: number;
  /**
   * Allocates a block of that many bytes. They may hold anything.
   *
   * @param makeViews called at once, and again whenever the bytes have moved.
   * @throws RangeError if there is no room. Nothing has changed then.
   */
  allocate(byteLength: number, makeViews: MakeViews): Block;
  /**
   * Checks that there is room for blocks of these sizes, all at the same time. Leaves that room free.
   *
   * @throws RangeError if there is not enough.
   */
  checkRoom(byteLengths: readonly number[]): void;
  /** Moves blocks together to join the free bytes. No one may hold a block's address during this. */
  compact(): void;
}

/** Memory of the JavaScript engine: one buffer per block. */
export class HeapMemory implements Memory {
  owed = 0;

  /** How much the engine has left only shows when it allocates. */
  checkRoom(): void {
    return;
  }

  /** The engine decides where buffers are. */
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
