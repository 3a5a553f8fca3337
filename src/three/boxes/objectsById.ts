import type { Object3D } from 'three';
import { InstanceTable } from '../../primitives/instanceTable';
import type { BoxSource } from '../sources/boxSource';

/** Marks an object or instance without a box, in place of the id of its box. */
export const NONE = -1;

/**
 * The `object` or instance to which a box of a {@link SceneIndex} belongs: the answer of {@link SceneIndex.at}. The
 * fields are named as in three.js's `Intersection`.
 */
export interface IndexedObject {
  object: Object3D;
  /** The number of the instance to which the box belongs, if the object is an InstancedMesh. */
  instanceId?: number;
  /** The number of the instance to which the box belongs, if the object is a BatchedMesh. */
  batchId?: number;
}

/** Maps the id of each box to its object and instance. */
export class ObjectsById extends InstanceTable<BoxSource> {
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

  describe(id: number): IndexedObject {
    const { object, instanceName } = this.sourceOf(id);
    return instanceName === null ? { object } : { object, [instanceName]: this.instanceOf(id) };
  }
}
