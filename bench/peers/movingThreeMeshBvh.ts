import type { MovesBoxes } from './contender';
import { ThreeMeshBvh } from './threeMeshBvh';

/** It reads the boxes in the user's array, where they have already moved. So it only refits the whole tree. */
export class MovingThreeMeshBvh extends ThreeMeshBvh implements MovesBoxes {
  move(): void {
    this.refit();
  }

  replace(): void {
    this.refit();
  }
}
