/** A run of pages, in bytes. */
export interface Extent {
  begin: number;
  end: number;
}

/** How many extents can be kept. Any more are lost until the memory itself is dropped. */
const EXTENTS = 64;

/** The states of an entry. While an entry is BUSY, one thread reads or writes it, and others leave it alone. */
const EMPTY = 0;
const BUSY = 1;
const SPARE = 2;

/** The words of an entry: its state, and where its bytes begin and end, in pages. */
const ENTRY = 3;
const PAGE = 65536;

export const SPARE_WORDS = EXTENTS * ENTRY;

/** Pages of a shared memory that threads have left for one another. */
export class SpareExtents {
  readonly #words: Int32Array;

  /** @param words SPARE_WORDS words in the memory, all 0 at first. */
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

  /**
   * Takes the smallest extent of at least that many bytes, or returns null if there is none. A larger one stays whole for a
   * thread that needs it.
   */
  take(byteLength: number): Extent | null {
    const words = this.#words;
    let best: Extent | null = null;
    let bestAt = 0;
    for (let at = 0; at < SPARE_WORDS; at += ENTRY) {
      if (Atomics.compareExchange(words, at, SPARE, BUSY) !== SPARE) continue;
      const begin = words[at + 1] * PAGE;
      const end = words[at + 2] * PAGE;
      const isBetter = end - begin >= byteLength && (best === null || end - begin < best.end - best.begin);
      if (isBetter && best !== null) Atomics.store(words, bestAt, SPARE);
      if (isBetter) {
        best = { begin, end };
        bestAt = at;
      } else Atomics.store(words, at, SPARE);
    }
    if (best !== null) Atomics.store(words, bestAt, EMPTY);
    return best;
  }
}
