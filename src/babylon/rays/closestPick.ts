import { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import type { Ray } from '@babylonjs/core/Culling/ray.core.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { MeshEntry } from '../boxes/meshEntry';
import type { MeshIntersections } from '../meshes/meshIntersections';
import { PickSearch } from './pickSearch';

/** The search for the hit that `scene.pick` returns: the closest hit. Of equally close hits, the first. */
export class ClosestPick extends PickSearch {
  #found: PickingInfo | null = null;
  #order = 0;
  #thinInstance = 0;

  constructor(scene: Scene, intersections: MeshIntersections) {
    super(scene, intersections, true);
  }

  override get limit(): number {
    return this.#found?.distance ?? Infinity;
  }

  /** Returns the hit with its ray, or a PickingInfo without a hit. The search may then begin again. */
  finish(ray: Ray): PickingInfo {
    const info = this.#found ?? new PickingInfo();
    this.#found = null;
    info.ray = ray;
    return info;
  }

  protected override take(info: PickingInfo, { order }: MeshEntry, thinInstance: number): void {
    if (this.#found !== null && !this.#isCloser(info.distance, this.#found.distance, order, thinInstance)) return;
    this.#found = info;
    this.#order = order;
    this.#thinInstance = thinInstance;
  }

  #isCloser(distance: number, closest: number, order: number, thinInstance: number): boolean {
    if (distance !== closest) return distance < closest;
    return order < this.#order || (order === this.#order && thinInstance < this.#thinInstance);
  }
}
