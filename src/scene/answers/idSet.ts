import { type SlotSet, writeIdsOfSet } from '../../bvh/query/slotSet';
import type { Tree } from '../../bvh/tree/tree';

/**
 * A set of ids, in no particular order. It is the answer itself and not a copy: it can be walked until the scene next
 * changes; after that every call throws and says so. `toArray` makes a copy that stays.
 */
export interface IdSet extends Iterable<number> {
  readonly size: number;
  /** Whether it holds an id. The first call looks through all of them, the next ones at one bit. */
  has(id: number): boolean;
  toArray(): Uint32Array;
  forEach(visit: (id: number) => void): void;
}

/** Counts the changes of a scene. */
export interface SceneClock {
  changes: number;
}

/** An IdSet over slots of a tree, below which, given a mask, only the boxes that share a bit with it belong to the set. */
export class SlotIdSet implements IdSet {
  readonly #tree: Tree;
  readonly #slots: SlotSet;
  readonly #mask: number | undefined;
  readonly #clock: SceneClock;
  readonly #madeAt: number;
  #size: number | undefined;
  /** A bit an id, for those who ask one by one. */
  #bits: Uint32Array | undefined;

  constructor(tree: Tree, slots: SlotSet, mask: number | undefined, clock: SceneClock) {
    this.#tree = tree;
    this.#slots = slots;
    this.#mask = mask;
    this.#clock = clock;
    this.#madeAt = clock.changes;
    this.#size = mask === undefined ? slots.boxes : undefined;
  }

  get size(): number {
    this.#checkCurrent();
    return (this.#size ??= this.toArray().length);
  }

  has(id: number): boolean {
    this.#checkCurrent();
    this.#bits ??= this.#setBits();
    // Neither -1 nor 0.5 is an id, though its bits are those of one.
    return id >>> 0 === id && (this.#bits[id >>> 5] & (1 << (id & 31))) !== 0;
  }

  toArray(): Uint32Array {
    this.#checkCurrent();
    const ids = new Uint32Array(this.#slots.boxes);
    writeIdsOfSet(this.#tree, this.#slots, ids);
    if (this.#mask === undefined) return ids;
    const { masks } = this.#tree.leaves;
    let kept = 0;
    for (const id of ids) if ((masks[id] & this.#mask) !== 0) ids[kept++] = id;
    return ids.slice(0, kept);
  }

  forEach(visit: (id: number) => void): void {
    for (const id of this.toArray()) {
      this.#checkCurrent();
      visit(id);
    }
  }

  *[Symbol.iterator](): Generator<number, void> {
    for (const id of this.toArray()) {
      this.#checkCurrent();
      yield id;
    }
  }

  #setBits(): Uint32Array {
    const bits = new Uint32Array(Math.ceil(this.#tree.leaves.idLimit / 32));
    for (const id of this.toArray()) bits[id >>> 5] |= 1 << (id & 31);
    return bits;
  }

  #checkCurrent(): void {
    if (this.#clock.changes !== this.#madeAt) {
      throw new Error('the scene has changed since this set was made: ask again, or keep toArray() from before');
    }
  }
}
