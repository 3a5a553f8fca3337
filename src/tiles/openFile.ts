import type { AbortSignalLike } from '../scene/arguments/progressOptions';
import type { TileEntry } from './format/directory';
import { readTiledMeasure } from './format/readMeasure';
import { refuse } from './format/refuse';
import { readTileFileHeader, TILE_HEADER_BYTES, type TileFileHeader } from './format/tileFileHeader';
import type { TiledMeasure } from './format/tiledMeasure';
import { readTileIndex } from './format/tileIndex';
import { worldBoundsOf } from './format/worldBounds';
import { indexScene } from './indexScene';
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
  // Whoever inflates bytes does not ask the signal.
  if (signal?.aborted === true) throw signal.reason;
  const bounds = worldBoundsOf(relative, measure);
  return { header, entries, index: indexScene(bounds, measure, backend), bounds, measure };
}
