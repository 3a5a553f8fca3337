import { joinBytes, splitBytes } from './bytePlanes';
import { checksumOfBytes } from './bytes';
import { DIRECTORY_COLUMNS, readDirectory, type TileEntry, writeDirectory } from './directory';
import { inflate } from './inflate';
import { refuse, refuseNonZero, refuseTile } from './refuse';
import { idBytesOf, LEAST_SCENE_BYTES, TILE_HEADER_BYTES, type TileFileHeader } from './tileFileHeader';

/** What follows the tiles in a file. */
export interface TileIndex {
  /**
   * 6 numbers a tile, relative to the origin: min x y z, max x y z. The root of its tree is within them. They may be
   * infinite.
   */
  readonly bounds: Float32Array;
  readonly tiles: readonly TileEntry[];
}

/** The index is a table of words, column by column: first those of the bounds, then those of the directory. */
const BOUNDS_COLUMNS = 6;
const COLUMNS = BOUNDS_COLUMNS + DIRECTORY_COLUMNS;

/**
 * Reads the bytes from the index to the end of the file.
 *
 * @throws SlabtreeFormatError
 */
export async function readTileIndex(bytes: Uint8Array, header: TileFileHeader): Promise<TileIndex> {
  const { tiles, boxes, indexAt, indexBytes } = header;
  const expected = header.fileBytes - indexAt;
  if (bytes.length !== expected) refuse(`its index has ${bytes.length} bytes, not ${expected}`);
  if (checksumOfBytes(bytes) !== header.indexChecksum) refuse('the checksum of its index is wrong: it was damaged');
  refuseNonZero(bytes, indexBytes, bytes.length, indexAt);
  const planes = await inflate(bytes.subarray(0, indexBytes), 4 * COLUMNS * tiles);
  if (planes === null) refuse(`its index cannot be inflated to a table of ${tiles} tiles`);
  const table = joinBytes(planes, tiles);
  const entries = readDirectory(table.subarray(BOUNDS_COLUMNS * tiles), {
    tiles,
    firstAt: TILE_HEADER_BYTES,
    leastSceneBytes: LEAST_SCENE_BYTES,
    boxes,
    idBytes: idBytesOf(boxes),
    end: indexAt,
  });
  return { bounds: readBounds(new Float32Array(table.buffer, 0, BOUNDS_COLUMNS * tiles), tiles), tiles: entries };
}

function readBounds(columns: Float32Array, tiles: number): Float32Array {
  const bounds = new Float32Array(BOUNDS_COLUMNS * tiles);
  for (let tile = 0; tile < tiles; tile++) {
    for (let k = 0; k < 3; k++) {
      const min = columns[k * tiles + tile];
      const max = columns[(k + 3) * tiles + tile];
      if (!(min <= max && min < Infinity && max > -Infinity)) refuseTile(tile, `it cannot reach from ${min} to ${max}`);
      bounds[BOUNDS_COLUMNS * tile + k] = min;
      bounds[BOUNDS_COLUMNS * tile + k + 3] = max;
    }
  }
  return bounds;
}

/** The bytes of an index, before they are deflated. */
export function writeTable({ bounds, tiles }: TileIndex): Uint8Array {
  const rows = tiles.length;
  const table = new Uint32Array(COLUMNS * rows);
  const numbers = new Float32Array(table.buffer);
  bounds.forEach((bound, i) => {
    numbers[(i % BOUNDS_COLUMNS) * rows + Math.floor(i / BOUNDS_COLUMNS)] = bound;
  });
  writeDirectory(tiles, table.subarray(BOUNDS_COLUMNS * rows));
  return splitBytes(table, rows);
}
