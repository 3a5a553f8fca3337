import { type ConvexShape, POINT } from '../../primitives/flat/convexShape';
import { contactOf } from '../../primitives/query/contacts/contactOf';
import { ShapePair } from '../../primitives/query/shapePair';
import { closestOnTriangle } from '../../primitives/query/triangles/closestPointOnTriangle';
import type { BoxStore } from '../boxes/boxStore';
import type { SceneMeasure } from '../margins/sceneMeasure';
import { closestPointOnBox, closestPointOnSlotBox, readConvexBox } from './slotBox';
import type { Tree } from '../tree/tree';

/** Distances of convex shapes are off by less than this share of the numbers involved. */
const ROUNDING = 2 ** -40;

/** What a search for the nearest boxes measures distances from: a point, or another convex shape. */
export class NearTarget {
  /** The middle of the shape's bounds, and how far the shape reaches from it on each axis: 0 for a point. */
  readonly middle = new Float64Array(3);
  readonly reach = new Float64Array(3);
  /** The nearest point that was found last. */
  readonly closest = new Float64Array(3);
  /** The shape, and the box or triangle whose distance is measured. */
  readonly #pair = new ShapePair();

  get shape(): ConvexShape {
    return this.#pair.a;
  }

  get isPoint(): boolean {
    return this.shape.core === POINT && this.shape.radius === 0;
  }

  /** Prepares a search among the boxes of a tree. The shape must have been read. */
  begin({ magnitude }: SceneMeasure): void {
    const { bounds, radius, size } = this.shape;
    const { isPoint } = this;
    const largest = Math.max(size, magnitude[0], magnitude[1], magnitude[2]) + radius;
    for (let k = 0; k < 3; k++) {
      this.middle[k] = isPoint ? bounds[k] : bounds[k] / 2 + bounds[k + 3] / 2;
      this.reach[k] = isPoint ? 0 : bounds[k + 3] / 2 - bounds[k] / 2 + radius + ROUNDING * largest;
    }
  }

  /** Returns the distance of the box in a slot, and writes its nearest point to {@link closest}. May return Infinity beyond a limit. */
  distanceToSlotBox(tree: Tree, slot: number, id: number, limit: number): number {
    if (!this.isPoint) return this.distanceToBox(tree.boxes, id, limit);
    const [x, y, z] = this.middle;
    return closestPointOnSlotBox(tree, slot, x, y, z, this.closest);
  }

  /** Returns the distance of a box, and writes its nearest point to {@link closest}. May return Infinity beyond a limit. */
  distanceToBox(boxes: BoxStore, id: number, limit = Infinity): number {
    if (this.isPoint) {
      const [x, y, z] = this.middle;
      return closestPointOnBox(boxes, boxes.places[id], x, y, z, this.closest);
    }
    readConvexBox(boxes, id, this.#pair.b);
    return this.#distance(limit);
  }

  /**
   * Returns the distance of a triangle, given as 9 numbers, and writes its nearest point to {@link closest}. May return Infinity beyond a
   * limit.
   */
  distanceToTriangle(corners: Float64Array, limit = Infinity): number {
    if (this.isPoint) {
      const { middle } = this;
      return closestOnTriangle(corners, 0, 3, 6, middle[0], middle[1], middle[2], this.closest);
    }
    this.#pair.b.setTriangle(corners);
    return this.#distance(limit);
  }

  #distance(limit: number): number {
    const distance = Math.max(0, -contactOf(this.#pair, limit));
    for (let k = 0; k < 3; k++) this.closest[k] = this.#pair.contact[k];
    return distance;
  }
}
