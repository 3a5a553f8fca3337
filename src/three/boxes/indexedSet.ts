import type { IdSet } from 'slabtree';
import type { Object3D } from 'three';
import type { IndexedObject, Owners } from './owners';

/**
 * A set of objects and instances, in no particular order. Like the set of ids that it rests on, it can be walked until the
 * index next changes; after that every call throws and says so. `toArray` makes a copy that stays.
 */
export class IndexedSet implements Iterable<IndexedObject> {
  /** The ids of the boxes in the index's scene. */
  readonly ids: IdSet;
  readonly #owners: Owners;

  /** @internal */
  constructor(ids: IdSet, owners: Owners) {
    this.ids = ids;
    this.#owners = owners;
  }

  get size(): number {
    return this.ids.size;
  }

  /** @internal Whether the index that the set is of has, or once had, a place for an object. */
  hasSeen(object: Object3D): boolean {
    return this.#owners.hasSeen(object);
  }

  toArray(): IndexedObject[] {
    return [...this];
  }

  /** @param visit its second argument is the instance's number, 0 for an object without instances. */
  forEach(visit: (object: Object3D, instance: number) => void): void {
    const owners = this.#owners;
    this.ids.forEach((id) => {
      visit(owners.sourceOf(id).object, owners.instanceOf(id));
    });
  }

  *[Symbol.iterator](): Generator<IndexedObject, void> {
    for (const id of this.ids) yield this.#owners.describe(id);
  }
}
