import type { Order } from '../boxes/boxStore';

/** A box and its distance. */
export interface FoundBox {
  id: number;
  distance: number;
}

/** The nearest boxes so far: at most `count`, and none farther than `maxDistance`. A heap with the last one on top. */
export class NearestHeap {
  readonly #count: number;
  readonly #maxDistance: number;
  readonly #order: Order;
  readonly #ids: number[] = [];
  readonly #distances: number[] = [];

  constructor(count: number, maxDistance: number, order: Order) {
    this.#count = count;
    this.#maxDistance = maxDistance;
    this.#order = order;
  }

  /** Boxes farther than this no longer matter. */
  get limit(): number {
    return this.#isFull ? this.#distances[0] : this.#maxDistance;
  }

  /** Whether a box would be among the nearest. For equal distances, the order of the boxes decides. */
  accepts(id: number, distance: number): boolean {
    if (!this.#isFull) return distance <= this.#maxDistance;
    return this.#isBefore(id, distance, this.#ids[0], this.#distances[0]);
  }

  /** Adds a box that the heap accepts. If there is no room, the last one is dropped. */
  add(id: number, distance: number): void {
    if (this.#isFull) this.#replaceTop(id, distance);
    else this.#append(id, distance);
  }

  /** Returns the boxes by distance, and for equal distances in their order. */
  sorted(): FoundBox[] {
    const found = this.#ids.map((id, i) => ({ id, distance: this.#distances[i] }));
    return found.sort((a, b) => (this.#isBefore(a.id, a.distance, b.id, b.distance) ? -1 : 1));
  }

  get #isFull(): boolean {
    return this.#ids.length >= this.#count;
  }

  #append(id: number, distance: number): void {
    const ids = this.#ids;
    const distances = this.#distances;
    let at = ids.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(ids[parent], distances[parent], id, distance)) break;
      ids[at] = ids[parent];
      distances[at] = distances[parent];
      at = parent;
    }
    ids[at] = id;
    distances[at] = distance;
  }

  #replaceTop(id: number, distance: number): void {
    const ids = this.#ids;
    const distances = this.#distances;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= ids.length) break;
      const other = child + 1;
      if (other < ids.length && this.#isBefore(ids[child], distances[child], ids[other], distances[other]))
        child = other;
      if (!this.#isBefore(id, distance, ids[child], distances[child])) break;
      ids[at] = ids[child];
      distances[at] = distances[child];
      at = child;
    }
    ids[at] = id;
    distances[at] = distance;
  }

  #isBefore(id: number, distance: number, otherId: number, otherDistance: number): boolean {
    return distance < otherDistance || (distance === otherDistance && this.#order.comesBefore(id, otherId));
  }
}
