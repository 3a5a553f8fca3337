import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';

/** How far bounds reach beyond those in the index, as a part of the largest number there. */
const WIDENED = 2 ** -40;

/**
 * The bounds of tiles in the world: 6 numbers a tile. They are so much larger than those in the index that no rounding
 * matters: sums and differences here are wrong by a few 2^-53 of the numbers, far less than 2^-40.
 */
export function worldBoundsOf(bounds: Float32Array, { origin, magnitude }: SceneMeasure): Float64Array {
  const world = new Float64Array(bounds.length);
  for (let at = 0; at < bounds.length; at += 6) {
    for (let k = 0; k < 3; k++) {
      const low = origin[k] + bounds[at + k];
      const high = origin[k] + bounds[at + k + 3];
      world[at + k] = low - WIDENED * Math.max(magnitude[k], Math.abs(low));
      world[at + k + 3] = high + WIDENED * Math.max(magnitude[k], Math.abs(high));
    }
  }
  return world;
}
