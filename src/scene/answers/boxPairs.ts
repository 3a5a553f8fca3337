/**
 * Pairs of ids, in no particular order, each pair once and its smaller id first. It is a copy of what was found and stays as
 * it is, however the scene changes.
 */
export class BoxPairs implements Iterable<[number, number]> {
  readonly #ids: Uint32Array;

  /** @param ids two of each pair. */
  constructor(ids: Uint32Array) {
    this.#ids = ids;
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#ids.length / 2;
  }

  /** Two ids a pair, one pair after the other. It is the array itself and not a copy, as it may be large: leave it as it is. */
  toArray(): Uint32Array {
    return this.#ids;
  }

  forEach(visit: (a: number, b: number) => void): void {
    const ids = this.#ids;
    for (let i = 0; i < ids.length; i += 2) visit(ids[i], ids[i + 1]);
  }

  *[Symbol.iterator](): Generator<[number, number], void> {
    const ids = this.#ids;
    for (let i = 0; i < ids.length; i += 2) yield [ids[i], ids[i + 1]];
  }
}
