import { ID_LIMIT } from '../layout/nodeLayout';

/** Hands out ids from 0 upward, and those given back before new ones. */
export class IdPool {
  /** Every id handed out so far is below this. */
  limit = 0;
  /** How many ids are in use. */
  used = 0;
  readonly #freed: number[] = [];
  #isSorted = false;

  /** The ids that were given back, the one that is handed out next last. */
  get freed(): readonly number[] {
    return this.#freed;
  }

  take(): number {
    const id = this.#freed.pop() ?? this.#extend(1);
    this.used++;
    return id;
  }

  /** What the {@link limit} is when so many more ids, in a row, have been taken. */
  limitAfter(count: number): number {
    const hasRun = count === 1 ? this.#freed.length > 0 : this.#findRun(count) >= 0;
    return hasRun ? this.limit : this.limit + count;
  }

  /** The first of `count` ids in a row. */
  takeRun(count: number): number {
    const run = this.#findRun(count);
    const first = run < 0 ? this.#extend(count) : this.#freed.splice(run, count)[count - 1];
    this.used += count;
    return first;
  }

  /** Where in the freed ids so many begin that follow one another, the highest first; -1 where none do. */
  #findRun(count: number): number {
    const freed = this.#freed;
    if (freed.length < count) return -1;
    // Descending, so that single takes go on with the lowest.
    if (!this.#isSorted) freed.sort((a, b) => b - a);
    this.#isSorted = true;
    for (let run = 0; run + count <= freed.length; run++) {
      if (freed[run] - freed[run + count - 1] === count - 1) return run;
    }
    return -1;
  }

  giveBack(id: number): void {
    this.#freed.push(id);
    this.#isSorted = false;
    this.used--;
  }

  /** Goes on where another pool was. */
  restore(limit: number, freed: readonly number[]): void {
    this.limit = limit;
    this.used = limit - freed.length;
    this.#freed.length = 0;
    this.#isSorted = false;
    for (const id of freed) this.#freed.push(id);
  }

  clear(): void {
    this.restore(0, []);
  }

  #extend(count: number): number {
    const first = this.limit;
    if (first + count > ID_LIMIT)
      throw new RangeError(`a scene holds at most ${ID_LIMIT} boxes, wanted ${first + count}`);
    this.limit += count;
    return first;
  }
}
