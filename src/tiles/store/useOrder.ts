/** What can be in a {@link UseOrder}: it links to its neighbours there. */
export interface Used<Item> {
  older: Item | null;
  newer: Item | null;
}

/** Items in the order of their last use. It is a linked list, so a use takes as long among many items as among few. */
export class UseOrder<Item extends Used<Item>> {
  #oldest: Item | null = null;
  #newest: Item | null = null;

  /** The item that is longest in disuse. From there on, `newer` leads to all others. */
  get oldest(): Item | null {
    return this.#oldest;
  }

  /** Puts an item behind all others. It may be new. */
  use(item: Item): void {
    if (this.#newest === item) return;
    this.delete(item);
    item.older = this.#newest;
    if (this.#newest === null) this.#oldest = item;
    else this.#newest.newer = item;
    this.#newest = item;
  }

  /** Takes an item out, if it is in. */
  delete(item: Item): void {
    const { older, newer } = item;
    if (older !== null) older.newer = newer;
    else if (this.#oldest === item) this.#oldest = newer;
    if (newer !== null) newer.older = older;
    else if (this.#newest === item) this.#newest = older;
    item.older = null;
    item.newer = null;
  }
}
