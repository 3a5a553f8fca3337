import type { Object3D } from 'three';
import type { BoxSource } from '../sources/boxSource';

/** Marks an object or instance without a box, in place of the id of its box. */
export const NONE = -1;

/** The object or instance to which a box of a SceneIndex belongs. The fields are named as in three.js's `Intersection`. */
export interface IndexedObject {
  object: Object3D;
  /** The number of the instance to which the box belongs, if the object is an InstancedMesh. */
  instanceId?: number;
  /** The number of the instance to which the box belongs, if the object is a BatchedMesh. */
  batchId?: number;
}

/** Maps the id of each box to its object and instance. */
export class ObjectsById {
  readonly #sources: (BoxSource | undefined)[] = [];
  #instances = new Int32Array(0);
  /** The objects that have, or once had, one box per instance in this index. */
  readonly #instanced = new WeakSet<Object3D>();

  addInstanced(object: Object3D): void {
    this.#instanced.add(object);
  }

  /** Records that an object with instances has a single box from now on. */
  deleteInstanced(object: Object3D): void {
    this.#instanced.delete(object);
  }

  /** Whether an object has, or once had, one box per instance in this index. */
  wasInstanced(object: Object3D): boolean {
    return this.#instanced.has(object);
  }

  set(id: number, source: BoxSource, instance: number): void {
    if (id >= this.#instances.length) {
      const larger = new Int32Array(2 * id + 16);
      larger.set(this.#instances);
      this.#instances = larger;
    }
    this.#sources[id] = source;
    this.#instances[id] = instance;
  }

  delete(id: number): void {
    this.#sources[id] = undefined;
  }

  /** A number that no id reaches. */
  get idLimit(): number {
    return this.#sources.length;
  }

  has(id: number): boolean {
    return this.#sources[id] !== undefined;
  }

  /**
   * Returns the source of the box with an id: the wrapper of its three.js object.
   *
   * @throws RangeError if no box has this id.
   */
  sourceOf(id: number): BoxSource {
    const source = this.#sources[id];
    if (source === undefined) throw new RangeError(`id must be the id of a box, got ${id}`);
    return source;
  }

  /** Returns the number of the instance to which the box with an id belongs; 0 if the box is of an object without instances. */
  instanceOf(id: number): number {
    return this.#instances[id];
  }

  describe(id: number): IndexedObject {
    const { object, instanceName } = this.sourceOf(id);
    return instanceName === null ? { object } : { object, [instanceName]: this.#instances[id] };
  }
}
