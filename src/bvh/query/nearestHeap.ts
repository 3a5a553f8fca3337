/** A box and its distance. */
export interface FoundBox {
  id: number;
  distance: number;
}

/** The nearest boxes so far: at most `count`, and none farther than `maxDistance`. A heap with the last one on top. */
export class NearestHeap {
  readonly #count: number;
  readonly #maxDistance: number;
  readonly #ids: number[] = [];
  readonly #distances: number[] = [];

  constructor(count: number, maxDistance: number) {
    this.#count = count;
    this.#maxDistance = maxDistance;
  }

  /** Boxes farther than this no longer matter. */
  get limit(): number {
    return this.#isFull ? this.#distances[0] : this.#maxDistance;
  }

  /** Whether a box would be among the nearest. For equal distances, the smaller id comes first. */
  accepts(id: number, distance: number): boolean {
    if (!this.#isFull) return distance <= this.#maxDistance;
    return isBefore(id, distance, this.#ids[0], this.#distances[0]);
  }

  /** Adds a box that the heap accepts. If there is no room, the last one is dropped. */
  add(id: number, distance: number): void {
    if (this.#isFull) this.#replaceTop(id, distance);
    else this.#append(id, distance);
  }

  /** The boxes by distance, and for equal distances by id. */
  sorted(): FoundBox[] {
    const found = this.#ids.map((id, i) => ({ id, distance: this.#distances[i] }));
    return found.sort((a, b) => (isBefore(a.id, a.distance, b.id, b.distance) ? -1 : 1));
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
      if (!isBefore(ids[parent], distances[parent], id, distance)) break;
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
      if (other < ids.length && isBefore(ids[child], distances[child], ids[other], distances[other])) child = other;
      if (!isBefore(id, distance, ids[child], distances[child])) break;
      ids[at] = ids[child];
      distances[at] = distances[child];
      at = child;
    }
    ids[at] = id;
    distances[at] = distance;
  }
}

function isBefore(id: number, distance: number, otherId: number, otherDistance: number): boolean {
  return distance < otherDistance || (distance === otherDistance && id < otherId);
}
