import type { Object3D } from 'three';
import type { BoxSource } from '../sources/boxSource';

/** The id of an instance without a box. */
export const NONE = -1;

/** What a box of the index stands for. The fields are named as in three.js's `Intersection`. */
export interface IndexedObject {
  object: Object3D;
  /** The instance number, for an InstancedMesh. */
  instanceId?: number;
  /** The instance number, for a BatchedMesh. */
  batchId?: number;
}

/** The owner of each box: by id, the source and the instance. */
export class Owners {
  readonly #sources: (BoxSource | undefined)[] = [];
  #instances = new Int32Array(0);
  /** All objects with instances that the index holds, or ever held, each with a box for each instance. */
  readonly #seen = new WeakSet<Object3D>();

  see(object: Object3D): void {
    this.#seen.add(object);
  }

  /** For an object that is one box from now on. */
  forget(object: Object3D): void {
    this.#seen.delete(object);
  }

  hasSeen(object: Object3D): boolean {
    return this.#seen.has(object);
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

  /** @throws RangeError if no box has that id. */
  sourceOf(id: number): BoxSource {
    const source = this.#sources[id];
    if (source === undefined) throw new RangeError(`id must be the id of a box, got ${id}`);
    return source;
  }

  /** The instance number; 0 for an object without instances. */
  instanceOf(id: number): number {
    return this.#instances[id];
  }

  describe(id: number): IndexedObject {
    const { object, instanceName } = this.sourceOf(id);
    return instanceName === null ? { object } : { object, [instanceName]: this.#instances[id] };
  }
}
