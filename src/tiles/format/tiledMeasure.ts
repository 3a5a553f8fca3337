import { findMeasureFault, MEASURE_NUMBERS, readMeasure, type SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { refuse, viewOf } from './bytes';
import type { TileFileHeader } from './tileFileHeader';

/** By how much the world bounds of a tile are wider than the tile's bounds in the index, relative to the largest coordinate. */
const WIDENED = 2 ** -40;

/** The measure of the whole scene in a file of tiles, with the condition number of the scene's instances. */
export interface TiledMeasure extends SceneMeasure {
  /** At least half of the condition number of every instance's matrix: see {@link findConditionFault}. */
  readonly meshCondition: number;
}

/**
 * Returns the measure in the header of a file of tiles.
 *
 * @throws SlabtreeFormatError if no scene can have the measure.
 */
export function readTiledMeasure({ measure: bytes, meshCondition }: TileFileHeader): TiledMeasure {
  const view = viewOf(bytes);
  const numbers = Float64Array.from({ length: MEASURE_NUMBERS }, (_, i) => view.getFloat64(8 * i, true));
  const measure = readMeasure(numbers, 0);
  const fault = findMeasureFault(measure);
  if (fault !== null) refuse(fault);
  return { ...measure, meshCondition };
}

/** Returns by how much the bounds of absent tiles are widened. The widening covers the rounding of most queries. */
export function wideningOf({ magnitude }: SceneMeasure): number {
  return 2 ** -30 * Math.max(...magnitude);
}

/**
 * Returns why a tile cannot be in a file: the condition number of its instances exceeds the limit that the header of the file
 * implies. Null if it does not.
 *
 * @param condition at least the largest condition number of the matrices of the tile's instances, and at most twice as much: see
 *   BoxStore.
 */
export function findConditionFault({ meshCondition }: TiledMeasure, condition: number): string | null {
  return condition <= 2 * meshCondition ? null : 'its instances are worse than the file says';
}

/**
 * Returns the bounds of tiles in the world, 6 numbers per tile. The bounds are widened by far more than the rounding error,
 * which is a few 2^-53 of the coordinates.
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
