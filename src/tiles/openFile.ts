import { BoxScene, SlabtreeFormatError } from 'slabtree';
import { writeWorldBounds } from '../bvh/boxes/worldBounds';
import { MEASURE_NUMBERS, readMeasure } from '../bvh/margins/sceneMeasure';
import type { AbortSignalLike } from '../scene/arguments/progressOptions';
import type { TileEntry } from './format/directory';
import { refuse } from './format/refuse';
import { readTileFileHeader, TILE_HEADER_BYTES, type TileFileHeader } from './format/tileFileHeader';
import type { TiledMeasure } from './format/tiledMeasure';
import { readTileIndex } from './format/tileIndex';
import type { RangeReader } from './sources/rangeReader';

/** What is known of a file before any of its tiles. */
export interface OpenFile {
  readonly header: TileFileHeader;
  readonly entries: readonly TileEntry[];
  /** The bytes of a scene whose box i is the bounds of tile i. */
  readonly index: Uint8Array;
  /** 6 numbers per tile: min x y z, max x y z. */
  readonly bounds: Float64Array;
  readonly measure: TiledMeasure;
}

/** Reads the header and the index of a file. */
export async function openFile(reader: RangeReader, signal: AbortSignalLike | undefined): Promise<OpenFile> {
  const { source } = reader;
  if (source.fileBytes !== null && source.fileBytes < TILE_HEADER_BYTES) {
    refuse(`it ends after ${source.fileBytes} bytes, but its header alone has ${TILE_HEADER_BYTES}`);
  }
  const header = readTileFileHeader(await reader.read(0, TILE_HEADER_BYTES, signal));
  if (source.fileBytes !== null && source.fileBytes !== header.fileBytes) {
    refuse(`it has ${source.fileBytes} bytes, but its header says ${header.fileBytes}`);
  }
  const bytes = await reader.read(header.indexAt, header.fileBytes - header.indexAt, signal);
  const { scene: index, tiles: entries } = readTileIndex(bytes, header);
  const { leaves } = readIndex(index).committedTree();
  const bounds = new Float64Array(6 * entries.length);
  for (let tile = 0; tile < entries.length; tile++) {
    writeWorldBounds(leaves, leaves.places[tile], bounds.subarray(6 * tile, 6 * tile + 6));
  }
  // A box has finite numbers: the largest ones stand for bounds without an end.
  bounds.forEach((bound, i) => {
    if (Math.abs(bound) === Number.MAX_VALUE) bounds[i] = bound < 0 ? -Infinity : Infinity;
  });
  return { header, entries, index, bounds, measure: measureOfFile(header) };
}

/** The measure of the whole. It has been compared with that of the index, which the core has checked. */
function measureOfFile({ measure, meshCondition }: TileFileHeader): TiledMeasure {
  const view = new DataView(measure.buffer, measure.byteOffset);
  const numbers = Float64Array.from({ length: MEASURE_NUMBERS }, (_, i) => view.getFloat64(8 * i, true));
  return { ...readMeasure(numbers, 0), meshCondition };
}

function readIndex(bytes: Uint8Array): BoxScene {
  try {
    return BoxScene.deserialize(bytes, { backend: 'js' });
  } catch (error) {
    if (error instanceof SlabtreeFormatError) refuse(`of its index: ${error.message}`);
    throw error;
  }
}
