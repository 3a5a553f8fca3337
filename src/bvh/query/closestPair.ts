import { contactOf } from '../../primitives/query/contacts/contactOf';
import { type ClosestPoints, closestPointsOf } from '../../primitives/query/distance';
import { PairWalk } from '../meshes/pairWalk';
import type { Tree } from '../tree/tree';

/** The closest points of two boxes or instances, with the triangles that have the points. */
export interface ClosestPair {
  readonly points: ClosestPoints;
  /** The number of the triangle of the first, or NO_TRIANGLE for a box. */
  readonly triangleA: number;
  readonly triangleB: number;
}

/** A search for the closest points of two boxes or instances, and its working space. */
export class ClosestPairSearch {
  readonly #walk = new PairWalk();
  #distance = 0;
  #placeA = -1;
  #placeB = -1;

  /**
   * Returns the closest points of two boxes or instances that are at most `maxDistance` apart, or else null. Of equally close triangles, the
   * first ones in the order of the numbers of the first instance, and then of the second.
   */
  find(tree: Tree, idA: number, idB: number, maxDistance: number): ClosestPair | null {
    const walk = this.#walk;
    const { pair, a, b } = walk;
    this.#distance = maxDistance;
    this.#placeA = -1;
    walk.visit(tree, idA, idB, maxDistance, (placeA, placeB) => {
      // Many triangles may touch. Most of them are not first.
      if (this.#distance === 0 && !this.#comesFirst(placeA, placeB)) return 0;
      const distance = Math.max(0, -contactOf(pair, this.#distance));
      if (distance < this.#distance || (distance === this.#distance && this.#comesFirst(placeA, placeB))) {
        this.#distance = distance;
        this.#placeA = placeA;
        this.#placeB = placeB;
        if (distance > 0) for (let k = 0; k < 3; k++) walk.towardsA[k] = pair.contact[3 + k];
      }
      return this.#distance;
    });
    if (this.#placeA < 0) return null;
    a.writeCorners(this.#placeA);
    a.setShape();
    b.writeCorners(this.#placeB);
    b.setShape();
    return {
      points: closestPointsOf(pair),
      triangleA: a.triangleAt(this.#placeA),
      triangleB: b.triangleAt(this.#placeB),
    };
  }

  /** Returns whether two triangles are before those that were found, if any were. */
  #comesFirst(placeA: number, placeB: number): boolean {
    if (this.#placeA < 0) return true;
    const { a, b } = this.#walk;
    const before = a.triangleAt(placeA) - a.triangleAt(this.#placeA);
    return before < 0 || (before === 0 && b.triangleAt(placeB) < b.triangleAt(this.#placeB));
  }
}
