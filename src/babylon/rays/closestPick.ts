import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import type { MeshEntry } from '../boxes/meshEntry';
import { PickSearch } from './pickSearch';

/** The search for the hit that `scene.pick` returns: the closest, and of equally close ones the first. */
export class ClosestPick extends PickSearch {
  found: PickingInfo | null = null;
  #order = 0;
  #thinInstance = 0;

  override get limit(): number {
    return this.found?.distance ?? Infinity;
  }

  protected override take(info: PickingInfo, { order }: MeshEntry, thinInstance: number): void {
    if (this.found !== null && !this.#isCloser(info.distance, this.found.distance, order, thinInstance)) return;
    this.found = info;
    this.#order = order;
    this.#thinInstance = thinInstance;
  }

  #isCloser(distance: number, closest: number, order: number, thinInstance: number): boolean {
    if (distance !== closest) return distance < closest;
    return order < this.#order || (order === this.#order && thinInstance < this.#thinInstance);
  }
}
