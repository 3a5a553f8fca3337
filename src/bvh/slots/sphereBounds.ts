import { MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';
import type { BoundsOverlap } from './boundsOverlap';

/**
 * A sphere for tests against node bounds.
 *
 * With u = 2^-53 and, on one axis, M = |centre| + the scene's magnitude:
 * - The distance from node bounds, moved to the tree's origin, is off by less than 8uM.
 * - The exact test measures the distance to an AABB's own bounds, off by a few u of the distance, and to a point of an
 *   OBB, off by less than 16uM. It never gives less than the distance to the OBB's bounds, which is off by no more (see
 *   closestPoint.ts).
 * - So if node bounds, with a pad of 32uM an axis, are farther from the centre than the radius, no box below is within
 *   it. If even their farthest corner, with the pad, is nearer, all of them are.
 * - Squares and roots are off by a few u, for which 2^-40 is plenty, and by a little where they underflow.
 *
 * If squares overflow, nothing is taken as a whole. An infinite square is that of a distance beyond any radius whose
 * square is finite.
 */
export class SphereBounds {
  #x = 0;
  #y = 0;
  #z = 0;
  #padX = 0;
  #padY = 0;
  #padZ = 0;
  /** Squares of distances: beyond the first is outside, below the second is inside. */
  #outside = 0;
  #inside = 0;

  /** @param sphere centre x y z and radius. */
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

  /** What the bounds of a slot tell about the boxes below it. */
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
