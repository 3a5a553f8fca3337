import { BoxScene, SlabtreeFormatError } from 'slabtree';
import { MEASURE_NUMBERS, readMeasure } from '../../bvh/margins/sceneMeasure';
import { INTERNALS } from '../../scene/internals';
import { refuse } from './refuse';
import type { TileFileHeader } from './tileFileHeader';
import type { TiledMeasure } from './tiledMeasure';

/**
 * The measure of the whole.
 *
 * @throws SlabtreeFormatError if no scene has such a measure.
 */
export function readTiledMeasure({ measure: bytes, meshCondition }: TileFileHeader): TiledMeasure {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const numbers = Float64Array.from({ length: MEASURE_NUMBERS }, (_, i) => view.getFloat64(8 * i, true));
  const measure = readMeasure(numbers, 0);
  // The core checks the measure of a scene that it reads.
  const empty = new BoxScene({ backend: 'js' })[INTERNALS].serializeWithin(measure);
  try {
    BoxScene.deserialize(empty, { backend: 'js' });
  } catch (error) {
    if (error instanceof SlabtreeFormatError) refuse(error.message);
    throw error;
  }
  return { ...measure, meshCondition };
}
