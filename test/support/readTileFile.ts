/**
 * A reader of files of tiles, written from docs/format.md alone. It shares no code with the package, and expects valid
 * files.
 */
import { inflateSync } from 'node:zlib';
import { checksumOf, readSlabFile, readSlabNames, sectionsOfSlabFile, type SlabFile } from './readSlabFile';

export interface TileFile {
  readonly boxes: number;
  /** The bytes of the measure. */
  readonly measure: Uint8Array;
  /** The condition of the instances. */
  readonly meshCondition: number;
  readonly tiles: readonly ReadTile[];
}

export interface ReadTile {
  /** Those of its root are within these, which are relative to the origin, too: min x, y, z, then max x, y, z. */
  readonly bounds: readonly number[];
  /** The bytes of the scene, and those of the names after it. */
  readonly bytes: Uint8Array;
  readonly scene: SlabFile;
  /** The runs of the names, by ids in the scene. Null if there are none. */
  readonly names: readonly (readonly [number, string | null, number?])[] | null;
  readonly ids: readonly number[];
}

const MAGIC = [0x89, 0x54, 0x49, 0x4c, 0x45, 0x0d, 0x0a, 0x1a];

export function readTileFile(bytes: Uint8Array): TileFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u32 = (at: number): number => view.getUint32(at, true);
  const u64 = (at: number): number => Number(view.getBigUint64(at, true));
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw new Error('not a file of tiles');
  if (u32(8) !== 1 || u32(12) !== 192) throw new Error('another version');
  if (u64(16) !== bytes.length) throw new Error('another length');
  const header = Uint8Array.from(bytes.subarray(0, 192)).fill(0, 188);
  const indexAt = u64(40);
  if (checksumOf(header) !== u32(188) || checksumOf(bytes.subarray(indexAt)) !== u32(184)) throw new Error('damaged');

  const boxes = u64(24);
  const count = u32(32);
  const idBytes = u32(36);
  if (idBytes !== (boxes > 2 ** 32 ? 8 : 4)) throw new Error('ids of another size');
  const measure = bytes.subarray(56, 152);
  const meshCondition = view.getFloat64(152, true);
  const indexEnd = indexAt + u64(48);
  if (Math.ceil(indexEnd / 64) * 64 !== bytes.length) throw new Error('an index of another size');
  const requireZeros = (from: number, end: number): void => {
    if (bytes.subarray(from, end).some((byte) => byte !== 0)) throw new Error(`not zeros from ${from} to ${end}`);
  };
  requireZeros(160, 184);
  requireZeros(indexEnd, bytes.length);
  const planes = inflateSync(bytes.subarray(indexAt, indexEnd));
  if (planes.length !== 40 * count) throw new Error('another number of rows');
  const row = (tile: number): DataView =>
    new DataView(Uint8Array.from({ length: 40 }, (_, byte) => planes[byte * count + tile]).buffer);

  let end = 192;
  const tiles = Array.from({ length: count }, (_, tile): ReadTile => {
    const entry = row(tile);
    const bounds = Array.from({ length: 6 }, (_, k) => entry.getFloat32(4 * k, true));
    const [sceneBytes, namesBytes, own, checksum] = [24, 28, 32, 36].map((word) => entry.getUint32(word, true));
    const at = end;
    const idsAt = at + sceneBytes + namesBytes;
    end = Math.ceil((idsAt + own * idBytes) / 64) * 64;
    requireZeros(idsAt + own * idBytes, end);
    if (checksumOf(bytes.subarray(at, end)) !== checksum) throw new Error('a damaged tile');
    const scene = bytes.subarray(at, at + sceneBytes);
    if (measure.some((byte, i) => scene[56 + i] !== byte)) throw new Error('a tile with another measure');
    return {
      bounds,
      bytes: bytes.subarray(at, idsAt),
      scene: readSlabFile(scene),
      names: namesBytes === 0 ? null : (readSlabNames(bytes.subarray(at, idsAt)) as ReadTile['names']),
      ids: Array.from({ length: own }, (_, i) => (idBytes === 4 ? u32(idsAt + 4 * i) : u64(idsAt + 8 * i))),
    };
  });
  if (end !== indexAt) throw new Error('a gap before the index');
  return { boxes, measure, meshCondition, tiles };
}

/** The bounds of the used slots of a scene's root, relative to its origin: min x, y, z, then max x, y, z. */
export function rootBounds(scene: Uint8Array): number[] {
  const [root] = readSlabFile(scene.subarray(0, sectionsOfSlabFile(scene).end.at)).nodes;
  return [0, 1, 2, 3, 4, 5].map((i) =>
    i < 3 ? Math.min(...root.map(({ min }) => min[i])) : Math.max(...root.map(({ max }) => max[i - 3])),
  );
}
