import type { IdSet } from 'slabtree';
import type { Camera, Object3D } from 'three';
import type { IndexedObject, Owners } from './owners';

/**
 * A set of objects and instances, in no particular order. It ends with the next `SceneIndex.update` that finds a change: after
 * that, every call throws an error that says so. `toArray` makes a copy that stays valid.
 */
export class IndexedSet implements Iterable<IndexedObject> {
  /** The ids of the boxes in `SceneIndex.boxes`. */
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

  /** @internal Whether the set's index holds an object with instances, or ever held it. */
  hasSeen(object: Object3D): boolean {
    return this.#owners.hasSeen(object);
  }

  toArray(): IndexedObject[] {
    return [...this];
  }

  /** @param visit is given the object and the instance number: 0 for an object without instances. */
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

/** Objects and instances, sorted by the side of a plane that their box is on. */
export interface SceneSplit {
  front: IndexedSet;
  crossing: IndexedSet;
  back: IndexedSet;
}

/** What a camera sees: boxes that lie wholly in the view, and boxes that cross its edges. */
export interface SceneView {
  /** The camera. Levels of distance and sorting need it. */
  camera?: Camera;
  inside: IndexedSet;
  crossing: IndexedSet;
}
