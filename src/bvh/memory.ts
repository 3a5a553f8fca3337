/** Told where a block's bytes are: views made before are of no use from then on. */
export type MakeViews = (buffer: ArrayBuffer, byteOffset: number, byteLength: number) => void;

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
    return new HeapBlock(byteLength, makeViews);
  }
}

class HeapBlock implements Block {
  #buffer: ArrayBuffer;
  readonly #makeViews: MakeViews;

  constructor(byteLength: number, makeViews: MakeViews) {
    this.#buffer = new ArrayBuffer(byteLength);
    this.#makeViews = makeViews;
    makeViews(this.#buffer, 0, byteLength);
  }

  get byteLength(): number {
    return this.#buffer.byteLength;
  }

  resize(byteLength: number): void {
    const resized = new ArrayBuffer(byteLength);
    new Uint8Array(resized).set(new Uint8Array(this.#buffer, 0, Math.min(this.byteLength, byteLength)));
    this.#buffer = resized;
    this.#makeViews(resized, 0, byteLength);
  }

  release(): void {
    this.resize(0);
  }
}
