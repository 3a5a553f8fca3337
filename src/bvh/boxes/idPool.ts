import { ID_LIMIT } from '../layout/nodeLayout';

/** Gives out the ids of boxes, from 0 upward. Ids that were given back are given out first, the last one next. */
export class IdPool {
  /** Every id given out so far is less than this. */
  limit = 0;
  /** How many ids are in use. */
  used = 0;
  /** The ids given back, last one on top. Ids that were taken in runs since are skipped when they are popped. */
  #stack: number[] = [];
  /** A bit for each id that was given back and has not been taken since. */
  #isFree = new Uint32Array(0);
  /**
   * The length of the run that was found last, and its first id, or -1 if there was none. Valid until an id is given
   * back or taken.
   */
  #foundLength = 0;
  #foundFirst = -1;

  /** The free ids. The last one is given out next. */
  get freed(): readonly number[] {
    this.#dropTaken();
    return this.#stack;
  }

  take(): number {
    const id = this.#popFree() ?? this.#extend(1);
    this.used++;
    return id;
  }

  /** Returns what {@link limit} will be after `count` more consecutive ids are taken. */
  limitAfter(count: number): number {
    const hasRun = count === 1 ? this.#freeCount > 0 : this.#findRun(count) >= 0;
    return hasRun ? this.limit : this.limit + count;
  }

  /** Takes `count` consecutive ids and returns the first. */
  takeRun(count: number): number {
    const run = this.#findRun(count);
    if (run < 0) {
      const first = this.#extend(count);
      this.used += count;
      return first;
    }
    for (let id = run; id < run + count; id++) this.#markTaken(id);
    this.used += count;
    return run;
  }

  giveBack(id: number): void {
    if (id >>> 5 >= this.#isFree.length) this.#growBits();
    this.#isFree[id >>> 5] |= 1 << (id & 31);
    this.#foundLength = 0;
    this.used--;
    this.#stack.push(id);
    if (this.#stack.length > 64 + 2 * this.#freeCount) this.#dropTaken();
  }

  /** Restores the state of a pool from its limit and its free ids. */
  restore(limit: number, freed: readonly number[]): void {
    this.limit = limit;
    this.used = limit;
    this.#stack = [];
    this.#isFree = new Uint32Array(0);
    this.#foundLength = 0;
    for (const id of freed) this.giveBack(id);
  }

  clear(): void {
    this.restore(0, []);
  }

  get #freeCount(): number {
    return this.limit - this.used;
  }

  /** Returns the first id of the highest run of `count` free ids, or -1 if there is none. */
  #findRun(count: number): number {
    if (this.#freeCount < count) return -1;
    if (this.#foundLength !== count) {
      this.#foundFirst = this.#searchRun(count);
      this.#foundLength = count;
    }
    return this.#foundFirst;
  }

  #searchRun(count: number): number {
    let length = 0;
    for (let word = this.#isFree.length - 1; word >= 0; word--) {
      const bits = this.#isFree[word];
      if (bits === 0) {
        length = 0;
        continue;
      }
      for (let bit = 31; bit >= 0; bit--) {
        length = (bits & (1 << bit)) === 0 ? 0 : length + 1;
        if (length === count) return 32 * word + bit;
      }
    }
    return -1;
  }

  /** Takes the free id that was given back last. Returns undefined if there is none. */
  #popFree(): number | undefined {
    let id = this.#stack.pop();
    while (id !== undefined && !this.#isFreeNow(id)) id = this.#stack.pop();
    if (id !== undefined) this.#markTaken(id);
    return id;
  }

  #isFreeNow(id: number): boolean {
    return (this.#isFree[id >>> 5] & (1 << (id & 31))) !== 0;
  }

  #markTaken(id: number): void {
    this.#isFree[id >>> 5] &= ~(1 << (id & 31));
    this.#foundLength = 0;
  }

  /** Removes ids that have been taken in runs from the stack, and all but the topmost entry of each free id. */
  #dropTaken(): void {
    if (this.#stack.length === this.#freeCount) return;
    const isFree = this.#isFree.slice();
    const free: number[] = [];
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const id = this.#stack[i];
      const bit = 1 << (id & 31);
      if ((isFree[id >>> 5] & bit) === 0) continue;
      isFree[id >>> 5] &= ~bit;
      free.push(id);
    }
    this.#stack = free.reverse();
  }

  #growBits(): void {
    const grown = new Uint32Array(Math.max(Math.ceil(this.limit / 32), 2 * this.#isFree.length));
    grown.set(this.#isFree);
    this.#isFree = grown;
  }

  #extend(count: number): number {
    const first = this.limit;
    if (first + count > ID_LIMIT)
      throw new RangeError(`a scene holds at most ${ID_LIMIT} boxes, wanted ${first + count}`);
    this.limit += count;
    return first;
  }
}
