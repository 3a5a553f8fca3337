/** How many ids a page of the set of ids covers. */
const PAGE = 2 ** 16;

interface Page {
  /** The bits of the ids on a page of a set of ids. An id in the set has the bit 1. */
  readonly bits: Uint32Array;
  used: number;
}

/**
 * A set of ids less than 2^53. Each id is a bit on a page of bits, and a page exists while it has an id of the set. Ids
 * are added and removed in increasing order, so one lookup of a page serves many ids.
 */
export class TakenIds {
  readonly #pages = new Map<number, Page>();

  /** Returns the first of the increasing ids `ids` that is in the set, or -1 if none is. */
  firstOf(ids: Float64Array): number {
    let number = -1;
    let page: Page | undefined;
    for (const id of ids) {
      const numberOfId = Math.floor(id / PAGE);
      if (numberOfId !== number) page = this.#pages.get((number = numberOfId));
      if (page === undefined) continue;
      const at = id - number * PAGE;
      if ((page.bits[at >>> 5] & (1 << (at & 31))) !== 0) return id;
    }
    return -1;
  }

  /** Adds increasing ids to the set. None of them may be in the set. */
  add(ids: Float64Array): void {
    this.#flip(ids, 1);
  }

  /** Removes increasing ids from the set. All of them must be in the set. */
  remove(ids: Float64Array): void {
    this.#flip(ids, -1);
  }

  #flip(ids: Float64Array, sign: 1 | -1): void {
    for (let first = 0, end = 0; first < ids.length; first = end) {
      const number = Math.floor(ids[first] / PAGE);
      const page = this.#pages.get(number) ?? { bits: new Uint32Array(PAGE / 32), used: 0 };
      const { bits } = page;
      const begin = number * PAGE;
      for (; end < ids.length && ids[end] < begin + PAGE; end++) {
        const at = ids[end] - begin;
        bits[at >>> 5] ^= 1 << (at & 31);
      }
      page.used += sign * (end - first);
      if (page.used > 0) this.#pages.set(number, page);
      else this.#pages.delete(number);
    }
  }
}
