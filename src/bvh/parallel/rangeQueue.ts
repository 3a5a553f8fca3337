import { ADDED, NODE, RANGE_LIMIT, rangeAt, SIZE, SORTED, STATE, TAKEN } from './buildSite';

/** The states of an entry in the queue of ranges. */
const EMPTY = 0;
const READY = 1;
/** The state of an entry in the queue to which no range will be added, because all references are sorted. */
const ENDED = 2;
const HALVED = 3;
const DONE = 4;

/**
 * A queue of the ranges of references that threads sort. Each range is taken by one thread, in the order in which
 * ranges were added. A thread that calls {@link take} on an empty queue blocks until a range is added, or until all
 * references are sorted.
 */
export class RangeQueue {
  readonly #words: Int32Array;
  readonly #limit: number;

  /**
   * @param words the part of the shared memory of a build that holds the queue: see buildSite.
   * @param limit the most ranges that are ever added.
   */
  constructor(words: Int32Array, limit: number) {
    this.#words = words;
    this.#limit = limit;
  }

  /** Adds the range of all references to the queue. */
  addAll(total: number): void {
    // All other words of the range are 0: its start and depth, that it is not sorted, and its binary node, the root.
    this.#words[rangeAt(0) + SIZE] = total;
    this.#words[ADDED] = 1;
    this.add(0);
  }

  /** Takes the next range from the queue. Returns the index of the range, or -1 if no more ranges will be added. */
  take(): number {
    const range = Atomics.add(this.#words, TAKEN, 1);
    const at = rangeAt(range) + STATE;
    while (Atomics.load(this.#words, at) === EMPTY) Atomics.wait(this.#words, at, EMPTY);
    return Atomics.load(this.#words, at) === READY ? range : -1;
  }

  /** Reserves two entries in the queue for the halves of a range. Returns the first's index, or -1 without room. */
  findRoom(): number {
    const first = Atomics.add(this.#words, ADDED, 2);
    return first + 2 <= this.#limit ? first : -1;
  }

  /** Adds a range of references to the queue, so that a thread may take it. The words of the range must be written. */
  add(range: number): void {
    this.#setState(range, READY);
  }

  /** Marks a range of references as divided into two halves. */
  setHalved(range: number): void {
    this.#setState(range, HALVED);
  }

  /** Marks a range of `size` references as sorted. Returns how many references of the whole build are sorted now. */
  setDone(range: number, size: number, total: number): number {
    this.#setState(range, DONE);
    const sorted = Atomics.add(this.#words, SORTED, size) + size;
    if (sorted === total) for (let i = 0; i < RANGE_LIMIT; i++) this.#endIfEmpty(i);
    return sorted;
  }

  /** Yields the index and the binary node of each range, children before parents, and whether the range was divided. */
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
