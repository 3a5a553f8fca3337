import type { ByteRange } from './freeBytes';

/** How many ranges there is room for. Further ranges are lost until the memory itself is dropped. */
const RANGES = 64;

/** The states of an entry. While it is BUSY, one thread reads or writes it, and others skip it. */
const EMPTY = 0;
const BUSY = 1;
const FREE = 2;

/** The words of an entry: its state, and where its bytes begin and end, in pages. */
const ENTRY = 3;
/** The bytes of a page of WebAssembly memory. */
export const PAGE = 65536;

export const FREE_PAGES_WORDS = RANGES * ENTRY;

/** Free pages of a shared memory. Any thread may give pages and take them. */
export class SharedFreePages {
  readonly #words: Int32Array;

  /** @param words FREE_PAGES_WORDS words in the memory, all 0 at first. */
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

  /** Takes the smallest range of at least that many bytes, whole. Returns null if there is none. */
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
