import type { Object3D } from 'three';
import type { BoxSource } from '../sources/boxSource';

/** What a box of the index stands for, by the names of three.js's `Intersection`. */
export interface IndexedObject {
  object: Object3D;
  /** Which of its instances, where it is an InstancedMesh. */
  instanceId?: number;
  /** Which of its instances, where it is a BatchedMesh. */
  batchId?: number;
}

/** Whose box an id of the scene is. */
export class Owners {
  readonly #sources: (BoxSource | undefined)[] = [];
  #instances = new Int32Array(0);
  /** The objects that have, or once had, a place in the index. */
  readonly #seen = new WeakSet<Object3D>();

  see(object: Object3D): void {
    this.#seen.add(object);
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

  /** @throws RangeError where there is no box with that id. */
  sourceOf(id: number): BoxSource {
    const source = this.#sources[id];
    if (source === undefined) throw new RangeError(`id must be that of a box, got ${id}`);
    return source;
  }

  /** Which instance of its object the box of an id is; 0 of an object without instances. */
  instanceOf(id: number): number {
    return this.#instances[id];
  }

  describe(id: number): IndexedObject {
    const { object, instanceName } = this.sourceOf(id);
    return instanceName === null ? { object } : { object, [instanceName]: this.#instances[id] };
  }
}
