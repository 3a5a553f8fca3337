import { Inspected } from '../../primitives/inspected';

/** A set of ids of a tiled scene: see {@link TiledScene.overlap}. The set never changes. */
export class TileIds extends Inspected implements Iterable<number> {
  /** The tiles that the ids are in. @internal */
  readonly tiles: readonly number[];
  readonly #ids: Float64Array;
  #isSorted = false;

  /**
   * @param ids the ids of the set, in any order. The set keeps and sorts this array.
   * @param tiles the tiles that the ids are in.
   * @internal
   */
  constructor(ids: Float64Array, tiles: Iterable<number>) {
    super();
    this.tiles = [...tiles];
    this.#ids = ids;
  }

  /** The number of ids in the set. */
  get size(): number {
    return this.#ids.length;
  }

  /** Returns whether an id is in the set. */
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

  /** Returns a new array of the ids in the set, in increasing order. */
  toArray(): Float64Array {
    return this.#sorted().slice();
  }

  /** Calls `visit` once for each id in the set, in increasing order. */
  forEach(visit: (id: number) => void): void {
    for (const id of this.#sorted()) visit(id);
  }

  /** Iterates over the ids in the set, in increasing order. */
  [Symbol.iterator](): IterableIterator<number> {
    return this.#sorted().values();
  }

  /** Returns the numbers that a console of Node shows for the set. @internal */
  inspected(): object {
    return { size: this.size };
  }

  /** Returns the sorted ids. The ids are sorted when they are first read, because many callers only read the size of the set. */
  #sorted(): Float64Array {
    if (!this.#isSorted) this.#ids.sort();
    this.#isSorted = true;
    return this.#ids;
  }
}
