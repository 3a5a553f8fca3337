import { COLUMNS, INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import type { FlatShape } from '../../primitives/query/flatShape';
import { CONVEX_SHAPE, OBB_SHAPE, SIZES } from '../../primitives/flat/frameLayout';
import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import { HIGH_INSIDE, HIGH_OUTSIDE, LOW_INSIDE, LOW_OUTSIDE, SLAB_STRIDE } from '../layout/queryLayout';
import type { Tree } from '../tree/tree';

/**
 * What the bounds of a slot prove about the boxes below the slot: 1 if all of them overlap a query's shape, -1 if none
 * does, and 0 if neither is certain.
 */
export type BoundsOverlap = 1 | 0 | -1;

/**
 * The box of an overlap query, an AABB or an OBB, or the bounds of another convex shape, prepared for tests against the bounds of
 * nodes.
 *
 * The bounds q of the query's box are moved to the tree's origin o and compared. No margin is needed, because rounding
 * (fl) is monotonic:
 * - If a box in the tree has min <= q's max, then fl(min - o) <= fl(max of q - o), and rounded down it is no greater.
 * - So if a node's min is greater than fl(max of q - o), the min of every box in the node is greater than q's max. The
 *   exact test compares the same numbers first, and separates them.
 * - In the same way, if a node's max is less than fl(max of q - o), the max of every box in the node is less than q's.
 *
 * If all of a node's bounds are inside in this way, its AABBs overlap an AABB. Its OBBs are themselves inside, as their
 * bounds in the tree are widened by more than they are rounded (see references.ts), and the exact test never separates
 * boxes that overlap (see separatingAxes.ts).
 *
 * The bounds of another convex shape are widened by far more than the rounding of a contact. They never prove that all boxes below
 * a slot overlap the shape.
 */
export class BoxShapeBounds {
  readonly #bounds = new Float64Array(6);
  /** The three slabs of the query's box if the box is an OBB. Unused for an AABB. */
  readonly #slabs = new Float64Array(3 * SLAB_STRIDE);
  #slabsEnd = 0;
  #isBox = true;

  set(tree: Tree, shape: FlatShape): void {
    const bounds = this.#bounds;
    const { frame } = shape;
    this.#isBox = shape.kind !== CONVEX_SHAPE;
    const reach = overlapReach(tree, shape);
    for (let k = 0; k < 3; k++) {
      const origin = tree.origin[k];
      // NaN becomes an infinite bound, which excludes nothing. The clamp to finite bounds excludes empty slots, whose
      // bounds are infinite.
      bounds[k] = Math.max(-Number.MAX_VALUE, numberOr(frame[k] - reach - origin, -Infinity));
      bounds[k + 3] = Math.min(Number.MAX_VALUE, numberOr(frame[k + 3] + reach - origin, Infinity));
    }
    this.#slabsEnd = 0;
    if (shape.kind === OBB_SHAPE) {
      writeObbSlabs(tree, shape, this.#slabs, 0);
      this.#slabsEnd = 3 * SLAB_STRIDE;
    }
  }

  /** Returns what a slot's bounds prove about the boxes below it and the query's box. -1 for an empty slot. */
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
      this.#isBox &&
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
      // An infinite bound times a normal of 0 is NaN, which makes the sum NaN and its comparisons false.
      const lowest = x * (x > 0 ? minX : maxX) + y * (y > 0 ? minY : maxY) + z * (z > 0 ? minZ : maxZ);
      const highest = x * (x > 0 ? maxX : minX) + y * (y > 0 ? maxY : minY) + z * (z > 0 ? maxZ : minZ);
      if (lowest > slabs[at + HIGH_OUTSIDE] || highest < slabs[at + LOW_OUTSIDE]) return -1;
      isInside &&= lowest > slabs[at + LOW_INSIDE] && highest < slabs[at + HIGH_INSIDE];
    }
    return isInside ? 1 : 0;
  }
}

/** Returns by how much the bounds in a shape's frame are widened for tests against the bounds of nodes. */
export function overlapReach({ magnitude }: Tree, { kind }: FlatShape): number {
  return kind === CONVEX_SHAPE ? 2 ** -40 * Math.max(magnitude[0], magnitude[1], magnitude[2]) : 0;
}

function numberOr(value: number, otherwise: number): number {
  return Number.isNaN(value) ? otherwise : value;
}

/**
 * Writes the three slabs of a query's OBB for tests against the bounds of nodes. Each slab is between two faces of the
 * OBB, and normal to a row n of the stored inverse N.
 *
 * With u = 2^-53, M the matrix's linear part, T its translation, G = NM - I, ℓ the largest local coordinates, g = |G|ℓ,
 * and S the sum of the OBB's SIZES and the scene's magnitude on each axis: moving the slab and the bounds to the tree's
 * origin and summing up is off by less than 24u|n|·S.
 *
 * Outside: if bounds are beyond the slab by η more, then n·(p - T) > max + η - 24u|n|·S for every p in a box below. The
 * exact test projects both boxes onto the same n. Along n, the OBB reaches from its centre to max + g at most, and the
 * test's rounding and tolerance together are less than 28u|n|·S. So the test separates the boxes.
 *
 * Inside: the point of the OBB's own space that M takes to p - T differs from q = N(p - T) by at most |G| times itself.
 * So if q is inside the local box by 2g on every axis, which is possible only if g <= ℓ/2, that point is inside the
 * local box. The boxes below are then in the OBB itself, and the exact test never separates boxes that overlap.
 *
 * η is 64u|n|·S + 2g, and a little for underflow. It is Infinity if a product in the exact test might overflow.
 */
export function writeObbSlabs(tree: Tree, { record: b, frame }: FlatShape, out: Float64Array, at: number): void {
  const { origin, magnitude } = tree;
  for (let row = 0; row < 3; row++, at += SLAB_STRIDE) {
    let shift = 0;
    let sum = 0;
    let residual = 0;
    let length = 0;
    for (let k = 0; k < 3; k++) {
      const normal = b[INVERSE + 3 * row + k];
      shift += normal * (b[TRANSLATION + k] - origin[k]);
      sum += Math.abs(normal) * (frame[SIZES + k] + magnitude[k]);
      length += Math.abs(normal);
      let product = k === row ? -1 : 0;
      for (let j = 0; j < 3; j++) product += b[INVERSE + 3 * row + j] * b[COLUMNS + 3 * k + j];
      residual += Math.abs(product) * Math.max(Math.abs(b[k]), Math.abs(b[k + 3]));
      out[at + k] = normal;
    }
    const margin = sum < 2 ** 1000 ? 2 ** -47 * sum + 2 * residual + 2 ** -900 * (1 + length) : Infinity;
    out[at + LOW_OUTSIDE] = b[row] + shift - margin;
    out[at + LOW_INSIDE] = b[row] + shift + margin;
    out[at + HIGH_INSIDE] = b[row + 3] + shift - margin;
    out[at + HIGH_OUTSIDE] = b[row + 3] + shift + margin;
  }
}

/**
 * The sphere of an overlap query, prepared for tests against the bounds of nodes.
 *
 * With u = 2^-53 and, on one axis, M = |centre| + the scene's magnitude:
 * - The distance of the centre from node bounds, moved to the tree's origin, is off by less than 8uM.
 * - The exact test measures the distance to an AABB's own bounds, off by a few u of the distance, and to a point of an
 *   OBB, off by less than 16uM. It never gives less than the distance to the OBB's bounds, which is off by no more (see
 *   closestPoint.ts).
 * - So if node bounds, with a pad of 32uM an axis, are farther from the centre than the radius, no box below the node
 *   is within the radius. If even the farthest corner of the bounds, with the pad, is nearer, all boxes are within the
 *   radius.
 * - Squares and roots are off by a few u, for which 2^-40 is plenty, and by a little where they underflow.
 *
 * If the squares of the sphere overflow, the bounds decide nothing. An infinite square of a distance is beyond every
 * radius with a finite square.
 */
export class SphereBounds {
  #x = 0;
  #y = 0;
  #z = 0;
  #padX = 0;
  #padY = 0;
  #padZ = 0;
  /** Squared distances from the sphere's centre: bounds beyond `outside` are apart, bounds within `inside` overlap. */
  #outside = 0;
  #inside = 0;

  /** @param sphere the sphere's centre x y z and its radius. */
  set({ origin, magnitude }: Tree, sphere: Float64Array): void {
    const radius = sphere[3];
    this.#x = sphere[0] - origin[0];
    this.#y = sphere[1] - origin[1];
    this.#z = sphere[2] - origin[2];
    this.#padX = 2 ** -48 * (Math.abs(sphere[0]) + magnitude[0]);
    this.#padY = 2 ** -48 * (Math.abs(sphere[1]) + magnitude[1]);
    this.#padZ = 2 ** -48 * (Math.abs(sphere[2]) + magnitude[2]);
    this.#outside = radius * radius * (1 + 2 ** -40) + 2 ** -1000;
    this.#inside = radius * radius * (1 - 2 ** -40) - 2 ** -1000;
  }

  /** Returns what a slot's bounds prove about the overlap of the boxes below the slot with the sphere. */
  test(float32: Float32Array, slot: number): BoundsOverlap {
    const belowX = this.#x - float32[slot + MIN_X];
    const belowY = this.#y - float32[slot + MIN_Y];
    const belowZ = this.#z - float32[slot + MIN_Z];
    const aboveX = float32[slot + MAX_X] - this.#x;
    const aboveY = float32[slot + MAX_Y] - this.#y;
    const aboveZ = float32[slot + MAX_Z] - this.#z;
    const nearX = Math.max(-Math.min(belowX, aboveX) - this.#padX, 0);
    const nearY = Math.max(-Math.min(belowY, aboveY) - this.#padY, 0);
    const nearZ = Math.max(-Math.min(belowZ, aboveZ) - this.#padZ, 0);
    if (nearX * nearX + nearY * nearY + nearZ * nearZ > this.#outside) return -1;
    const farX = Math.max(belowX, aboveX) + this.#padX;
    const farY = Math.max(belowY, aboveY) + this.#padY;
    const farZ = Math.max(belowZ, aboveZ) + this.#padZ;
    return farX * farX + farY * farY + farZ * farZ < this.#inside ? 1 : 0;
  }
}
