import type { PickingInfo } from '@babylonjs/core/Collisions/pickingInfo.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { MeshEntry } from '../boxes/meshEntry';
import type { MeshIntersections } from '../meshes/meshIntersections';
import { PickSearch } from './pickSearch';

/** A hit, with its place in the order of `scene.meshes` and of thin instances. */
interface PlacedHit {
  readonly info: PickingInfo;
  readonly order: number;
  readonly thinInstance: number;
}

/** The search for the hits that `scene.multiPick` returns: the closest hit of each mesh and thin instance. */
export class AllPicks extends PickSearch {
  readonly #hits: PlacedHit[] = [];

  constructor(scene: Scene, intersections: MeshIntersections) {
    super(scene, intersections, false);
  }

  override get limit(): number {
    return Infinity;
  }

  /** Returns the hits in the order of Babylon.js. */
  sorted(): PickingInfo[] {
    this.#hits.sort((a, b) => a.order - b.order || a.thinInstance - b.thinInstance);
    return this.#hits.map(({ info }) => info);
  }

  protected override take(info: PickingInfo, { order }: MeshEntry, thinInstance: number): void {
    this.#hits.push({ info, order, thinInstance });
  }
}
