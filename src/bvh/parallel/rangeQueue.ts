import { ADDED, NODE, RANGE_LIMIT, rangeAt, SIZE, SORTED, STATE, TAKEN } from './buildSite';

/** The states of a range. */
const EMPTY = 0;
const READY = 1;
/** No range will be added at this entry: all references are sorted. */
const ENDED = 2;
const HALVED = 3;
const DONE = 4;

/**
 * A queue of ranges that threads sort. Each range is taken by one thread, in the order in which ranges were added. A
 * thread that calls {@link take} on an empty queue blocks until a range is added, or until all references are sorted.
 */
export class RangeQueue {
  readonly #words: Int32Array;
  readonly #limit: number;

  /** @param words see buildSite. @param limit the most ranges. */
  constructor(words: Int32Array, limit: number) {
    this.#words = words;
    this.#limit = limit;
  }

  /** Adds the range of all references. */
  addAll(total: number): void {
    // The other words are 0: the range begins at 0, has depth 0 and is not sorted, and its binary node is the root.
    this.#words[rangeAt(0) + SIZE] = total;
    this.#words[ADDED] = 1;
    this.add(0);
  }

  /** Takes a range. Returns its index, or -1 if no more ranges will be added. */
  take(): number {
    const range = Atomics.add(this.#words, TAKEN, 1);
    const at = rangeAt(range) + STATE;
    while (Atomics.load(this.#words, at) === EMPTY) Atomics.wait(this.#words, at, EMPTY);
    return Atomics.load(this.#words, at) === READY ? range : -1;
  }

  /** Takes room for the two halves of a range. Returns the index of the first half, or -1 if there is no more room. */
  findRoom(): number {
    const first = Atomics.add(this.#words, ADDED, 2);
    return first + 2 <= this.#limit ? first : -1;
  }

  /** Adds a range that has been written. */
  add(range: number): void {
    this.#setState(range, READY);
  }

  /** Marks a range as divided in two. */
  setHalved(range: number): void {
    this.#setState(range, HALVED);
  }

  /** Marks a range of that size as sorted. Returns how many references are sorted now. */
  setDone(range: number, size: number, total: number): number {
    this.#setState(range, DONE);
    const sorted = Atomics.add(this.#words, SORTED, size) + size;
    if (sorted === total) for (let i = 0; i < RANGE_LIMIT; i++) this.#endIfEmpty(i);
    return sorted;
  }

  /** Yields all ranges, children before their parents: index, binary node, and whether the range was divided. */
  *fromLast(): Generator<{ range: number; node: number; isHalved: boolean }, void> {
    const words = this.#words;
    const ranges = Array.from({ length: this.#limit }, (_, range) => range)
      .filter((range) => words[rangeAt(range) + STATE] >= HALVED)
      .sort((a, b) => words[rangeAt(b) + NODE] - words[rangeAt(a) + NODE]);
    for (const range of ranges) {
      const at = rangeAt(range);
      yield { range, node: words[at + NODE], isHalved: words[at + STATE] === HALVED };
    }
  }

  #setState(range: number, state: number): void {
    const at = rangeAt(range) + STATE;
    Atomics.store(this.#words, at, state);
    Atomics.notify(this.#words, at);
  }

  #endIfEmpty(range: number): void {
    const at = rangeAt(range) + STATE;
    if (Atomics.compareExchange(this.#words, at, EMPTY, ENDED) === EMPTY) Atomics.notify(this.#words, at);
  }
}
