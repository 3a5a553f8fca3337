import { ADDED, NODE, RANGE_LIMIT, rangeAt, SIZE, SORTED, STATE, TAKEN } from './buildSite';

/** The states of a range. */
const EMPTY = 0;
const READY = 1;
/** There is no such range, and there will not be: all references are in their place. */
const ENDED = 2;
const HALVED = 3;
const DONE = 4;

/**
 * Ranges that threads sort. They are taken in the order in which they were added, each by one thread. A thread that asks
 * for the next one before it is there waits for it.
 */
export class RangeQueue {
  readonly #words: Int32Array;
  readonly #limit: number;

  /** @param words see buildSite. @param limit how many ranges can be noted. */
  constructor(words: Int32Array, limit: number) {
    this.#words = words;
    this.#limit = limit;
  }

  /** Adds the range of all references. */
  addAll(total: number): void {
    // It begins at 0, has depth 0, is not sorted, and its binary node is the root.
    this.#words[rangeAt(0) + SIZE] = total;
    this.#words[ADDED] = 1;
    this.add(0);
  }

  /** Takes a range. Returns its index, or -1 if no more will come. */
  take(): number {
    const range = Atomics.add(this.#words, TAKEN, 1);
    const at = rangeAt(range) + STATE;
    while (Atomics.load(this.#words, at) === EMPTY) Atomics.wait(this.#words, at, EMPTY);
    return Atomics.load(this.#words, at) === READY ? range : -1;
  }

  /** Finds room for the two halves of a range. Returns the index of the first, or -1 if there is no more room. */
  findRoom(): number {
    const first = Atomics.add(this.#words, ADDED, 2);
    return first + 2 <= this.#limit ? first : -1;
  }

  /** Lets threads take a range that has been written. */
  add(range: number): void {
    this.#setState(range, READY);
  }

  /** Notes that a range was divided in two. */
  noteHalved(range: number): void {
    this.#setState(range, HALVED);
  }

  /** Notes that a range of that size was sorted to the end. Returns how many references are in their place. */
  noteDone(range: number, size: number, total: number): number {
    this.#setState(range, DONE);
    const sorted = Atomics.add(this.#words, SORTED, size) + size;
    if (sorted === total) for (let i = 0; i < RANGE_LIMIT; i++) this.#endIfEmpty(i);
    return sorted;
  }

  /** All ranges, children before their parents. For each: its index, its binary node, and whether it was divided. */
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
