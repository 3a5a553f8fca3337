/** A run of pages, in bytes. */
export interface Extent {
  begin: number;
  end: number;
}

/** How many can be kept; more are lost to the memory, until it is dropped. */
const EXTENTS = 64;

/** What an entry's first word says. While one thread reads or writes an entry, others leave it alone. */
const EMPTY = 0;
const BUSY = 1;
const SPARE = 2;

/** An entry: what it is, and the first and the last word of its bytes, in pages. */
const ENTRY = 3;
const PAGE = 65536;

export const SPARE_WORDS = EXTENTS * ENTRY;

/** Pages of a memory that threads have left to one another. */
export class SpareExtents {
  readonly #words: Int32Array;

  /** @param words SPARE_WORDS of them in the memory, all 0 at first. */
  constructor(words: Int32Array) {
    this.#words = words;
  }

  give(begin: number, end: number): void {
    const words = this.#words;
    for (let at = 0; at < SPARE_WORDS; at += ENTRY) {
      if (Atomics.compareExchange(words, at, EMPTY, BUSY) !== EMPTY) continue;
      words[at + 1] = begin / PAGE;
      words[at + 2] = end / PAGE;
      Atomics.store(words, at, SPARE);
      return;
    }
  }

  /** At least that many bytes, or null where there are none. */
  take(byteLength: number): Extent | null {
    const words = this.#words;
    for (let at = 0; at < SPARE_WORDS; at += ENTRY) {
      if (Atomics.compareExchange(words, at, SPARE, BUSY) !== SPARE) continue;
      const begin = words[at + 1] * PAGE;
      const end = words[at + 2] * PAGE;
      const isTaken = end - begin >= byteLength;
      Atomics.store(words, at, isTaken ? EMPTY : SPARE);
      if (isTaken) return { begin, end };
    }
    return null;
  }
}
