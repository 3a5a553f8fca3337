import { checksumOfBytes } from './bytes';
import { readDirectory, type TileEntry, writeDirectory } from './directory';
import { refuse } from './refuse';
import { coversMeasure, findSceneFault } from './sceneHeader';
import {
  idBytesOf,
  LEAST_SCENE_BYTES,
  TILE_HEADER_BYTES,
  type TileFileHeader,
  writeTileFileHeader,
} from './tileFileHeader';

/** What follows the tiles in a file. */
export interface TileIndex {
  /** A scene whose box i holds tile i. Only the header is checked: the core checks the rest. */
  readonly scene: Uint8Array;
  readonly tiles: readonly TileEntry[];
}

/**
 * Reads the bytes from the index to the end of the file.
 *
 * @throws SlabtreeFormatError
 */
export function readTileIndex(bytes: Uint8Array, header: TileFileHeader): TileIndex {
  const expected = header.fileBytes - header.indexAt;
  if (bytes.length !== expected) refuse(`its index and directory have ${bytes.length} bytes, not ${expected}`);
  if (checksumOfBytes(bytes) !== header.indexChecksum) refuse('the checksum of its index is wrong: it was damaged');
  const scene = bytes.subarray(0, header.indexBytes);
  const fault = findSceneFault(scene, header.tiles);
  if (fault !== null) refuse(`of its index: ${fault}`);
  if (!coversMeasure(scene, header.measure)) refuse('its index has another measure');
  const tiles = readDirectory(bytes.subarray(header.indexBytes), {
    tiles: header.tiles,
    firstAt: TILE_HEADER_BYTES,
    leastSceneBytes: LEAST_SCENE_BYTES,
    boxes: header.boxes,
    idBytes: idBytesOf(header.boxes),
    end: header.indexAt,
  });
  return { scene, tiles };
}

/**
 * Writes the end of a file, and the header, which tells of it.
 *
 * @param measure that of the whole, as the scenes of all tiles have it: see measureOf.
 * @param indexAt where the last tile ends.
 */
export function writeTileIndex(
  { scene, tiles }: TileIndex,
  measure: Uint8Array,
  indexAt: number,
): { header: Uint8Array; index: Uint8Array<ArrayBuffer> } {
  const directory = writeDirectory(tiles);
  const index = new Uint8Array(scene.length + directory.length);
  index.set(scene);
  index.set(directory, scene.length);
  const header = writeTileFileHeader({
    fileBytes: indexAt + index.length,
    boxes: tiles.reduce((sum, { boxes }) => sum + boxes, 0),
    tiles: tiles.length,
    indexAt,
    indexBytes: scene.length,
    measure,
    indexChecksum: checksumOfBytes(index),
  });
  return { header, index };
}
