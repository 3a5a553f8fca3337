import type { IdSet } from 'slabtree';
import type { Camera, Object3D } from 'three';
import type { IndexedObject, ObjectsById } from './objectsById';

/**
 * A set of objects and instances, in no particular order. It is valid until the next `SceneIndex.update` that finds a change:
 * after that, every call throws an error that says so. `toArray` returns a copy that stays valid.
 */
export class IndexedSet implements Iterable<IndexedObject> {
  /** The ids of the boxes in `SceneIndex.boxes`. */
  readonly ids: IdSet;
  readonly #objects: ObjectsById;

  /** @internal */
  constructor(ids: IdSet, objects: ObjectsById) {
    this.ids = ids;
    this.#objects = objects;
  }

  get size(): number {
    return this.ids.size;
  }

  /** @internal Whether an object has or had a box per instance in the index of the set. */
  wasInstanced(object: Object3D): boolean {
    return this.#objects.wasInstanced(object);
  }

  toArray(): IndexedObject[] {
    return [...this];
  }

  /** @param visit called with the object and the instance number, which is 0 for an object without instances. */
  forEach(visit: (object: Object3D, instance: number) => void): void {
    const objects = this.#objects;
    this.ids.forEach((id) => {
      visit(objects.sourceOf(id).object, objects.instanceOf(id));
    });
  }

  *[Symbol.iterator](): Generator<IndexedObject, void> {
    for (const id of this.ids) yield this.#objects.describe(id);
  }
}

/** Objects and instances by the side of a plane on which their box is. */
export interface SceneSplit {
  front: IndexedSet;
  crossing: IndexedSet;
  back: IndexedSet;
}

/** The objects in a camera's view, by their boxes: boxes wholly inside the view, and boxes that cross its edges. */
export interface SceneView {
  /** The camera of the view. `VisibleInstances` needs it for levels and sorting. */
  camera?: Camera;
  inside: IndexedSet;
  crossing: IndexedSet;
}
