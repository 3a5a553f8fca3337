import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlabtreeFormatError } from 'slabtree';
import { TiledScene } from 'slabtree/tiles';
import { type TileEntry, tileBytesOf } from '../../../src/tiles/format/directory';
import { readTile, type Tile, writeTile } from '../../../src/tiles/format/tile';
import { readTileFileHeader, type TileFileHeader, writeTileFileHeader } from '../../../src/tiles/format/tileFileHeader';
import { readTileIndex, writeTable } from '../../../src/tiles/format/tileIndex';
import { makeTileFile } from '../../support/makeTileFile';
import { Random } from '../../support/random';
import { checksumOf } from '../../support/readSlabFile';
import { readTileFile } from '../../support/readTileFile';
import { search } from '../../support/runs';
import { CountingSource } from '../support/writeTiles';

/** Reads all of a file, as the package does by ranges. */
async function readAll(file: Uint8Array): Promise<{ header: TileFileHeader; bounds: Float32Array; tiles: Tile[] }> {
  const header = readTileFileHeader(file.subarray(0, 192));
  const index = await readTileIndex(file.subarray(header.indexAt, header.fileBytes), header);
  const tiles = index.tiles.map((entry, tile) =>
    readTile(file.subarray(entry.offset, entry.offset + tileBytesOf(entry)), tile, entry, header),
  );
  return { header, bounds: index.bounds, tiles };
}

const { file, tiles } = makeTileFile(new Random(1), 50, 4);
const { header } = await readAll(file);

type Spoil = (view: DataView) => void;
const u32 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setUint32(at, value, true);
  };
const u8 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setUint8(at, value);
  };
const f32 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setFloat32(at, value, true);
  };
const f64 =
  (at: number, value: number): Spoil =>
  (view) => {
    view.setFloat64(at, value, true);
  };

/** A file with a change of its header, and with a correct checksum. */
function spoilt(spoil: Spoil): Uint8Array {
  const bytes = Uint8Array.from(file);
  spoil(viewOf(bytes));
  return sealed(bytes);
}

/** A file with a change of the table of its index, whose rows of 40 bytes follow one another. */
function withRows(spoil: Spoil): Uint8Array {
  const planes = inflateSync(file.subarray(header.indexAt, header.indexAt + header.indexBytes));
  const rows = planes.map((_, i) => planes[(i % 40) * header.tiles + Math.floor(i / 40)]);
  spoil(viewOf(rows));
  return withIndex(deflateSync(rows.map((_, i) => rows[(i % header.tiles) * 40 + Math.floor(i / header.tiles)])));
}

/** A file with another index, all of whose checksums are right. */
function withIndex(deflated: Uint8Array): Uint8Array {
  const end = header.indexAt + Math.ceil(deflated.length / 64) * 64;
  const bytes = new Uint8Array(end);
  bytes.set(file.subarray(0, header.indexAt));
  bytes.set(deflated, header.indexAt);
  const view = viewOf(bytes);
  view.setUint32(16, end, true);
  view.setUint32(48, deflated.length, true);
  view.setUint32(184, checksumOf(bytes.subarray(header.indexAt)), true);
  return sealed(bytes);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function sealed(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  view.setUint32(188, 0, true);
  view.setUint32(188, checksumOf(bytes.subarray(0, 192)), true);
  return bytes;
}

async function expectRejected(bytes: Uint8Array, message: string): Promise<void> {
  await expect(readAll(bytes)).rejects.toThrow(SlabtreeFormatError);
  await expect(readAll(bytes)).rejects.toThrow(message);
}

describe('header of a file of tiles', () => {
  it('the header has the bytes that docs/format.md defines', () => {
    const measure = Uint8Array.from({ length: 96 }, (_, i) => i + 1);
    const bytes = writeTileFileHeader({
      fileBytes: 2 ** 33 + 0x1200,
      boxes: 2 ** 32 + 5,
      tiles: 3,
      indexAt: 2 ** 33 + 0x1000,
      indexBytes: 0x1f5,
      measure,
      meshCondition: 2,
      indexChecksum: 0xa1b2c3d4,
    });
    expect(Buffer.from(bytes.subarray(0, 56)).toString('hex')).toBe(
      '8954494c450d0a1a' + // the beginning
        '01000000c0000000' + // version 1, 192 bytes of header
        '0012000002000000' + // bytes of the file
        '0500000001000000' + // boxes
        '0300000008000000' + // tiles, bytes of an id
        '0010000002000000' + // where the index is
        'f501000000000000', // bytes of the index
    );
    expect(bytes.subarray(56, 152)).toEqual(measure);
    expect([...bytes.subarray(152, 160)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0x40]);
    expect([...bytes.subarray(160, 184)]).toEqual(new Array(24).fill(0));
    expect([...bytes.subarray(184, 188)]).toEqual([0xd4, 0xc3, 0xb2, 0xa1]);
    const own = new DataView(bytes.buffer).getUint32(188, true);
    expect(checksumOf(bytes.slice().fill(0, 188))).toBe(own);
    expect(readTileFileHeader(bytes)).toMatchObject({ boxes: 2 ** 32 + 5, tiles: 3, indexAt: 2 ** 33 + 0x1000 });
  });

  it('a header is rejected if it does not begin like a file of tiles, or is cut short', () => {
    expect(() => readTileFileHeader(tiles[0].scene)).toThrow('it is a scene: open it with BoxScene.deserialize');
    expect(() => readTileFileHeader(new Uint8Array(192))).toThrow('it does not begin like one');
    expect(() => readTileFileHeader(file.subarray(0, 7))).toThrow('it does not begin like one');
    expect(() => readTileFileHeader(file.subarray(0, 191))).toThrow('it ends after 191 bytes');
  });

  it.each<[string, Spoil, string]>([
    ['a condition that is none', f64(152, NaN), 'the condition of its instances cannot be NaN'],
    ['a negative condition', f64(152, -1), 'the condition of its instances cannot be -1'],
    ['another version', u32(8, 2), 'it has version 2'],
    ['a header of another length', u32(12, 256), 'its header has 256 bytes'],
    ['another length', u32(16, 64), 'it says that it has 64 bytes'],
    ['a length beyond 2^53', u32(20, 2 ** 31), 'it says that it has'],
    ['more boxes than ids can number', u32(28, 2 ** 21), 'ids must be below 2^53'],
    ['more tiles than boxes', u32(32, 51), '50 boxes in 51 tiles'],
    ['boxes but no tiles', u32(32, 0), '50 boxes in 0 tiles'],
    ['ids of another size', u32(36, 8), 'its ids have 8 bytes'],
    ['an index inside the header', u32(40, 128), 'it cannot have 4 tiles before byte 128'],
    ['an index that is not aligned', u32(40, header.indexAt + 8), 'it cannot have 4 tiles before byte'],
    ['more tiles than bytes for them', u32(32, 50), 'it cannot have 50 tiles before byte'],
    ['an index that is too long', u32(48, 64 * 1000), 'its index ends at byte'],
  ])('a header is rejected with %s', (_, spoil, message) => expectRejected(spoilt(spoil), message));
});

describe('padding', () => {
  it.each(Array.from({ length: 24 }, (_, i) => 160 + i))(
    'a file whose padding is not 0 is rejected: byte %i of the header',
    async (at) => {
      await expectRejected(spoilt(u8(at, 3)), `byte ${at} must be 0, but is 3`);
    },
  );

  it('a file whose padding after the index is not 0 is rejected', async () => {
    const end = header.indexAt + header.indexBytes;
    expect(end).toBeLessThan(header.fileBytes);
    for (let at = end; at < header.fileBytes; at++) {
      const bytes = Uint8Array.from(file);
      bytes[at] = 128;
      viewOf(bytes).setUint32(184, checksumOf(bytes.subarray(header.indexAt)), true);
      await expectRejected(sealed(bytes), `byte ${at} must be 0, but is 128`);
    }
  });

  it('a tile whose padding after its ids is not 0 is rejected', () => {
    const { bytes, entry } = writeTile(tiles[0], 50);
    const end = entry.sceneBytes + entry.namesBytes + entry.idsBytes;
    expect(end).toBeLessThan(bytes.length);
    for (let at = end; at < bytes.length; at++) {
      const other = bytes.slice();
      other[at] = 1;
      const read = () => readTile(other, 7, { ...entry, offset: 640, checksum: checksumOf(other) }, header);
      expect(read).toThrow(SlabtreeFormatError);
      expect(read).toThrow(`tile 7 is not readable: byte ${640 + at} of the file must be 0, but is 1`);
    }
  });
});

it.each<[string, Spoil]>([
  ['an origin that is not a float32', f64(56, 0.1)],
  ['an origin beyond all boxes', f64(64, 1000)],
  ['an extent that is not a number', f64(80, NaN)],
  ['an endless extent', f64(88, Infinity)],
  ['a negative magnitude', f64(104, -1)],
  ['a negative reach', f64(128, -1)],
  ['a slope that is too large', f64(136, 1.5)],
  ['a size that is not a number', f64(144, NaN)],
])('a measure is rejected with %s', async (_, spoil) => {
  const opened = TiledScene.open(new CountingSource(spoilt(spoil)));
  await expect(opened).rejects.toThrow(SlabtreeFormatError);
  await expect(opened).rejects.toThrow('is not valid');
});

describe('index of a file of tiles', () => {
  const index = inflateSync(file.subarray(header.indexAt, header.indexAt + header.indexBytes));

  it('the index has the bytes that docs/format.md defines', () => {
    const entry = (more: Partial<TileEntry>): TileEntry => ({
      offset: 192,
      sceneBytes: 0x1c0,
      namesBytes: 0x40,
      idsBytes: 0x2c,
      boxes: 11,
      checksum: 0x01020304,
      ...more,
    });
    const bounds = Float32Array.of(-1, 0, 0.5, 1, 2, 3, -2, -Infinity, 0, 4, Infinity, 0);
    const planes = Buffer.from(writeTable({ bounds, tiles: [entry({}), entry({ boxes: 0x0a0b })] }));
    const [first, second] = [0, 1].map((tile) => planes.filter((_, at) => at % 2 === tile));
    expect(Buffer.from(first).toString('hex')).toBe(
      '000080bf' + '00000000' + '0000003f' + '0000803f' + '00000040' + '00004040' + 'c0010000400000000b00000004030201',
    );
    expect(Buffer.from(second).toString('hex')).toBe(
      '000000c0' + '000080ff' + '00000000' + '00008040' + '0000807f' + '00000000' + 'c0010000400000000b0a000004030201',
    );
  });

  it.each<[string, Spoil, string]>([
    ['a tile without a scene', u32(24, 0), 'tile 0 is not readable: it cannot have'],
    ['a tile without boxes', u32(32, 0), 'tile 0 is not readable: it cannot have 0 boxes'],
    ['a scene that is not aligned', u32(24, 1000), 'tile 0 is not readable: it cannot have'],
    ['names that are not aligned', u32(28, 1), 'tile 0 is not readable: it cannot have'],
    ['a tile of 2^31 bytes', u32(32, 2 ** 29), 'tile 0 is not readable: it cannot have'],
    ['a tile that is too long', u32(3 * 40 + 24, 2 ** 20), 'its tiles end at byte'],
    ['bounds that are not numbers', f32(40, NaN), 'tile 1 is not readable: it cannot reach from NaN to 16'],
    ['bounds that are the wrong way round', f32(2 * 40 + 4, 17), 'tile 2 is not readable: it cannot reach from 17'],
    ['bounds beyond all numbers', f32(12, -Infinity), 'tile 0 is not readable: it cannot reach from -16 to -Infinity'],
  ])('an index is rejected with %s', (_, spoil, message) => expectRejected(withRows(spoil), message));

  it('an index is rejected if the header has another number of boxes', async () => {
    await expectRejected(spoilt(u32(24, 51)), 'its tiles have 50 boxes, not 51');
  });

  it.each<[string, Uint8Array]>([
    ['becomes too few bytes', deflateSync(index.subarray(1))],
    ['becomes too many bytes', deflateSync(Buffer.concat([index, Buffer.of(0)]))],
    ['becomes very many bytes', deflateSync(Buffer.alloc(2 ** 26))],
    ['is not deflated', index],
    ['is cut short', deflateSync(index).subarray(0, -3)],
    ['is empty', Buffer.alloc(0)],
  ])('an index is rejected if it %s', async (_, deflated) => {
    await expectRejected(withIndex(deflated), 'its index cannot be inflated to a table of 4 tiles');
  });

  it('an index may have infinite bounds', async () => {
    const { bounds } = await readAll(withRows(f32(12, Infinity)));
    expect([...bounds.subarray(0, 6)]).toEqual([-16, -16, -16, Infinity, 16, 16]);
  });

  it('an index is rejected if bytes are missing', async () => {
    const bytes = file.subarray(header.indexAt, header.fileBytes - 64);
    await expect(readTileIndex(bytes, header)).rejects.toThrow('its index has');
  });

  it('an index with wrong bounds leads to a rejected tile or the right answer', async () => {
    const random = new Random(3);
    let refused = 0;
    for (let i = 0; i < 40; i++) {
      const at = 40 * random.below(4) + 4 * random.below(6);
      const tiled = await TiledScene.open(new CountingSource(withRows(f32(at, random.between(-20, 20))))).catch(
        () => null,
      );
      try {
        if (tiled !== null) expect((await tiled.cull([])).inside.size).toBe(50);
      } catch (error) {
        expect(error).toBeInstanceOf(SlabtreeFormatError);
        expect(String(error)).toContain('it reaches beyond its bounds in the index');
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(5);
  });

  it('an index of any bytes is rejected or read', async () => {
    await search(
      0.5,
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = new Random(seed);
        const deflated = Uint8Array.from(file.subarray(header.indexAt, header.indexAt + header.indexBytes));
        for (let i = random.below(4); i >= 0; i--) deflated[random.below(deflated.length)] = random.below(256);
        try {
          expect((await readAll(withIndex(deflated))).tiles).toHaveLength(4);
        } catch (error) {
          expect(error).toBeInstanceOf(SlabtreeFormatError);
        }
      }),
    );
  });
});

describe("a tile's bytes", () => {
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
  ])('a tile is rejected with %s', (_, change, message) => {
    expect(changed(change)).toThrow(SlabtreeFormatError);
    expect(changed(change)).toThrow('tile 7 is not readable');
    expect(changed(change)).toThrow(message);
  });

  it('a tile is rejected if bytes are missing, and if any bit is flipped', () => {
    const { bytes, entry } = writeTile(tile, 50);
    const read = (given: Uint8Array) => () => readTile(given, 7, { ...entry, offset: 192 }, header);
    expect(read(bytes.subarray(64))).toThrow('of its');
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] ^= 1 << (at % 8);
      expect(read(flipped)).toThrow('its checksum is wrong');
    }
  });

  it('a tile has ids of 8 bytes if the file has more than 2^32 boxes', () => {
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

  it('a tile is read from any place in memory', () => {
    const { bytes, entry } = writeTile(tile, 50);
    const moved = Buffer.alloc(bytes.length + 3).subarray(3);
    moved.set(bytes);
    expect(readTile(moved, 0, { ...entry, offset: 192 }, header).ids).toEqual(tile.ids);
  });

  it('a tile cannot have 2^31 bytes', () => {
    const scene = { length: 2 ** 31 - 64 } as Uint8Array;
    expect(() => writeTile({ ...tile, scene }, 50)).toThrow(RangeError);
  });
});

describe('files of tiles', () => {
  it('a reader written from docs/format.md reads files of tiles', async () => {
    await search(
      0.5,
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 200 }),
        async (seed, count, more) => {
          const made = makeTileFile(new Random(seed), count + more, count);
          const independent = readTileFile(made.file);
          const read = await readAll(made.file);
          expect(read.header.boxes).toBe(independent.boxes);
          expect([...read.bounds]).toEqual(independent.tiles.flatMap(({ bounds }) => bounds));
          expect(read.tiles.map(({ ids }) => [...ids])).toEqual(independent.tiles.map(({ ids }) => ids));
          read.tiles.forEach(({ scene, names, ids }, i) => {
            expect(Buffer.concat([scene, names]).equals(independent.tiles[i].bytes)).toBe(true);
            expect(ids).toEqual(made.tiles[i].ids);
          });
        },
      ),
    );
  });

  it('checksums cover every bit of a file of tiles', async () => {
    // Bytes of a tile are tried above, one by one.
    for (let at = 0; at < file.length; at += at >= 192 && at < header.indexAt - 64 ? 61 : 1) {
      const flipped = Uint8Array.from(file);
      flipped[at] ^= 1 << (at % 8);
      const error = await readAll(flipped).catch((thrown: unknown) => thrown);
      if (!(error instanceof SlabtreeFormatError)) throw new Error(`byte ${at} may be wrong`);
    }
  });
});
