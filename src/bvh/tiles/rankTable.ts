/** Odd numbers whose products spread over all bits. */
const LOW_FACTOR = 0x9e3779b1;
const HIGH_FACTOR = 0x85ebca6b;

/** At most half of the table is used. */
const ROOM = 2;
const LEAST = 64;

/**
 * Finds the id that has a rank: a hash table with open addressing, where an id that is taken out leaves no gap (Knuth,
 * The Art of Computer Programming 3, 6.4, algorithm R). The ranks themselves are elsewhere.
 */
export class RankTable {
  /** Each id plus 1, or 0. */
  #slots = new Int32Array(LEAST);
  #used = 0;

  get byteLength(): number {
    return this.#slots.byteLength;
  }

  /** The id that has a rank, or -1. */
  find(ranks: Float64Array, rank: number): number {
    const slots = this.#slots;
    for (let at = this.#homeOf(rank); slots[at] !== 0; at = this.#after(at)) {
      if (ranks[slots[at] - 1] === rank) return slots[at] - 1;
    }
    return -1;
  }

  /** Makes room for that many more. */
  reserve(ranks: Float64Array, count: number): void {
    let length = this.#slots.length;
    while (length < ROOM * (this.#used + count)) length *= 2;
    if (length === this.#slots.length) return;
    const before = this.#slots;
    this.#slots = new Int32Array(length);
    for (const slot of before) if (slot !== 0) this.#put(ranks, slot);
  }

  /** Adds a run of ids, for which there must be room. None of their ranks may be here. */
  add(ranks: Float64Array, first: number, count: number): void {
    for (let id = first; id < first + count; id++) this.#put(ranks, id + 1);
    this.#used += count;
  }

  /** Takes out a run of ids, which must be here. */
  remove(ranks: Float64Array, first: number, count: number): void {
    for (let id = first; id < first + count; id++) this.#take(ranks, id + 1);
    this.#used -= count;
  }

  #put(ranks: Float64Array, slot: number): void {
    const slots = this.#slots;
    let at = this.#homeOf(ranks[slot - 1]);
    while (slots[at] !== 0) at = this.#after(at);
    slots[at] = slot;
  }

  #take(ranks: Float64Array, slot: number): void {
    const slots = this.#slots;
    let gap = this.#homeOf(ranks[slot - 1]);
    while (slots[gap] !== slot) gap = this.#after(gap);
    for (let at = this.#after(gap); slots[at] !== 0; at = this.#after(at)) {
      // What is found from its home on must not be beyond the gap.
      const fromHome = (at - this.#homeOf(ranks[slots[at] - 1])) & (slots.length - 1);
      if (fromHome < ((at - gap) & (slots.length - 1))) continue;
      slots[gap] = slots[at];
      gap = at;
    }
    slots[gap] = 0;
  }

  #after(at: number): number {
    return (at + 1) & (this.#slots.length - 1);
  }

  #homeOf(rank: number): number {
    const mixed = Math.imul(rank ^ Math.imul(rank / 2 ** 32, HIGH_FACTOR), LOW_FACTOR);
    return (mixed ^ (mixed >>> 15)) & (this.#slots.length - 1);
  }
}
