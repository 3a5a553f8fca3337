import { sceneFileKind } from 'slabtree';
import { TILES_MAGIC } from '../../bvh/file/magic';
import { aligned, ALIGNMENT, checksumOfBytes, readU64, refuse, refuseNonZero, viewOf, writeU64 } from './bytes';

/** The length in bytes of the header of a file of tiles: see docs/format.md. The first tile follows the header. */
export const TILE_HEADER_BYTES = 192;
/** The length in bytes of the smallest serialized scene: a header and an empty node. */
export const LEAST_SCENE_BYTES = TILE_HEADER_BYTES + 256;

/** The version of the format of files of tiles. */
export const TILE_VERSION = 1;
const VERSION_AT = 8;
const HEADER_BYTES_AT = 12;
/** The offset of the length of the file, both in the header of a file of tiles and in the header of a serialized `BoxScene`. */
const FILE_BYTES_AT = 16;
const BOXES_AT = 24;
const TILES_AT = 32;
const ID_BYTES_AT = 36;
const INDEX_AT = 40;
const INDEX_BYTES_AT = 48;
/** The offset of the measure's numbers, both in the header of a file of tiles and in the header of a serialized `BoxScene`. */
const MEASURE_AT = 56;
const MEASURE_END = 152;
const MESH_CONDITION_AT = 152;
const ZEROS_AT = 160;
const INDEX_CHECKSUM_AT = 184;
const HEADER_CHECKSUM_AT = 188;

export interface TileFileHeader {
  fileBytes: number;
  /** How many boxes the file has. The global ids are 0 to `boxes - 1`, and each box is in one tile. */
  boxes: number;
  tiles: number;
  /** The offset of the index, which is the last part of the file. */
  indexAt: number;
  /** The length of the deflated index in bytes, without the zeros that pad the index. */
  indexBytes: number;
  /** The measure of the whole scene, as 96 bytes of a scene's header. The scene of every tile has this measure. */
  measure: Uint8Array;
  /** At least the condition number of every instance's matrix: see BoxStore. 0 if there is no instance. It may be Infinity. */
  meshCondition: number;
  /** The checksum of the index and the zeros that pad it. */
  indexChecksum: number;
}

/** Returns how many bytes a global id takes in a tile, if the whole scene has `boxes` boxes. */
export function idBytesOf(boxes: number): 4 | 8 {
  return boxes > 2 ** 32 ? 8 : 4;
}

/** Returns the bytes of the measure's numbers in the header of a serialized scene. */
export function measureOf(scene: Uint8Array): Uint8Array {
  return scene.subarray(MEASURE_AT, MEASURE_END);
}

export function writeTileFileHeader(header: TileFileHeader): Uint8Array {
  const bytes = new Uint8Array(TILE_HEADER_BYTES);
  const view = viewOf(bytes);
  bytes.set(TILES_MAGIC);
  view.setUint32(VERSION_AT, TILE_VERSION, true);
  view.setUint32(HEADER_BYTES_AT, TILE_HEADER_BYTES, true);
  writeU64(view, FILE_BYTES_AT, header.fileBytes);
  writeU64(view, BOXES_AT, header.boxes);
  view.setUint32(TILES_AT, header.tiles, true);
  view.setUint32(ID_BYTES_AT, idBytesOf(header.boxes), true);
  writeU64(view, INDEX_AT, header.indexAt);
  writeU64(view, INDEX_BYTES_AT, header.indexBytes);
  bytes.set(header.measure, MEASURE_AT);
  view.setFloat64(MESH_CONDITION_AT, header.meshCondition, true);
  view.setUint32(INDEX_CHECKSUM_AT, header.indexChecksum, true);
  view.setUint32(HEADER_CHECKSUM_AT, checksumOfBytes(bytes), true);
  return bytes;
}

/**
 * Returns the header of a file of tiles. Checks the header's fields, except for the measure, as far as no later bytes are
 * needed.
 *
 * @throws SlabtreeFormatError if a field is wrong, or the bytes are not the begin of such a file.
 */
export function readTileFileHeader(bytes: Uint8Array): TileFileHeader {
  const kind = sceneFileKind(bytes);
  if (kind === 'scene') refuse('it is a scene: open it with BoxScene.deserialize');
  if (kind === null) refuse('it does not begin like one');
  if (bytes.length < TILE_HEADER_BYTES) {
    refuse(`it ends after ${bytes.length} bytes, but its header alone has ${TILE_HEADER_BYTES}`);
  }
  // The header is copied, because shared memory could change after the header is checked.
  const copy = Uint8Array.from(bytes.subarray(0, TILE_HEADER_BYTES));
  const view = viewOf(copy);
  const version = view.getUint32(VERSION_AT, true);
  if (version !== TILE_VERSION) refuse(`it has version ${version}, but this slabtree reads version ${TILE_VERSION}`);
  const headerBytes = view.getUint32(HEADER_BYTES_AT, true);
  if (headerBytes !== TILE_HEADER_BYTES) refuse(`its header has ${headerBytes} bytes, not ${TILE_HEADER_BYTES}`);
  const checksum = view.getUint32(HEADER_CHECKSUM_AT, true);
  view.setUint32(HEADER_CHECKSUM_AT, 0, true);
  if (checksumOfBytes(copy) !== checksum) refuse('the checksum of its header is wrong');

  const header: TileFileHeader = {
    fileBytes: readU64(view, FILE_BYTES_AT),
    boxes: readU64(view, BOXES_AT),
    tiles: view.getUint32(TILES_AT, true),
    indexAt: readU64(view, INDEX_AT),
    indexBytes: readU64(view, INDEX_BYTES_AT),
    measure: copy.slice(MEASURE_AT, MEASURE_END),
    meshCondition: view.getFloat64(MESH_CONDITION_AT, true),
    indexChecksum: view.getUint32(INDEX_CHECKSUM_AT, true),
  };
  refuseNonZero(copy, ZEROS_AT, INDEX_CHECKSUM_AT, 0);
  checkCounts(header, view.getUint32(ID_BYTES_AT, true));
  checkPlaces(header);
  const { meshCondition } = header;
  if (!(meshCondition >= 0)) refuse(`the condition of its instances cannot be ${meshCondition}`);
  return header;
}

function checkCounts({ boxes, tiles }: TileFileHeader, idBytes: number): void {
  if (boxes > Number.MAX_SAFE_INTEGER) refuse(`it has ${boxes} boxes, but ids must be below 2^53`);
  if (tiles > boxes || (tiles === 0 && boxes > 0)) refuse(`it has ${boxes} boxes in ${tiles} tiles`);
  if (idBytes !== idBytesOf(boxes)) refuse(`its ids have ${idBytes} bytes, but it has ${boxes} boxes`);
}

/** Throws a SlabtreeFormatError unless the tiles and the index fill the file. */
function checkPlaces({ fileBytes, tiles, indexAt, indexBytes }: TileFileHeader): void {
  const tilesBytes = indexAt - TILE_HEADER_BYTES;
  if (tilesBytes % ALIGNMENT !== 0 || tilesBytes < tiles * LEAST_SCENE_BYTES) {
    refuse(`it cannot have ${tiles} tiles before byte ${indexAt}`);
  }
  const end = indexAt + aligned(indexBytes);
  if (end !== fileBytes || end > Number.MAX_SAFE_INTEGER) {
    refuse(`it says that it has ${fileBytes} bytes, but its index ends at byte ${end}`);
  }
}
