/** A queue: the rays that wait for an absent tile. */
interface Queue {
  readonly tile: number;
  readonly rays: number[];
  /** The index of the queue in the heap of queues. */
  place: number;
}

/** The rays that are queued at absent tiles. A heap finds the tile with most queued rays in logarithmic time. */
export class TileQueues {
  readonly #queues = new Map<number, Queue>();
  /** A binary heap of queues of rays: the queue at i has at least as many rays as the queues at 2i + 1 and 2i + 2. */
  readonly #heap: Queue[] = [];

  /** How many tiles have queued rays. */
  get size(): number {
    return this.#heap.length;
  }

  has(tile: number): boolean {
    return this.#queues.has(tile);
  }

  add(tile: number, ray: number): void {
    let queue = this.#queues.get(tile);
    if (queue === undefined) {
      queue = { tile, rays: [], place: this.#heap.length };
      this.#queues.set(tile, queue);
      this.#heap.push(queue);
    }
    queue.rays.push(ray);
    this.#raise(queue, queue.place);
  }

  /** The tile with most queued rays. On a tie, the tile with the smallest number. Undefined if no ray is queued. */
  get fullest(): number | undefined {
    return this.#heap.at(0)?.tile;
  }

  /** Removes a tile's queue, and returns the rays that were queued at the tile. */
  take(tile: number): number[] {
    const queue = this.#queues.get(tile);
    if (queue === undefined) return [];
    this.#queues.delete(tile);
    const last = this.#heap.pop();
    if (last !== undefined && last !== queue) {
      this.#lower(last, queue.place);
      this.#raise(last, last.place);
    }
    return queue.rays;
  }

  /** Moves a queue of rays up in the heap, from index `place`. */
  #raise(queue: Queue, place: number): void {
    const heap = this.#heap;
    let at = place;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isFuller(queue, heap[above])) break;
      this.#put(heap[above], at);
      at = above;
    }
    this.#put(queue, at);
  }

  /** Moves a queue of rays down in the heap, from index `place`. */
  #lower(queue: Queue, place: number): void {
    const heap = this.#heap;
    let at = place;
    for (let below = 2 * at + 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && isFuller(heap[below + 1], heap[below])) below++;
      if (!isFuller(heap[below], queue)) break;
      this.#put(heap[below], at);
      at = below;
    }
    this.#put(queue, at);
  }

  #put(queue: Queue, place: number): void {
    this.#heap[place] = queue;
    queue.place = place;
  }
}

function isFuller(a: Queue, b: Queue): boolean {
  return a.rays.length > b.rays.length || (a.rays.length === b.rays.length && a.tile < b.tile);
}
