import type { IdSet } from 'slabtree';
import type { Camera, Object3D } from 'three';
import type { IndexedObject, ObjectsById } from './objectsById';

/**
 * A set of objects and instances of a {@link SceneIndex}, in no particular order: see {@link SceneIndex.cull}. Read
 * the set before the next `SceneIndex.update`: once that has found a change, reading it throws an error. `toArray` returns a copy
 * that stays valid.
 */
export class IndexedSet implements Iterable<IndexedObject> {
  /** The ids of the boxes of the objects and instances in this set. They are ids in `SceneIndex.boxes`. */
  readonly ids: IdSet;
  readonly #objects: ObjectsById;

  /** @internal Called by SceneIndex, with the ids of boxes and the map from an id to its object. */
  constructor(ids: IdSet, objects: ObjectsById) {
    this.ids = ids;
    this.#objects = objects;
  }

  /** The number of objects and instances in the set. */
  get size(): number {
    return this.ids.size;
  }

  /** @internal Whether an object has, or once had, one box per instance in the index that made this set. */
  wasInstanced(object: Object3D): boolean {
    return this.#objects.wasInstanced(object);
  }

  /** Returns a copy of the set, which stays valid when the index changes. */
  toArray(): IndexedObject[] {
    return [...this];
  }

  /**
   * Calls `visit` once for each object or instance of the set, without making an array or an object.
   *
   * @param visit called with each object or instance of the set and its instance number: 0 for an object without
   *   instances.
   */
  forEach(visit: (object: Object3D, instance: number) => void): void {
    const objects = this.#objects;
    this.ids.forEach((id) => {
      visit(objects.sourceOf(id).object, objects.instanceOf(id));
    });
  }

  /** Iterates over the objects and instances: `for (const { object, instanceId } of set)`. */
  *[Symbol.iterator](): Generator<IndexedObject, void> {
    for (const id of this.ids) yield this.#objects.describe(id);
  }
}

/**
 * The result of {@link SceneIndex.split}: objects and instances in three sets, by the side of a plane on which their
 * boxes are: in `front`, `crossing` it, or in `back`.
 */
export interface SceneSplit {
  front: IndexedSet;
  crossing: IndexedSet;
  back: IndexedSet;
}

/**
 * The result of {@link SceneIndex.cull}: objects whose boxes are wholly `inside` a camera's view, or `crossing` its
 * edges.
 */
export interface SceneView {
  /**
   * The camera whose view was culled. {@link VisibleInstances} needs the camera for levels of detail and for sorting.
   */
  camera?: Camera;
  inside: IndexedSet;
  crossing: IndexedSet;
}
