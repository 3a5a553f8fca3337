import { aligned, ALIGNMENT, viewOf } from './bytes';
import { refuse, refuseTile } from './refuse';

/** Bytes of the directory a tile. They are few: whoever opens a file reads them all. */
const ENTRY_BYTES = 16;
/** A tile has fewer bytes than this. */
export const TILE_BYTES_LIMIT = 2 ** 31;

const SCENE_BYTES_AT = 0;
const NAMES_BYTES_AT = 4;
const BOXES_AT = 8;
const CHECKSUM_AT = 12;

/** Where a tile is, and what it has. */
export interface TileEntry {
  /** Where the tile begins, in the file. */
  readonly offset: number;
  /** The bytes of its scene, of the names that follow it, if any, and of the ids. */
  readonly sceneBytes: number;
  readonly namesBytes: number;
  readonly idsBytes: number;
  readonly boxes: number;
  /** The checksum of all bytes of the tile. */
  readonly checksum: number;
}

/** The bytes of a whole tile, with the zeros at its end. */
export function tileBytesOf({ sceneBytes, namesBytes, idsBytes }: TileEntry): number {
  return aligned(sceneBytes + namesBytes + idsBytes);
}

/** The bytes of a directory, with the zeros at its end. */
export function directoryBytesOf(tiles: number): number {
  return aligned(tiles * ENTRY_BYTES);
}

/** Writes the entries of tiles that follow one another in the file. So their places need not be told. */
export function writeDirectory(tiles: readonly TileEntry[]): Uint8Array {
  const bytes = new Uint8Array(directoryBytesOf(tiles.length));
  const view = viewOf(bytes);
  tiles.forEach((tile, i) => {
    const at = i * ENTRY_BYTES;
    view.setUint32(at + SCENE_BYTES_AT, tile.sceneBytes, true);
    view.setUint32(at + NAMES_BYTES_AT, tile.namesBytes, true);
    view.setUint32(at + BOXES_AT, tile.boxes, true);
    view.setUint32(at + CHECKSUM_AT, tile.checksum, true);
  });
  return bytes;
}

/** What the header says of the tiles. */
interface Expected {
  readonly tiles: number;
  readonly firstAt: number;
  readonly leastSceneBytes: number;
  readonly boxes: number;
  readonly idBytes: number;
  /** Where the last tile ends. */
  readonly end: number;
}

/**
 * Reads a directory, and checks that the tiles fill the file up to the index, one after another.
 *
 * @throws SlabtreeFormatError
 */
export function readDirectory(bytes: Uint8Array, expected: Expected): TileEntry[] {
  const view = viewOf(bytes);
  const tiles: TileEntry[] = [];
  let offset = expected.firstAt;
  let boxes = 0;
  for (let at = 0; at < expected.tiles * ENTRY_BYTES; at += ENTRY_BYTES) {
    const own = view.getUint32(at + BOXES_AT, true);
    const tile = {
      offset,
      sceneBytes: view.getUint32(at + SCENE_BYTES_AT, true),
      namesBytes: view.getUint32(at + NAMES_BYTES_AT, true),
      idsBytes: own * expected.idBytes,
      boxes: own,
      checksum: view.getUint32(at + CHECKSUM_AT, true),
    };
    checkEntry(tiles.length, tile, expected);
    tiles.push(tile);
    offset += tileBytesOf(tile);
    boxes += tile.boxes;
  }
  for (let at = expected.tiles * ENTRY_BYTES; at < bytes.length; at += 4) {
    if (view.getUint32(at, true) !== 0) refuse('its directory does not end with zeros');
  }
  if (offset !== expected.end) refuse(`its tiles end at byte ${offset}, but its index begins at ${expected.end}`);
  if (boxes !== expected.boxes) refuse(`its tiles have ${boxes} boxes, not ${expected.boxes}`);
  return tiles;
}

function checkEntry(index: number, tile: TileEntry, { leastSceneBytes }: Expected): void {
  const { sceneBytes, namesBytes, boxes } = tile;
  const isSound =
    boxes > 0 &&
    sceneBytes >= leastSceneBytes &&
    sceneBytes % ALIGNMENT === 0 &&
    namesBytes % ALIGNMENT === 0 &&
    tileBytesOf(tile) < TILE_BYTES_LIMIT;
  if (!isSound) {
    refuseTile(index, `it cannot have ${boxes} boxes in ${sceneBytes} bytes of a scene and ${namesBytes} of names`);
  }
}
