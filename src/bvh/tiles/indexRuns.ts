import { FreeBytes } from '../memory/freeBytes';

/** Hands out runs of indices from 0 upward: of ids, records or nodes. Runs that are given back are used again. */
export class IndexRuns {
  /** Every index in use is less than this. */
  limit = 0;
  /** The free indices below the limit. */
  readonly #free = new FreeBytes();

  /** Returns the first index of a run. */
  take(count: number): number {
    if (count === 0) return 0;
    const freed = this.#free.take(count);
    if (freed >= 0) return freed;
    const first = this.limit;
    this.limit += count;
    return first;
  }

  give(first: number, count: number): void {
    if (count === 0) return;
    const { limit } = this;
    this.#free.give(first, first + count);
    this.limit = this.#free.beginOf(limit);
    this.#free.takeAt(this.limit, limit);
  }
}
