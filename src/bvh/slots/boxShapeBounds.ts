import type { FlatShape } from '../../primitives/flat/flatShape';
import { OBB_SHAPE } from '../../primitives/flat/shapeKind';
import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import { HIGH_INSIDE, HIGH_OUTSIDE, LOW_INSIDE, LOW_OUTSIDE, SLAB_STRIDE } from '../layout/queryLayout';
import type { Tree } from '../tree/tree';
import type { BoundsOverlap } from './boundsOverlap';
import { writeObbSlabs } from './obbShapeBounds';

/**
 * A box for tests against node bounds: an AABB or an OBB.
 *
 * Its own bounds q are moved to the tree's origin o and compared. No margin is needed, because rounding (fl) is
 * monotonic:
 * - If a box has min <= q's max, then fl(min - o) <= fl(max of q - o), and rounded down it is no greater.
 * - So if a node's min is greater than fl(max of q - o), the min of every box in it is greater than q's max. The exact
 *   test compares the same numbers first, and separates them.
 * - In the same way, if a node's max is less than fl(max of q - o), the max of every box in it is less than q's.
 *
 * If all of a node's bounds are inside in this way, its AABBs overlap an AABB. Its OBBs are themselves inside, as their
 * bounds in the tree are widened by more than they are rounded (see references.ts), and the exact test never separates
 * what overlaps (see separatingAxes.ts).
 */
export class BoxShapeBounds {
  readonly #bounds = new Float64Array(6);
  /** The three slabs of an OBB. Unused for an AABB. */
  readonly #slabs = new Float64Array(3 * SLAB_STRIDE);
  #slabsEnd = 0;

  set(tree: Tree, shape: FlatShape): void {
    const bounds = this.#bounds;
    const { frame } = shape;
    for (let k = 0; k < 3; k++) {
      const origin = tree.origin[k];
      // NaN bounds nothing. The infinite bounds of an empty slot are still beyond these.
      bounds[k] = Math.max(-Number.MAX_VALUE, numberOr(frame[k] - origin, -Infinity));
      bounds[k + 3] = Math.min(Number.MAX_VALUE, numberOr(frame[k + 3] - origin, Infinity));
    }
    this.#slabsEnd = 0;
    if (shape.kind === OBB_SHAPE) {
      writeObbSlabs(tree, shape, this.#slabs, 0);
      this.#slabsEnd = 3 * SLAB_STRIDE;
    }
  }

  /** What the bounds of a slot tell about the boxes below it. -1 for an empty slot. */
  test(float32: Float32Array, slot: number): BoundsOverlap {
    const bounds = this.#bounds;
    const minX = float32[slot + MIN_X];
    const minY = float32[slot + MIN_Y];
    const minZ = float32[slot + MIN_Z];
    const maxX = float32[slot + MAX_X];
    const maxY = float32[slot + MAX_Y];
    const maxZ = float32[slot + MAX_Z];
    if (minX > bounds[3] || maxX < bounds[0] || minY > bounds[4] || maxY < bounds[1]) return -1;
    if (minZ > bounds[5] || maxZ < bounds[2]) return -1;
    let isInside =
      minX > bounds[0] &&
      maxX < bounds[3] &&
      minY > bounds[1] &&
      maxY < bounds[4] &&
      minZ > bounds[2] &&
      maxZ < bounds[5];
    const slabs = this.#slabs;
    for (let at = 0; at < this.#slabsEnd; at += SLAB_STRIDE) {
      const x = slabs[at];
      const y = slabs[at + 1];
      const z = slabs[at + 2];
      // NaN if an unbounded box meets a zero. Then no comparison is true.
      const lowest = x * (x > 0 ? minX : maxX) + y * (y > 0 ? minY : maxY) + z * (z > 0 ? minZ : maxZ);
      const highest = x * (x > 0 ? maxX : minX) + y * (y > 0 ? maxY : minY) + z * (z > 0 ? maxZ : minZ);
      if (lowest > slabs[at + HIGH_OUTSIDE] || highest < slabs[at + LOW_OUTSIDE]) return -1;
      isInside &&= lowest > slabs[at + LOW_INSIDE] && highest < slabs[at + HIGH_INSIDE];
    }
    return isInside ? 1 : 0;
  }
}

function numberOr(value: number, otherwise: number): number {
  return Number.isNaN(value) ? otherwise : value;
}
