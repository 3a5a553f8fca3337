import { ID_LIMIT } from '../layout/nodeLayout';

/** Gives out the ids of boxes, from 0 up. Ids given back are reused first, starting with the last one given back. */
export class IdPool {
  /** An upper limit of the ids: every id that was ever given out is less than this number. */
  limit = 0;
  /** How many ids are in use by boxes. */
  used = 0;
  /** A stack of the box ids given back. Ids taken as part of a run stay on the stack, and are skipped when popped. */
  #stack: number[] = [];
  /** A bit for each id, which is set from when the id is given back until it is taken again. */
  #isFree = new Uint32Array(0);
  /** For each id that was given back, how many ids had been given back by then: see {@link generationOf}. */
  #generations = new Uint32Array(0);
  #returns = 0;
  /** The generation of the ids that were not given back since the pool was last cleared. */
  #firstGeneration = 0;
  /**
   * The length for which a run of free ids was last sought, and the first id of the run, or -1 if there was none. Valid
   * until an id is given back or taken.
   */
  #foundLength = 0;
  #foundFirst = -1;

  /** The free ids of the pool, in order: the pool gives out the last of them next. */
  get freed(): readonly number[] {
    this.#dropTaken();
    return this.#stack;
  }

  take(): number {
    const id = this.#popFree() ?? this.#extend(1);
    this.used++;
    return id;
  }

  /** Returns the value that {@link limit} will have after the pool gives out `count` more consecutive ids. */
  limitAfter(count: number): number {
    const hasRun = count === 1 ? this.#freeCount > 0 : this.#findRun(count) >= 0;
    return hasRun ? this.limit : this.limit + count;
  }

  /** Takes `count` free consecutive ids from the pool, and returns the first. */
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
    this.#generations[id] = ++this.#returns;
    this.#foundLength = 0;
    this.used--;
    this.#stack.push(id);
    if (this.#stack.length > 64 + 2 * this.#freeCount) this.#dropTaken();
  }

  /** Sets the pool to a saved state: the limit of its ids, and the free ids below the limit. */
  restore(limit: number, freed: readonly number[]): void {
    this.limit = limit;
    this.used = limit;
    this.#stack = [];
    this.#isFree = new Uint32Array(0);
    this.#generations = new Uint32Array(0);
    this.#firstGeneration = ++this.#returns;
    this.#foundLength = 0;
    for (const id of freed) this.giveBack(id);
  }

  /** Returns a number that differs for each of the boxes that have an id, one after the other. It wraps after 2^32 boxes. */
  generationOf(id: number): number {
    return id < this.#generations.length ? this.#generations[id] : this.#firstGeneration;
  }

  clear(): void {
    this.restore(0, []);
  }

  get #freeCount(): number {
    return this.limit - this.used;
  }

  /** Returns the first id of the highest run of `count` consecutive free ids, or -1 if no run is that long. */
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

  /** Removes from the stack of free ids all ids that are in use, and all but the topmost entry of each free id. */
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
    const generations = new Uint32Array(32 * grown.length).fill(this.#firstGeneration, this.#generations.length);
    generations.set(this.#generations);
    this.#isFree = grown;
    this.#generations = generations;
  }

  #extend(count: number): number {
    const first = this.limit;
    if (first + count > ID_LIMIT)
      throw new RangeError(`a scene holds at most ${ID_LIMIT} boxes, wanted ${first + count}`);
    this.limit += count;
    return first;
  }
}
