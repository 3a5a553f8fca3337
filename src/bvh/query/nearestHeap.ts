import type { Order } from '../boxes/boxStore';

/** The id of a box that a search for the nearest boxes has found, and its distance from the point. */
export interface FoundBox {
  id: number;
  distance: number;
}

/** A heap of the nearest boxes so far, with the last on top: at most `count` boxes, none beyond `maxDistance`. */
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

  /** The distance beyond which a box can no longer be among the nearest boxes. */
  get limit(): number {
    return this.#isFull ? this.#distances[0] : this.#maxDistance;
  }

  /** Returns whether a box would be among the nearest so far. The order of boxes decides between equal distances. */
  accepts(id: number, distance: number): boolean {
    if (!this.#isFull) return distance <= this.#maxDistance;
    return this.#isBefore(id, distance, this.#ids[0], this.#distances[0]);
  }

  /** Adds a box that the heap accepts. If the heap is full, drops the last of the nearest boxes. */
  add(id: number, distance: number): void {
    if (this.#isFull) this.#replaceTop(id, distance);
    else this.#append(id, distance);
  }

  /** Returns the nearest boxes sorted by distance, and at equal distances by the order of boxes. */
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
