import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlabtreeFormatError } from 'slabtree';
import { type TileEntry, tileBytesOf, writeDirectory } from '../../../src/tiles/format/directory';
import { readTile, type Tile, writeTile } from '../../../src/tiles/format/tile';
import {
  isTileFile,
  readTileFileHeader,
  type TileFileHeader,
  writeTileFileHeader,
} from '../../../src/tiles/format/tileFileHeader';
import { readTileIndex } from '../../../src/tiles/format/tileIndex';
import { makeTileFile } from '../../support/makeTileFile';
import { Random } from '../../support/random';
import { checksumOf } from '../../support/readSlabFile';
import { readTileFile } from '../../support/readTileFile';
import { search } from '../../support/runs';

/** Reads all of a file, as the package does by ranges. */
function readAll(file: Uint8Array): { header: TileFileHeader; tiles: Tile[] } {
  const header = readTileFileHeader(file.subarray(0, 192));
  const index = readTileIndex(file.subarray(header.indexAt, header.fileBytes), header);
  const tiles = index.tiles.map((entry, tile) =>
    readTile(file.subarray(entry.offset, entry.offset + tileBytesOf(entry)), tile, entry, header),
  );
  return { header, tiles };
}

const { file, tiles } = makeTileFile(new Random(1), 50, 4);
const { header } = readAll(file);
const [{ entry: firstEntry }] = tiles.map((tile) => writeTile(tile, 50));
const directoryAt = header.indexAt + header.indexBytes;

type Spoil = (view: DataView) => void;
const u32 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setUint32(at, value, true);
  };
const f64 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setFloat64(at, value, true);
  };

/** A file with a change, and with correct checksums of all but the tiles. */
function spoilt(spoil: Spoil): Uint8Array {
  const bytes = Uint8Array.from(file);
  const view = new DataView(bytes.buffer);
  spoil(view);
  view.setUint32(184, checksumOf(bytes.subarray(header.indexAt)), true);
  return sealHeader(bytes);
}

function sealHeader(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const view = new DataView(bytes.buffer);
  view.setUint32(188, 0, true);
  view.setUint32(188, checksumOf(bytes.subarray(0, 192)), true);
  return bytes;
}

describe('the header of a file of tiles', () => {
  it('has the bytes that docs/format.md defines', () => {
    const measure = Uint8Array.from({ length: 96 }, (_, i) => i + 1);
    const bytes = writeTileFileHeader({
      fileBytes: 2 ** 33 + 0x1240,
      boxes: 2 ** 32 + 5,
      tiles: 3,
      indexAt: 2 ** 33 + 0x1000,
      indexBytes: 0x200,
      measure,
      indexChecksum: 0xa1b2c3d4,
    });
    expect(Buffer.from(bytes.subarray(0, 56)).toString('hex')).toBe(
      '8954494c450d0a1a' + // the beginning
        '01000000c0000000' + // version 1, 192 bytes of header
        '4012000002000000' + // bytes of the file
        '0500000001000000' + // boxes
        '0300000008000000' + // tiles, bytes of an id
        '0010000002000000' + // where the index is
        '0002000000000000', // bytes of the index
    );
    expect(bytes.subarray(56, 152)).toEqual(measure);
    expect([...bytes.subarray(152, 184)]).toEqual(new Array(32).fill(0));
    expect([...bytes.subarray(184, 188)]).toEqual([0xd4, 0xc3, 0xb2, 0xa1]);
    const own = new DataView(bytes.buffer).getUint32(188, true);
    expect(checksumOf(bytes.slice().fill(0, 188))).toBe(own);
    expect(readTileFileHeader(bytes)).toMatchObject({ boxes: 2 ** 32 + 5, tiles: 3, indexAt: 2 ** 33 + 0x1000 });
  });

  it('tells files of tiles from others', () => {
    expect(isTileFile(file)).toBe(true);
    expect(isTileFile(tiles[0].scene)).toBe(false);
    expect(isTileFile(file.subarray(0, 7))).toBe(false);
    expect(() => readTileFileHeader(tiles[0].scene)).toThrow('it does not begin like one');
    expect(() => readTileFileHeader(file.subarray(0, 191))).toThrow('it ends after 191 bytes');
  });

  it.each<[string, Spoil, string]>([
    ['another version', u32(8, 2), 'it has version 2'],
    ['a header of another length', u32(12, 256), 'its header has 256 bytes'],
    ['another length', u32(16, 64), 'it says that it has 64 bytes'],
    ['a length beyond 2^53', u32(20, 2 ** 31), 'it says that it has'],
    ['more boxes than ids can tell', u32(28, 2 ** 21), 'ids must be below 2^53'],
    ['more tiles than boxes', u32(32, 51), '50 boxes in 51 tiles'],
    ['boxes but no tiles', u32(32, 0), '50 boxes in 0 tiles'],
    ['ids of another size', u32(36, 8), 'its ids have 8 bytes'],
    ['an index inside the header', u32(40, 128), 'its index cannot have'],
    ['an index that is not aligned', u32(40, 200), 'its index cannot have'],
    ['an index without a header', u32(48, 64), 'its index cannot have'],
    ['an index that is too long', u32(48, 64 * 1000), 'its directory ends at byte'],
  ])('is rejected with %s', (_, spoil, message) => {
    const bytes = spoilt(spoil);
    expect(() => readAll(bytes)).toThrow(SlabtreeFormatError);
    expect(() => readAll(bytes)).toThrow(message);
  });
});

describe('the index of a file of tiles', () => {
  it.each<[string, Spoil, string]>([
    ['fewer boxes than tiles', u32(header.indexAt + 24, 3), 'its scene has 3 ids, not 4'],
    ['free ids', u32(header.indexAt + 28, 1), 'free ids'],
    ['a scene of another length', u32(header.indexAt + 16, 64), 'its scene has 64 bytes'],
    ['another origin', f64(header.indexAt + 56, 1), 'its index has another measure'],
    ['another slope', f64(header.indexAt + 136, 0.5), 'its index has another measure'],
    ['a smaller extent', f64(header.indexAt + 80, 1), 'its index has another measure'],
    ['a whole whose extent is not a number', f64(80, NaN), 'its index has another measure'],
    ['a whole whose magnitude is negative', f64(104, -1), 'its index has another measure'],
    ['a tile without a scene', u32(directoryAt, 0), 'tile 0 is not readable: it cannot have'],
    ['a tile without boxes', u32(directoryAt + 8, 0), 'tile 0 is not readable: it cannot have 0 boxes'],
    ['a scene that is not aligned', u32(directoryAt, 1000), 'tile 0 is not readable: it cannot have'],
    ['names that are not aligned', u32(directoryAt + 4, 1), 'tile 0 is not readable: it cannot have'],
    ['a tile of 2^31 bytes', u32(directoryAt + 8, 2 ** 29), 'tile 0 is not readable: it cannot have'],
    ['a tile that is too long', u32(directoryAt + 3 * 16, 2 ** 20), 'its tiles end at byte'],
    ['too few boxes', u32(24, 51), 'its tiles have 50 boxes, not 51'],
  ])('is rejected with %s', (_, spoil, message) => {
    const bytes = spoilt(spoil);
    expect(() => readAll(bytes)).toThrow(SlabtreeFormatError);
    expect(() => readAll(bytes)).toThrow(message);
  });

  it('may cover more than the whole', () => {
    expect(readAll(spoilt(f64(header.indexAt + 80, 1e6))).tiles).toHaveLength(4);
  });

  it('is rejected if it is cut short', () => {
    const bytes = file.subarray(header.indexAt, header.fileBytes - 64);
    expect(() => readTileIndex(bytes, header)).toThrow('its index and directory have');
  });
});

describe('a tile', () => {
  const [tile] = tiles;
  const changed = (change: (ids: Float64Array, scene: Uint8Array) => void): (() => Tile) => {
    const [ids, scene] = [tile.ids.slice(), tile.scene.slice()];
    change(ids, scene);
    const { bytes, entry } = writeTile({ ...tile, ids, scene }, 50);
    return () => readTile(bytes, 7, { ...entry, offset: 192 }, header);
  };

  it.each<[string, (ids: Float64Array, scene: Uint8Array) => void, string]>([
    ['an id twice', (ids) => (ids[1] = ids[0]), 'follows'],
    ['ids in another order', (ids) => ids.reverse(), 'follows'],
    ['an id that the whole does not have', (ids) => (ids[ids.length - 1] = 50), 'its id 50 is not below 50'],
    ['a scene of more boxes', (_, scene) => (scene[24] += 1), 'ids, not'],
    ['another measure', (_, scene) => (scene[60] ^= 1), 'is not that of the whole'],
  ])('is rejected with %s', (_, change, message) => {
    expect(changed(change)).toThrow(SlabtreeFormatError);
    expect(changed(change)).toThrow('tile 7 is not readable');
    expect(changed(change)).toThrow(message);
  });

  it('is rejected if bytes are missing, and if any bit is flipped', () => {
    const { bytes, entry } = writeTile(tile, 50);
    const read = (given: Uint8Array) => () => readTile(given, 7, { ...entry, offset: 192 }, header);
    expect(read(bytes.subarray(64))).toThrow('of its');
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] ^= 1 << (at % 8);
      expect(read(flipped)).toThrow('its checksum is wrong');
    }
  });

  it('has ids of 8 bytes where the whole has more than 2^32 boxes', () => {
    const boxes = 2 ** 32 + 10;
    const ids = tile.ids.map((_, i) => (i === 0 ? 3 : 2 ** 32 - tile.ids.length + 5 + i));
    const { bytes, entry } = writeTile({ ...tile, ids }, boxes);
    expect(entry.idsBytes).toBe(8 * ids.length);
    expect(readTile(bytes, 0, { ...entry, offset: 192 }, { ...header, boxes }).ids).toEqual(ids);
    const last = new DataView(bytes.buffer).getBigUint64(
      entry.sceneBytes + entry.namesBytes + 8 * (ids.length - 1),
      true,
    );
    expect(Number(last)).toBe(2 ** 32 + 4);
  });

  it('is read from any place in memory', () => {
    const { bytes, entry } = writeTile(tile, 50);
    const moved = Buffer.alloc(bytes.length + 3).subarray(3);
    moved.set(bytes);
    expect(readTile(moved, 0, { ...entry, offset: 192 }, header).ids).toEqual(tile.ids);
  });

  it('cannot have 2^31 bytes', () => {
    const scene = { length: 2 ** 31 - 64 } as Uint8Array;
    expect(() => writeTile({ ...tile, scene }, 50)).toThrow(RangeError);
  });
});

describe('the directory', () => {
  it('has the bytes that docs/format.md defines', () => {
    const tile: TileEntry = {
      offset: 2 ** 33 + 192,
      sceneBytes: 0x1c0,
      namesBytes: 0x40,
      idsBytes: 0x2c,
      boxes: 11,
      checksum: 0x01020304,
    };
    expect(Buffer.from(writeDirectory([tile])).toString('hex')).toBe(
      'c001000040000000' + '0b00000004030201' + '00'.repeat(48),
    );
    expect(firstEntry.boxes).toBe(tiles[0].ids.length);
  });
});

describe('files of tiles', () => {
  it('are read as docs/format.md says', async () => {
    await search(
      0.5,
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 200 }),
        (seed, count, more) => {
          const made = makeTileFile(new Random(seed), count + more, count);
          const independent = readTileFile(made.file);
          const read = readAll(made.file);
          expect(read.header.boxes).toBe(independent.boxes);
          expect(read.tiles.map(({ ids }) => [...ids])).toEqual(independent.tiles.map(({ ids }) => ids));
          read.tiles.forEach(({ scene, names, ids }, i) => {
            expect(Buffer.concat([scene, names]).equals(independent.tiles[i].bytes)).toBe(true);
            expect(ids).toEqual(made.tiles[i].ids);
          });
        },
      ),
    );
  });

  it('have every bit covered by a checksum', () => {
    for (let at = 0; at < file.length; at++) {
      const flipped = Uint8Array.from(file);
      flipped[at] ^= 1 << (at % 8);
      expect(() => readAll(flipped), `byte ${at}`).toThrow(SlabtreeFormatError);
    }
  });
});
