import type { ByteRange } from './freeBytes';

/** How many ranges a list of free pages holds. Ranges freed beyond that are lost until the whole memory is dropped. */
const RANGES = 64;

/** The states of an entry in the list of free pages. A BUSY entry is in use by one thread; other threads skip it. */
const EMPTY = 0;
const BUSY = 1;
const FREE = 2;

/** How many words an entry of the list of free pages has: its state, and the first and the end page of a range. */
const ENTRY = 3;
/** The size of a page of WebAssembly memory, in bytes. */
export const PAGE = 65536;

export const FREE_PAGES_WORDS = RANGES * ENTRY;

/** The list of free pages of a shared WebAssembly memory. Any thread may add ranges to the list and take ranges. */
export class SharedFreePages {
  readonly #words: Int32Array;

  /** @param words where the list of free pages is in the shared memory: FREE_PAGES_WORDS words, all 0 at first. */
  constructor(words: Int32Array) {
    this.#words = words;
  }

  give(begin: number, end: number): void {
    const words = this.#words;
    for (let at = 0; at < FREE_PAGES_WORDS; at += ENTRY) {
      if (Atomics.compareExchange(words, at, EMPTY, BUSY) !== EMPTY) continue;
      words[at + 1] = begin / PAGE;
      words[at + 2] = end / PAGE;
      Atomics.store(words, at, FREE);
      return;
    }
  }

  /** Takes the whole of the smallest free range that has `byteLength` bytes. Returns null if all are shorter. */
  take(byteLength: number): ByteRange | null {
    const words = this.#words;
    let best: ByteRange | null = null;
    let bestAt = 0;
    for (let at = 0; at < FREE_PAGES_WORDS; at += ENTRY) {
      if (Atomics.compareExchange(words, at, FREE, BUSY) !== FREE) continue;
      const begin = words[at + 1] * PAGE;
      const end = words[at + 2] * PAGE;
      const isBetter = end - begin >= byteLength && (best === null || end - begin < best.end - best.begin);
      if (isBetter && best !== null) Atomics.store(words, bestAt, FREE);
      if (isBetter) {
        best = { begin, end };
        bestAt = at;
      } else Atomics.store(words, at, FREE);
    }
    if (best !== null) Atomics.store(words, bestAt, EMPTY);
    return best;
  }
}
