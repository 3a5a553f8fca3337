import { findNonZero } from '../../bvh/file/reservedBytes';
import { aligned, checksumOfBytes, readU64, viewOf, writeU64, refuseTile } from './bytes';
import { type TileEntry, TILE_BYTES_LIMIT, tileBytesOf } from './directory';
import { idBytesOf, measureOf, type TileFileHeader } from './tileFileHeader';

/** Offsets of fields in the header of a tile's scene: see docs/format.md. */
const SCENE_BYTES_AT = 16;
const IDS_AT = 24;
const FREE_AT = 28;

export interface Tile {
  /**
   * The tile's serialized scene, without free ids. Only its header has been checked: BoxScene.deserialize checks the rest of it.
   */
  readonly scene: Uint8Array;
  /** The tile's names, written by SceneNames and not checked yet. Empty if the boxes of the tile have no names. */
  readonly names: Uint8Array;
  /** For each id in the tile's scene, the global id. The global ids increase. */
  readonly ids: Float64Array;
}

/**
 * Returns the parts of tile number `index`, as views of the tile's bytes.
 *
 * @throws SlabtreeFormatError if bytes are missing or damaged, or do not fit the entry and the header.
 */
export function readTile(bytes: Uint8Array, index: number, entry: TileEntry, header: TileFileHeader): Tile {
  const expected = tileBytesOf(entry);
  if (bytes.length !== expected) refuseTile(index, `${bytes.length} of its ${expected} bytes are here`);
  if (checksumOfBytes(bytes) !== entry.checksum) refuseTile(index, 'its checksum is wrong: it was damaged');
  const namesEnd = entry.sceneBytes + entry.namesBytes;
  const idsEnd = namesEnd + entry.idsBytes;
  const spare = findNonZero(bytes, idsEnd, expected);
  if (spare >= 0) refuseTile(index, `byte ${entry.offset + spare} of the file must be 0, but is ${bytes[spare]}`);
  const scene = bytes.subarray(0, entry.sceneBytes);
  const fault = findSceneFault(scene, entry.boxes);
  if (fault !== null) refuseTile(index, fault);
  if (!measureOf(scene).every((byte, i) => byte === header.measure[i]))
    refuseTile(index, 'the measure of its scene is not that of the whole');
  const ids = readIds(bytes.subarray(namesEnd, idsEnd), idBytesOf(header.boxes));
  checkIds(index, ids, header.boxes);
  return { scene, names: bytes.subarray(entry.sceneBytes, namesEnd), ids };
}

/** Returns the fault in the header of a tile's scene, or null. Tests only the fields that BoxScene.deserialize does not test. */
function findSceneFault(scene: Uint8Array, boxes: number): string | null {
  const view = viewOf(scene);
  const sceneBytes = readU64(view, SCENE_BYTES_AT);
  if (sceneBytes !== scene.length) return `its scene has ${sceneBytes} bytes, not ${scene.length}`;
  const ids = view.getUint32(IDS_AT, true);
  if (ids !== boxes) return `its scene has ${ids} ids, not ${boxes}`;
  if (view.getUint32(FREE_AT, true) !== 0) return 'its scene has free ids';
  return null;
}

/**
 * Returns the bytes of a tile, and the tile's entry in the directory without the offset.
 *
 * @param boxes how many boxes the whole scene has.
 * @throws RangeError if the tile is too large.
 */
export function writeTile(
  { scene, names, ids }: Tile,
  boxes: number,
): { bytes: Uint8Array<ArrayBuffer>; entry: Omit<TileEntry, 'offset'> } {
  const idBytes = idBytesOf(boxes);
  const idsAt = scene.length + names.length;
  const idsBytes = ids.length * idBytes;
  const tileBytes = aligned(idsAt + idsBytes);
  if (tileBytes >= TILE_BYTES_LIMIT) {
    throw new RangeError(`a tile must have fewer than 2^31 bytes, got ${tileBytes}: put fewer boxes into a tile`);
  }
  const bytes = new Uint8Array(tileBytes);
  bytes.set(scene);
  bytes.set(names, scene.length);
  const view = viewOf(bytes);
  ids.forEach((id, i) => {
    if (idBytes === 4) view.setUint32(idsAt + 4 * i, id, true);
    else writeU64(view, idsAt + 8 * i, id);
  });
  const entry = {
    sceneBytes: scene.length,
    namesBytes: names.length,
    idsBytes,
    boxes: ids.length,
    checksum: checksumOfBytes(bytes),
  };
  return { bytes, entry };
}

function readIds(bytes: Uint8Array, idBytes: 4 | 8): Float64Array {
  const view = viewOf(bytes);
  const ids = new Float64Array(bytes.length / idBytes);
  for (let i = 0; i < ids.length; i++) ids[i] = idBytes === 4 ? view.getUint32(4 * i, true) : readU64(view, 8 * i);
  return ids;
}

function checkIds(tile: number, ids: Float64Array, boxes: number): void {
  let last = -1;
  for (const id of ids) {
    if (id <= last) refuseTile(tile, `its id ${id} follows ${last}`);
    last = id;
  }
  if (last >= boxes) refuseTile(tile, `its id ${last} is not below ${boxes}`);
}
