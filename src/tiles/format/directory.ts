import { aligned, ALIGNMENT, refuse, refuseTile } from './bytes';

/** The limit of a tile's length in bytes: every tile is shorter. */
export const TILE_BYTES_LIMIT = 2 ** 31;

/** The entry of a tile in the directory of a file: the tile's offset in the file, and the sizes of its parts. */
export interface TileEntry {
  readonly offset: number;
  /** The lengths in bytes of a tile's three parts, in order: the scene, the names (0 without names), and the ids. */
  readonly sceneBytes: number;
  readonly namesBytes: number;
  readonly idsBytes: number;
  readonly boxes: number;
  /** The checksum of all bytes of the tile. */
  readonly checksum: number;
}

/** Returns the length of a tile in bytes, with the zeros at the tile's end. */
export function tileBytesOf({ sceneBytes, namesBytes, idsBytes }: TileEntry): number {
  return aligned(sceneBytes + namesBytes + idsBytes);
}

/** The numbers of the directory's columns. The other numbers of a {@link TileEntry} are computed from these columns. */
const SCENE_BYTES = 0;
const NAMES_BYTES = 1;
const BOXES = 2;
const CHECKSUM = 3;
export const DIRECTORY_COLUMNS = 4;

/** Writes the entries of tiles into the columns of a directory. The sizes of the tiles imply the offsets, which are left out. */
export function writeDirectory(tiles: readonly TileEntry[], columns: Uint32Array): void {
  const rows = tiles.length;
  tiles.forEach((tile, i) => {
    columns[SCENE_BYTES * rows + i] = tile.sceneBytes;
    columns[NAMES_BYTES * rows + i] = tile.namesBytes;
    columns[BOXES * rows + i] = tile.boxes;
    columns[CHECKSUM * rows + i] = tile.checksum;
  });
}

/** The numbers of a file that the entries of its directory must match. */
interface Expected {
  readonly tiles: number;
  readonly firstAt: number;
  readonly leastSceneBytes: number;
  readonly boxes: number;
  readonly idBytes: number;
  readonly end: number;
}

/**
 * Returns the entries of a file's directory. Checks that the tiles fill the file up to the index, one after another.
 *
 * @throws SlabtreeFormatError if an entry cannot be right, or the tiles do not fill the file.
 */
export function readDirectory(columns: Uint32Array, expected: Expected): TileEntry[] {
  const rows = expected.tiles;
  const tiles: TileEntry[] = [];
  let offset = expected.firstAt;
  let boxes = 0;
  for (let i = 0; i < rows; i++) {
    const own = columns[BOXES * rows + i];
    const tile = {
      offset,
      sceneBytes: columns[SCENE_BYTES * rows + i],
      namesBytes: columns[NAMES_BYTES * rows + i],
      idsBytes: own * expected.idBytes,
      boxes: own,
      checksum: columns[CHECKSUM * rows + i],
    };
    checkEntry(i, tile, expected);
    tiles.push(tile);
    offset += tileBytesOf(tile);
    boxes += own;
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
