import type { AbortSignalLike } from '../scene/arguments/progressOptions';
import { refuse } from './format/bytes';
import type { TileEntry } from './format/directory';
import { readTiledMeasure, type TiledMeasure, worldBoundsOf } from './format/tiledMeasure';
import { readTileFileHeader, TILE_HEADER_BYTES, type TileFileHeader } from './format/tileFileHeader';
import { readTileIndex, type TileIndex } from './format/tileIndex';
import { openSource, type TileSource } from './sources/openSource';
import { RangeReader, type SourceLimits } from './sources/rangeReader';

/** The parts of a file of tiles that are read when the file is opened: all parts but the tiles. */
export class OpenFile {
  readonly reader: RangeReader;
  readonly header: TileFileHeader;
  readonly measure: TiledMeasure;
  readonly entries: readonly TileEntry[];
  /** The bounds of all tiles in the index, 6 numbers per tile, relative to the origin: min x y z, max x y z. */
  readonly relative: Float32Array;
  /** The bounds of all tiles in the world, widened by more than any rounding: see {@link worldBoundsOf}. */
  readonly bounds: Float64Array;

  constructor(reader: RangeReader, header: TileFileHeader, measure: TiledMeasure, { tiles, bounds }: TileIndex) {
    this.reader = reader;
    this.header = header;
    this.measure = measure;
    this.entries = tiles;
    this.relative = bounds;
    this.bounds = worldBoundsOf(bounds, measure);
  }
}

/**
 * Opens the source of a file of tiles, reads the file's header and its index, and passes them to `open`. Closes the source if
 * anything fails.
 *
 * @returns a promise of what `open` returns.
 */
export async function openFile<Opened>(
  source: TileSource,
  limits: SourceLimits,
  signal: AbortSignalLike | undefined,
  open: (file: OpenFile) => Opened | Promise<Opened>,
): Promise<Opened> {
  if (signal?.aborted === true) throw signal.reason;
  const opened = await openSource(source);
  try {
    return await open(await readFile(new RangeReader(opened, limits), signal));
  } catch (error) {
    await opened.close?.();
    throw error;
  }
}

async function readFile(reader: RangeReader, signal: AbortSignalLike | undefined): Promise<OpenFile> {
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
  const index = await readTileIndex(bytes, header);
  // The signal is tested again, because aborting it does not stop the inflation of the index.
  if (signal?.aborted === true) throw signal.reason;
  return new OpenFile(reader, header, measure, index);
}
