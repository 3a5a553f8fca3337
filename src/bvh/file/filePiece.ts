import { Checksum } from './checksum';

/** A piece of a file, and the checksum of all pieces. */
export interface FilePiece {
  /** Get them again whenever memory may have grown. */
  readonly bytes: Uint8Array;
  /** Adds the first bytes to the checksum. They must be whole stripes. */
  sumUp(byteLength: number): void;
  /** The checksum of everything that was added: see Checksum. */
  readonly sum: number;
  /** Gives the room back. */
  release(): void;
}

/** A piece of a file in the memory of the JavaScript engine. */
export class HeapPiece implements FilePiece {
  readonly bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #checksum = new Checksum();

  constructor(byteLength: number) {
    const buffer = new ArrayBuffer(byteLength);
    this.bytes = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
  }

  sumUp(byteLength: number): void {
    this.#checksum.add(this.#words, 0, byteLength / 4);
  }

  get sum(): number {
    return this.#checksum.sum;
  }

  release(): void {
    // The garbage collector does this.
  }
}
