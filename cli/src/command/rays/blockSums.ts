import { createHash, type Hash } from 'node:crypto';
import type { CastState } from './castState';

/**
 * The checksums (SHA-256) of the blocks of a cast's hits. A checksum covers the bytes of its block, the state of the cast at the
 * end of the block, and the checksum before it. So it fits only this cast, and only if all blocks before it are the same.
 */
export class BlockSums {
  #hash: Hash;

  /**
   * @param before the checksum of the block before the first block that is added. If that is the first block of the cast, a text that
   *   identifies the cast.
   */
  constructor(before: string) {
    this.#hash = createHash('sha256').update(before);
  }

  /** Adds bytes to the block. */
  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** Ends the block, and returns its checksum. */
  end({ rays, hitBytes, place, isComplete }: CastState): string {
    const state = JSON.stringify([rays, hitBytes, place.byte, place.line, isComplete]);
    const sum = this.#hash.update(state).digest('hex');
    this.#hash = createHash('sha256').update(sum);
    return sum;
  }
}
