import { PIECE_BYTES, STRIPE_BYTES } from './checksum';
import type { FileChecksum } from './fileOperations';

/** The bytes of a file while it is written. They are added to the file's checksum in their order. */
export class SummedBytes {
  readonly buffer: ArrayBuffer;
  readonly #bytes: Uint8Array;
  readonly #checksum: FileChecksum;
  /** All bytes of the file before this offset are in the checksum, or are not part of it. */
  #summed: number;

  /** @param begin the offset of the first byte that the checksum covers. */
  constructor(buffer: ArrayBuffer, begin: number, checksum: FileChecksum) {
    this.buffer = buffer;
    this.#bytes = new Uint8Array(buffer);
    this.#checksum = checksum;
    this.#summed = begin;
  }

  /** Adds all bytes before the offset `end`, which are final, to the checksum. Stripes end there. */
  sumUp(end: number): void {
    if (end > this.#summed) this.#checksum.add(this.#bytes.subarray(this.#summed, end));
    this.#summed = end;
  }

  /**
   * Writes a section that begins at the offset `at`. All bytes before it must be final. Sums up the original of each
   * stripe: the kernel does so in place, if it is in the memory of the scene.
   */
  copy({ buffer, byteOffset, byteLength }: ArrayBufferView, at: number): void {
    this.sumUp(at);
    const original = new Uint8Array(buffer, byteOffset, byteLength);
    const whole = byteLength - (byteLength % STRIPE_BYTES);
    for (let from = 0; from < whole; from += PIECE_BYTES) {
      const piece = original.subarray(from, Math.min(from + PIECE_BYTES, whole));
      this.#checksum.add(piece);
      this.#bytes.set(piece, at + from);
    }
    this.#bytes.set(original.subarray(whole), at + whole);
    this.#summed = at + whole;
  }
}
