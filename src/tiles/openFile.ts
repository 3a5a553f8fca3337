import { BoxScene } from 'slabtree';
import { INTERNALS } from '../scene/internals';
import type { SceneMeasure } from '../bvh/margins/sceneMeasure';
import type { AbortSignalLike } from '../scene/arguments/progressOptions';
import { refuse } from './format/bytes';
import type { TileEntry } from './format/directory';
import { readTiledMeasure, type TiledMeasure, worldBoundsOf } from './format/tiledMeasure';
import { readTileFileHeader, TILE_HEADER_BYTES, type TileFileHeader } from './format/tileFileHeader';
import { readTileIndex } from './format/tileIndex';
import type { RangeReader } from './sources/rangeReader';

/** The parts of a file of tiles that are read when the file is opened: all parts but the tiles. */
export interface OpenFile {
  readonly header: TileFileHeader;
  readonly entries: readonly TileEntry[];
  /** A serialized scene whose box i has the bounds of tile i. */
  readonly index: Uint8Array;
  /** The bounds of all tiles, 6 numbers per tile: min x y z, max x y z. */
  readonly bounds: Float64Array;
  readonly measure: TiledMeasure;
}

export async function openFile(
  reader: RangeReader,
  backend: 'auto' | 'js' | 'wasm',
  signal: AbortSignalLike | undefined,
): Promise<OpenFile> {
  const { source } = reader;
  if (source.fileBytes !== null && source.fileBytes < TILE_HEADER_BYTES) {
    refuse(`it ends after ${source.fileBytes} bytes, but its header alone has ${TILE_HEADER_BYTES}`);
  }
  const header = readTileFileHeader(await reader.read(0, TILE_HEADER_BYTES, signal));
  if (source.fileBytes !== null && source.fileBytes !== header.fileBytes) {
    refuse(`it has ${source.fileBytes} bytes, but its header says ${header.fileBytes}`);
  }
  const measure = readTiledMeasure(header);
  const bytes = await reader.read(header.indexAt, header.fileBytes - header.indexAt, signal);
  const { bounds: relative, tiles: entries } = await readTileIndex(bytes, header);
  // The signal is tested again, because aborting it does not stop the inflation of the index.
  if (signal?.aborted === true) throw signal.reason;
  const bounds = worldBoundsOf(relative, measure);
  return { header, entries, index: indexScene(bounds, measure, backend), bounds, measure };
}

/**
 * Returns a serialized scene whose box i has the bounds of tile i. The scene's measure is the measure of the whole scene, grown
 * to cover these boxes.
 *
 * @param bounds 6 numbers per tile: min x y z, max x y z.
 */
function indexScene(bounds: Float64Array, measure: SceneMeasure, backend: 'auto' | 'js' | 'wasm'): Uint8Array {
  const scene = new BoxScene({ backend });
  const boxes = bounds.slice();
  for (let i = 0; i < boxes.length; i++) {
    // The numbers of a box must be finite, so the largest finite numbers replace the infinite bounds of a tile.
    if (Math.abs(boxes[i]) === Infinity) boxes[i] = Math.sign(boxes[i]) * Number.MAX_VALUE;
  }
  scene.addAabbs(boxes);
  return scene[INTERNALS].serializeWithin(grownMeasure(measure, boxes));
}

/** Returns the measure of a scene, grown so that it also covers the axis-aligned boxes in `boxes`. */
function grownMeasure(measure: SceneMeasure, boxes: Float64Array): SceneMeasure {
  const { origin } = measure;
  const extent = measure.extent.slice();
  const magnitude = measure.magnitude.slice();
  for (let i = 0; i < boxes.length; i++) {
    const k = i % 3;
    magnitude[k] = Math.max(magnitude[k], Math.abs(boxes[i]));
    extent[k] = Math.max(extent[k], Math.abs(boxes[i] - origin[k]));
  }
  return { ...measure, extent, magnitude };
}
