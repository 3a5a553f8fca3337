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
}

/** Memory of the JavaScript engine: a buffer a block. */
export class HeapMemory implements Memory {
  allocate(byteLength: number, makeViews: MakeViews): Block {
    const block = {
      byteLength: 0,
      resize(length: number): void {
        const resized = new Uint8Array(length);
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
