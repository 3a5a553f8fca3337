import { aligned, ALIGNMENT, readU64, viewOf, writeU64 } from './bytes';
import { refuse, refuseTile } from './refuse';

/** Bytes of the directory a tile. */
export const ENTRY_BYTES = 64;
/** A tile has fewer bytes than this. */
export const TILE_BYTES_LIMIT = 2 ** 31;

const OFFSET_AT = 0;
const SCENE_BYTES_AT = 8;
const NAMES_BYTES_AT = 12;
const ID_BYTES_AT = 16;
const BOXES_AT = 20;
const CHECKSUM_AT = 24;
const RESERVED_AT = 28;

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

export function writeDirectory(tiles: readonly TileEntry[]): Uint8Array {
  const bytes = new Uint8Array(tiles.length * ENTRY_BYTES);
  const view = viewOf(bytes);
  tiles.forEach((tile, i) => {
    const at = i * ENTRY_BYTES;
    writeU64(view, at + OFFSET_AT, tile.offset);
    view.setUint32(at + SCENE_BYTES_AT, tile.sceneBytes, true);
    view.setUint32(at + NAMES_BYTES_AT, tile.namesBytes, true);
    view.setUint32(at + ID_BYTES_AT, tile.idsBytes, true);
    view.setUint32(at + BOXES_AT, tile.boxes, true);
    view.setUint32(at + CHECKSUM_AT, tile.checksum, true);
  });
  return bytes;
}

/** What the header says of the tiles. */
interface Expected {
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
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
    const tile = {
      offset: readU64(view, at + OFFSET_AT),
      sceneBytes: view.getUint32(at + SCENE_BYTES_AT, true),
      namesBytes: view.getUint32(at + NAMES_BYTES_AT, true),
      idsBytes: view.getUint32(at + ID_BYTES_AT, true),
      boxes: view.getUint32(at + BOXES_AT, true),
      checksum: view.getUint32(at + CHECKSUM_AT, true),
    };
    if (tile.offset !== offset) refuseTile(tiles.length, `it begins at byte ${tile.offset}, not at ${offset}`);
    checkEntry(tiles.length, tile, expected);
    for (let zero = at + RESERVED_AT; zero < at + ENTRY_BYTES; zero += 4) {
      if (view.getUint32(zero, true) !== 0) refuseTile(tiles.length, 'its entry does not end with zeros');
    }
    tiles.push(tile);
    offset += tileBytesOf(tile);
    boxes += tile.boxes;
  }
  if (offset !== expected.end) refuse(`its tiles end at byte ${offset}, but its index begins at ${expected.end}`);
  if (boxes !== expected.boxes) refuse(`its tiles have ${boxes} boxes, not ${expected.boxes}`);
  return tiles;
}

function checkEntry(index: number, tile: TileEntry, { leastSceneBytes, idBytes }: Expected): void {
  const { sceneBytes, namesBytes, idsBytes, boxes } = tile;
  const isSound =
    boxes > 0 &&
    sceneBytes >= leastSceneBytes &&
    sceneBytes % ALIGNMENT === 0 &&
    namesBytes % ALIGNMENT === 0 &&
    idsBytes === boxes * idBytes &&
    tileBytesOf(tile) < TILE_BYTES_LIMIT;
  if (!isSound) {
    refuseTile(
      index,
      `it cannot have ${boxes} boxes in ${sceneBytes} bytes of a scene, ${namesBytes} of names and ${idsBytes} of ids`,
    );
  }
}
