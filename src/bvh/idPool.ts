import { ID_LIMIT } from './nodeLayout';

/** Hands out ids from 0 upward, and those given back before new ones. */
export class IdPool {
  /** Every id handed out so far is below this. */
  limit = 0;
  /** How many ids are in use. */
  used = 0;
  readonly #freed: number[] = [];

  /** The ids that were given back, the one that is handed out next last. */
  get freed(): readonly number[] {
    return this.#freed;
  }

  take(): number {
    const id = this.#freed.pop() ?? this.#extend(1);
    this.used++;
    return id;
  }

  /** The first of `count` ids in a row. */
  takeRun(count: number): number {
    const first = this.#findRun(count);
    this.used += count;
    return first;
  }

  #findRun(count: number): number {
    const freed = this.#freed;
    if (freed.length < count) return this.#extend(count);
    // Descending, so that single takes go on with the lowest.
    freed.sort((a, b) => b - a);
    for (let last = count - 1; last < freed.length; last++) {
      if (freed[last - count + 1] - freed[last] === count - 1) return freed.splice(last - count + 1, count)[count - 1];
    }
    return this.#extend(count);
  }

  giveBack(id: number): void {
    this.#freed.push(id);
    this.used--;
  }

  /** Goes on where another pool was. */
  restore(limit: number, freed: readonly number[]): void {
    this.limit = limit;
    this.used = limit - freed.length;
    this.#freed.length = 0;
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
