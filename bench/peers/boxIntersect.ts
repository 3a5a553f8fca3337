import boxIntersect from 'box-intersect';
import type { Scene } from '../scenes';
import type { FindsPairs } from './contender';

/** Made only to find pairs. It keeps no index, and sorts and divides all boxes in each call. */
export class BoxIntersect implements FindsPairs {
  /** It takes one array for each box. */
  readonly #boxes: readonly Float32Array[];
  /** Made once, and enlarged only if it must be: the cheapest list there is. */
  #pairs = new Uint32Array(1024);

  constructor({ bounds, count }: Scene) {
    this.#boxes = Array.from({ length: count }, (_, id) => bounds.slice(6 * id, 6 * id + 6));
  }

  findPairs(): Uint32Array {
    let pairs = this.#pairs;
    let length = 0;
    boxIntersect(this.#boxes, (a, b) => {
      if (length === pairs.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(pairs);
        pairs = larger;
      }
      pairs[length++] = a;
      pairs[length++] = b;
    });
    this.#pairs = pairs;
    return pairs.subarray(0, length);
  }
}
