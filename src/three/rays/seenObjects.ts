import type { Intersection, Object3D } from 'three';
import type { BoxSource } from '../sources/boxSource';

/** The objects that are visible along rays. For each object, the numbers of its visible instances, or 0 if it has none. */
export class SeenObjects {
  readonly #instances = new Map<Object3D, Set<number>>();

  hasAny(object: Object3D): boolean {
    return this.#instances.has(object);
  }

  /** Whether an instance of an object, or an object without instances, is in the set. An object with one box may have instances. */
  has({ object, instanceName }: BoxSource, instance: number): boolean {
    return instanceName === null ? this.hasAny(object) : this.#instances.get(object)?.has(instance) === true;
  }

  add(object: Object3D, instance: number): void {
    this.#instances.set(object, (this.#instances.get(object) ?? new Set()).add(instance));
  }

  addHit({ object, instanceId, batchId }: Intersection): void {
    this.add(object, instanceId ?? batchId ?? 0);
  }
}

/** Whether an object hides nothing behind it: a line, points or a sprite. In three.js, wide lines are meshes. */
export function hidesNothing(object: Object3D): boolean {
  return 'isLine' in object || 'isPoints' in object || 'isSprite' in object || 'isLineSegments2' in object;
}
