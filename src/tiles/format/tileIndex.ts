import { readBody } from '../sources/readBody';
import { checksumOfBytes, refuse, refuseNonZero, refuseTile } from './bytes';
import { DIRECTORY_COLUMNS, readDirectory, type TileEntry, writeDirectory } from './directory';
import { idBytesOf, LEAST_SCENE_BYTES, TILE_HEADER_BYTES, type TileFileHeader } from './tileFileHeader';

/** The index of a file of tiles, which follows the tiles: the bounds and the directory entries of the tiles. */
export interface TileIndex {
  /** The bounds of the tiles' roots, 6 numbers per tile, relative to the origin: min x y z, max x y z. They may be infinite. */
  readonly bounds: Float32Array;
  readonly tiles: readonly TileEntry[];
}

/** The columns of the index, which is a table of words: first the columns of bounds, then the columns of the directory. */
const BOUNDS_COLUMNS = 6;
const COLUMNS = BOUNDS_COLUMNS + DIRECTORY_COLUMNS;

/**
 * Returns the index of a file of tiles.
 *
 * @param bytes the bytes of the file from the begin of the index to the end of the file.
 *
 * @throws SlabtreeFormatError if the index is damaged or does not match the header.
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

/** Returns the bytes of the index of a file of tiles, before the bytes are deflated. */
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

/**
 * Returns the bytes of words in another order: for each column, first the lowest byte of each word, then the second byte of each
 * word, and so on. Similar numbers deflate to far fewer bytes in this order.
 *
 * @param words `rows` words of the first column, then `rows` words of the second column, and so on.
 */
function splitBytes(words: Uint32Array, rows: number): Uint8Array<ArrayBuffer> {
  const planes = new Uint8Array(4 * words.length);
  for (let first = 0, at = 0; first < words.length; first += rows) {
    for (let shift = 0; shift < 32; shift += 8) {
      for (let i = first; i < first + rows; i++) planes[at++] = words[i] >>> shift;
    }
  }
  return planes;
}

/** Returns the words whose bytes {@link splitBytes} has split. */
function joinBytes(planes: Uint8Array, rows: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(planes.length / 4);
  for (let first = 0, at = 0; first < words.length; first += rows) {
    for (let shift = 0; shift < 32; shift += 8) {
      for (let i = first; i < first + rows; i++) words[i] |= planes[at++] << shift;
    }
  }
  return words;
}

/**
 * Inflates bytes (zlib, RFC 1950). Stops if there are more than `length` inflated bytes.
 *
 * @returns the inflated bytes. Null if they are not exactly `length`, or the input is not valid.
 */
async function inflate(bytes: Uint8Array, length: number): Promise<Uint8Array | null> {
  // The deflated bytes are copied, because streams accept no bytes in shared memory.
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate'));
  try {
    const inflated = await readBody(stream, length);
    return inflated.came === length ? inflated.bytes : null;
  } catch {
    return null;
  }
}
