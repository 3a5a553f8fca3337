/** Told where a block's bytes are: views made before are of no use from then on. */
export type MakeViews = (buffer: ArrayBufferLike, byteOffset: number, byteLength: number) => void;

/** A run of bytes. */
export interface Block {
  readonly byteLength: number;
  /** Makes the block longer or shorter; what it holds stays, as far as it fits, and what is new may hold anything. */
  resize(byteLength: number): void;
  /** Gives the bytes back: the block is empty from then on. */
  release(): void;
}

/** Where a scene keeps its numbers. */
export interface Memory {
  /**
   * A block of that many bytes, which may hold anything.
   *
   * @param makeViews called at once, and again whenever the bytes have moved.
   * @throws RangeError where there is no room; then nothing has changed.
   */
  allocate(byteLength: number, makeViews: MakeViews): Block;
  /**
   * Makes sure that there is room for blocks of these bytes, all at once, and leaves it free.
   *
   * @throws RangeError where there is none.
   */
  checkRoom(byteLengths: readonly number[]): void;
  /** Moves blocks together, so that what is free is in one run. Nobody may have their addresses meanwhile. */
  compact(): void;
}

/** Memory of the JavaScript engine: a buffer a block. */
export class HeapMemory implements Memory {
  /** There is as much as the engine has. */
  checkRoom(): void {
    return;
  }

  /** It is the engine's business where buffers are. */
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
      `a scene must fit in the engine's memory, which has no ${length} bytes in a row: use fewer boxes`,
      {
        cause,
      },
    );
  }
}
