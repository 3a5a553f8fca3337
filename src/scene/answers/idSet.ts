import { type SlotSet, writeIdsOfSet } from '../../bvh/query/slotSet';
import type { Tree } from '../../bvh/tree/tree';
import { Inspected } from '../../primitives/inspected';

/**
 * A set of ids, in no particular order. The set is not a copy: it can be read until the scene next changes. After a
 * change every call throws an `Error`. `toArray` makes a copy that stays.
 *
 * @example
 * ```ts
 * const scene = new BoxScene();
 * scene.addAabbs(new Float32Array([0, 0, 0, 1, 1, 1, 6, 0, 0, 7, 1, 1]));
 * const { front } = scene.split({ normal: { x: 1, y: 0, z: 0 }, constant: -4 });
 * [...front]; // → [1]
 * front.has(0); // → false
 * const copy = front.toArray(); // stays when the scene changes
 * ```
 */
export interface IdSet extends Iterable<number> {
  /** The number of ids in the set. */
  readonly size: number;
  /** Returns whether an id is in the set. The first call visits all ids of the set. Later calls read one bit. */
  has(id: number): boolean;
  /** Returns a copy of the ids in the set. The copy stays valid when the scene changes. */
  toArray(): Uint32Array;
  /** Calls `visit` once for each id in the set. */
  forEach(visit: (id: number) => void): void;
}

/** Counts the changes of a scene, so that a set of ids can detect that the scene has changed. */
export interface SceneClock {
  changes: number;
}

/** The set of the ids of all boxes below some slots of a tree. With a mask, only of boxes that share a bit with it. */
export class SlotIdSet extends Inspected implements IdSet {
  readonly #tree: Tree;
  readonly #slots: SlotSet;
  readonly #mask: number | undefined;
  readonly #clock: SceneClock;
  readonly #madeAt: number;
  #size: number | undefined;
  /** One bit for each id of the scene, set if the id is in the set. The first call of `has` makes the bits. */
  #bits: Uint32Array | undefined;

  constructor(tree: Tree, slots: SlotSet, mask: number | undefined, clock: SceneClock) {
    super();
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
    // The test for a 32-bit integer comes first, because bit operators would turn 0.5 and 2 ** 32 into the id 0.
    return id >>> 0 === id && (this.#bits[id >>> 5] & (1 << (id & 31))) !== 0;
  }

  toArray(): Uint32Array {
    this.#checkCurrent();
    const ids = new Uint32Array(this.#slots.boxes);
    writeIdsOfSet(this.#tree, this.#slots, ids);
    if (this.#mask === undefined) return ids;
    const { masks } = this.#tree.boxes;
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

  /** @internal The name that a console shows for the set. */
  get inspectedName(): string {
    return 'IdSet';
  }

  /** @internal Returns what a console shows for the set: its size, or that the scene has changed. */
  inspected(): object {
    return this.#clock.changes === this.#madeAt ? { size: this.size } : { isOutdated: true };
  }

  #setBits(): Uint32Array {
    const bits = new Uint32Array(Math.ceil(this.#tree.boxes.idLimit / 32));
    for (const id of this.toArray()) bits[id >>> 5] |= 1 << (id & 31);
    return bits;
  }

  #checkCurrent(): void {
    if (this.#clock.changes !== this.#madeAt) {
      throw new Error(
        'the scene has changed since this set was made: query again, or keep the copy that toArray() makes',
      );
    }
  }
}

/**
 * Pairs of ids of boxes that overlap. Each pair is there once, with its smaller id first. The pairs have no particular
 * order. The pairs are a copy: a later change of the scene does not change them.
 *
 * @example
 * ```ts
 * const scene = new BoxScene();
 * scene.addAabbs(new Float32Array([0, 0, 0, 2, 2, 2, 1, 1, 1, 3, 3, 3, 9, 9, 9, 9, 9, 9]));
 * const pairs = scene.pairs();
 * pairs.size; // → 1
 * [...pairs]; // → [[0, 1]]
 * ```
 */
export class BoxPairs extends Inspected implements Iterable<[number, number]> {
  readonly #ids: Uint32Array;

  /**
   * Makes pairs of a flat array.
   *
   * @param ids two ids for each pair, one pair after the other.
   * @hidden Only queries make pairs.
   */
  constructor(ids: Uint32Array) {
    super();
    this.#ids = ids;
  }

  /** The number of pairs of ids. */
  get size(): number {
    return this.#ids.length / 2;
  }

  /** Returns two ids per pair, one pair after the other. The array is no copy, as it may be large: do not change it. */
  toArray(): Uint32Array {
    return this.#ids;
  }

  /** Calls `visit` once for each pair of ids. `a` is the smaller id of the pair. */
  forEach(visit: (a: number, b: number) => void): void {
    const ids = this.#ids;
    for (let i = 0; i < ids.length; i += 2) visit(ids[i], ids[i + 1]);
  }

  /** @internal Returns what a console shows for the pairs: their number. */
  inspected(): object {
    return { size: this.size };
  }

  /** Iterates over the pairs: `for (const [a, b] of pairs)`. */
  *[Symbol.iterator](): Generator<[number, number], void> {
    const ids = this.#ids;
    for (let i = 0; i < ids.length; i += 2) yield [ids[i], ids[i + 1]];
  }
}

/** The triangles of one instance that a query finds: see {@link BoxScene.overlapTriangles}. */
export interface TrianglesOfInstance {
  /** The id of the instance. */
  id: number;
  /** The numbers of the triangles in their mesh, in ascending order. */
  triangles: Uint32Array;
}
