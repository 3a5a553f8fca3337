import type { Aabb } from 'slabtree';
import type { TileEntry } from '../../../../src/tiles/format/directory';
import { readTiledMeasure, worldBoundsOf } from '../../../../src/tiles/format/tiledMeasure';
import {
  readTileFileHeader,
  TILE_HEADER_BYTES,
  type TileFileHeader,
} from '../../../../src/tiles/format/tileFileHeader';
import { readTileIndex } from '../../../../src/tiles/format/tileIndex';
import { openSource } from '../../../../src/tiles/sources/openSource';
import { RangeReader } from '../../../../src/tiles/sources/rangeReader';
import { InputError } from '../text/errors';
import { inTiles } from './openScene';

/** The longest time of one try of a read, in milliseconds, and how often a read is retried: as for `TiledScene.open`. */
const LIMITS = { timeout: 30_000, retries: 4 };

/** A file of tiles whose header and index have been read and checked. */
export interface TileFile {
  header: TileFileHeader;
  tiles: readonly TileEntry[];
  /** The bounds of all tiles, 6 numbers per tile: min x y z, max x y z. They are rounded outward: see docs/format.md. */
  bounds: Float64Array;
  /** The bounds that certainly contain all boxes of each tile: wider than {@link bounds} by more than any rounding. */
  reach: Float64Array;
  read: (offset: number, length: number) => Promise<Uint8Array>;
}

/**
 * Opens a file of tiles, runs work on it, and closes it. Errors of the file and of its host become InputErrors.
 *
 * @param path a path, or a URL of http: or https:.
 */
export async function withTileFile(path: string, work: (file: TileFile) => Promise<void>): Promise<void> {
  try {
    const source = await openSource(path);
    try {
      const reader = new RangeReader(source, LIMITS);
      const read = (offset: number, length: number) => reader.read(offset, length);
      const header = readTileFileHeader(await read(0, Math.min(TILE_HEADER_BYTES, source.fileBytes ?? Infinity)));
      const { fileBytes, indexAt } = header;
      if (source.fileBytes !== null && source.fileBytes !== fileBytes) {
        throw new InputError(`${path}: it has ${source.fileBytes} bytes, but its header says ${fileBytes}`);
      }
      const { bounds: relative, tiles } = await readTileIndex(await read(indexAt, fileBytes - indexAt), header);
      const measure = readTiledMeasure(header);
      const bounds = Float64Array.from(relative, (bound, i) => measure.origin[i % 3] + bound);
      await work({ header, tiles, bounds, reach: worldBoundsOf(relative, measure), read });
    } finally {
      await source.close?.();
    }
  } catch (thrown) {
    throw inTiles(path, thrown);
  }
}

/** Returns the box around boxes with 6 numbers each, min x y z and max x y z. Null if there are no boxes. */
export function boxAround(bounds: ArrayLike<number>): Aabb | null {
  if (bounds.length === 0) return null;
  const ends = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < bounds.length; i++) {
    ends[i % 6] = i % 6 < 3 ? Math.min(ends[i % 6], bounds[i]) : Math.max(ends[i % 6], bounds[i]);
  }
  return { min: { x: ends[0], y: ends[1], z: ends[2] }, max: { x: ends[3], y: ends[4], z: ends[5] } };
}
