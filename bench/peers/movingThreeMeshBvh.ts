import type { MovesBoxes } from './contender';
import { ThreeMeshBvh } from './threeMeshBvh';

/** Its boxes are the user's own array, and already where they are to be: a refit of the whole tree is all that it needs. */
export class MovingThreeMeshBvh extends ThreeMeshBvh implements MovesBoxes {
  move(): void {
    this.refit();
  }

  replace(): void {
    this.refit();
  }
}
