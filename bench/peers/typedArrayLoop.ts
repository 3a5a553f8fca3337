import type { Box3, Plane } from 'three';
import type { Scene } from '../scenes';
import { boxDistance } from './boxDistance';
import type { FindsNearest, FindsOverlaps, SplitCounts, SplitsByPlane } from './contender';

/** The best that a user can write in a few lines: flat boxes, the exact test in float64, ids in reused arrays. */
export class TypedArrayLoop implements SplitsByPlane, FindsOverlaps, FindsNearest {
  readonly #bounds: Float32Array;
  readonly #front: Uint32Array;
  readonly #crossing: Uint32Array;
  readonly #back: Uint32Array;

  constructor(scene: Scene) {
    this.#bounds = scene.bounds;
    this.#front = new Uint32Array(scene.count);
    this.#crossing = new Uint32Array(scene.count);
    this.#back = new Uint32Array(scene.count);
  }

  split({ normal, constant }: Plane): SplitCounts {
    const bounds = this.#bounds;
    const frontIds = this.#front;
    const crossingIds = this.#crossing;
    const backIds = this.#back;
    const { x, y, z } = normal;
    const absX = Math.abs(x);
    const absY = Math.abs(y);
    const absZ = Math.abs(z);
    let front = 0;
    let crossing = 0;
    let back = 0;
    for (let id = 0, at = 0; at < bounds.length; id++, at += 6) {
      // Halved before they are added, as in slabtree: the sum of two huge numbers would overflow.
      const minX = bounds[at] / 2;
      const minY = bounds[at + 1] / 2;
      const minZ = bounds[at + 2] / 2;
      const maxX = bounds[at + 3] / 2;
      const maxY = bounds[at + 4] / 2;
      const maxZ = bounds[at + 5] / 2;
      const reach = absX * (maxX - minX) + absY * (maxY - minY) + absZ * (maxZ - minZ);
      const side = x * (minX + maxX) + y * (minY + maxY) + z * (minZ + maxZ) + constant;
      if (side > reach) frontIds[front++] = id;
      else if (side < -reach) backIds[back++] = id;
      else crossingIds[crossing++] = id;
    }
    return { front, crossing, back };
  }

  overlap({ min, max }: Box3): number {
    const bounds = this.#bounds;
    const ids = this.#crossing;
    let count = 0;
    for (let id = 0, at = 0; at < bounds.length; id++, at += 6) {
      const isOverlapping =
        bounds[at] <= max.x &&
        bounds[at + 1] <= max.y &&
        bounds[at + 2] <= max.z &&
        bounds[at + 3] >= min.x &&
        bounds[at + 4] >= min.y &&
        bounds[at + 5] >= min.z;
      if (isOverlapping) ids[count++] = id;
    }
    return count;
  }

  overlapIds(query: Box3): Uint32Array {
    return this.#crossing.slice(0, this.overlap(query));
  }

  findNearest(points: Float32Array, distances: Float64Array): void {
    const bounds = this.#bounds;
    for (let at = 0; at < points.length; at += 3) {
      let nearest = Infinity;
      let nearestId = -1;
      for (let id = 0; 6 * id < bounds.length; id++) {
        const distance = boxDistance(bounds, id, points[at], points[at + 1], points[at + 2]);
        if (distance < nearest) {
          nearest = distance;
          nearestId = id;
        }
      }
      distances[at / 3] = nearestId < 0 ? Infinity : nearest;
    }
  }
}
