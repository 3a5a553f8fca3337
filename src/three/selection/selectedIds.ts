import type { IdSet } from 'slabtree';

/** The ids of some sets, but for those that are left out. As they do, it throws once the scene has changed. */
export class SelectedIds implements IdSet {
  readonly #sets: readonly IdSet[];
  readonly #leftOut: ReadonlySet<number>;

  /** @param leftOut ids in one of the sets each. */
  constructor(sets: readonly IdSet[], leftOut: ReadonlySet<number>) {
    this.#sets = sets;
    this.#leftOut = leftOut;
  }

  get size(): number {
    return this.#sets.reduce((sum, { size }) => sum + size, 0) - this.#leftOut.size;
  }

  has(id: number): boolean {
    return this.#sets.some((set) => set.has(id)) && !this.#leftOut.has(id);
  }

  toArray(): Uint32Array {
    const ids = new Uint32Array(this.size);
    let count = 0;
    this.forEach((id) => (ids[count++] = id));
    return ids;
  }

  forEach(visit: (id: number) => void): void {
    for (const set of this.#sets) {
      set.forEach((id) => {
        if (!this.#leftOut.has(id)) visit(id);
      });
    }
  }

  [Symbol.iterator](): Iterator<number> {
    return this.toArray().values();
  }
}
