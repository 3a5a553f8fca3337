import { Inspected } from '../../primitives/inspected';

/** A set of ids of a tiled scene. It never changes. */
export class TileIds extends Inspected implements Iterable<number> {
  readonly #ids: Float64Array;
  #isSorted = false;

  /**
   * @param ids in any order. The set keeps and sorts this array.
   * @internal
   */
  constructor(ids: Float64Array) {
    super();
    this.#ids = ids;
  }

  /** The number of ids. */
  get size(): number {
    return this.#ids.length;
  }

  /** Whether an id is in the set. */
  has(id: number): boolean {
    const ids = this.#sorted();
    let [low, high] = [0, ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ids[middle] < id) low = middle + 1;
      else high = middle;
    }
    return ids[low] === id;
  }

  /** The ids, in order. */
  toArray(): Float64Array {
    return this.#sorted().slice();
  }

  /** Calls `visit` once for each id, in order. */
  forEach(visit: (id: number) => void): void {
    for (const id of this.#sorted()) visit(id);
  }

  [Symbol.iterator](): IterableIterator<number> {
    return this.#sorted().values();
  }

  /** @internal */
  inspected(): object {
    return { size: this.size };
  }

  /** Sorts the ids before they are first read: many callers only read the size. */
  #sorted(): Float64Array {
    if (!this.#isSorted) this.#ids.sort();
    this.#isSorted = true;
    return this.#ids;
  }
}
