import type { Intersection, Object3D } from 'three';
import type { BoxSource } from '../sources/boxSource';

/** Objects that rays have seen, each with the numbers of its instances: 0 for an object without. */
export class SeenObjects {
  readonly #instances = new Map<Object3D, Set<number>>();

  hasAny(object: Object3D): boolean {
    return this.#instances.has(object);
  }

  /** An object of one box may have instances all the same, which its hits number. */
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

/** Whether what lies behind an object is seen all the same. Wide lines are meshes for three.js. */
export function hidesNothing(object: Object3D): boolean {
  return 'isLine' in object || 'isPoints' in object || 'isSprite' in object || 'isLineSegments2' in object;
}
