import { Inspected } from '../../primitives/inspected';

/**
 * Pairs of ids. Each pair is there once, with its smaller id first. The pairs have no particular order. They are a copy: a
 * later change of the scene does not change them.
 *
 * @example
 * ```ts
 * for (const [a, b] of scene.pairs()) console.log(a, b);
 * ```
 */
export class BoxPairs extends Inspected implements Iterable<[number, number]> {
  readonly #ids: Uint32Array;

  /** @param ids two per pair. */
  constructor(ids: Uint32Array) {
    super();
    this.#ids = ids;
  }

  /** The number of pairs. */
  get size(): number {
    return this.#ids.length / 2;
  }

  /** Two ids per pair, one pair after the other. It may be large, so this is the array itself: do not change it. */
  toArray(): Uint32Array {
    return this.#ids;
  }

  /** Calls `visit` once for each pair. `a` is the smaller id. */
  forEach(visit: (a: number, b: number) => void): void {
    const ids = this.#ids;
    for (let i = 0; i < ids.length; i += 2) visit(ids[i], ids[i + 1]);
  }

  /** @internal */
  inspected(): object {
    return { size: this.size };
  }

  *[Symbol.iterator](): Generator<[number, number], void> {
    const ids = this.#ids;
    for (let i = 0; i < ids.length; i += 2) yield [ids[i], ids[i + 1]];
  }
}
