import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BoxScene, SlabtreeFormatError } from 'slabtree';
import { TileFile, TiledScene, TileSourceError } from 'slabtree/tiles';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type TileEntry, tileBytesOf } from '../../src/tiles/format/directory';
import { type Tile, writeTile } from '../../src/tiles/format/tile';
import { measureOf } from '../../src/tiles/format/tileFileHeader';
import { writeTileIndex } from '../../src/tileWriter/output/writeTileIndex';
import { untyped } from '../support/errors';
import { errorOf, expectOptions } from '../support/expectOptions';
import { makeTileFile } from '../support/makeTileFile';
import { Random } from '../support/random';
import { checksumOf } from '../support/readSlabFile';
import { readTileFile } from '../support/readTileFile';
import { runsOf } from '../support/runs';
import { Host } from './support/misbehavingHost';
import { CountingSource, type Part, writeTiles } from './support/writeTiles';

const TILES = 5;
const made = makeTileFile(new Random(4), 60, TILES);
const { file } = made;
const expected = readTileFile(file);
const indexAt = Number(new DataView(file.buffer).getBigUint64(40, true));

async function open(source = new CountingSource(file)): Promise<TileFile> {
  const opened = await TileFile.open(source, { retries: 0 });
  onTestFinished(() => opened.close());
  return opened;
}

/** A file of tiles with right checksums, whose index says that each tile reaches from -reach to reach. */
function fileOf(tiles: readonly Tile[], reach = 16): Uint8Array {
  const boxes = tiles.reduce((sum, { ids }) => sum + ids.length, 0);
  let offset = 192;
  const written = tiles.map((tile) => {
    const { bytes, entry } = writeTile(tile, boxes);
    const placed: TileEntry = { ...entry, offset };
    offset += tileBytesOf(placed);
    return { bytes, placed };
  });
  const bounds = Float32Array.from(tiles.flatMap(() => [-reach, -reach, -reach, reach, reach, reach]));
  const index = { bounds, tiles: written.map(({ placed }) => placed) };
  const end = writeTileIndex(index, { measure: measureOf(tiles[0].scene), meshCondition: 0 }, offset);
  return Uint8Array.from(Buffer.concat([end.header, ...written.map(({ bytes }) => bytes), end.index]));
}

/** A copy of bytes with one bit of a byte changed. */
function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] ^= 1;
  return copy;
}

describe('TileFile.open', () => {
  it('a file opens from a host, a path, a blob and a source, and has what its header and its index say', async () => {
    const host = await Host.serve(file);
    const folder = mkdtempSync(join(tmpdir(), 'slabtree-tiles-'));
    onTestFinished(async () => {
      await host.close();
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'city.slabs');
    writeFileSync(path, file);
    const sources = [host.url, new URL(host.url), path, pathToFileURL(path), new Blob([Uint8Array.from(file)])];
    let offset = 192;
    const tiles = expected.tiles.map(({ bytes, ids, names }) => {
      const tile = { offset, bytes: 64 * Math.ceil((bytes.length + 4 * ids.length) / 64), boxes: ids.length };
      offset += tile.bytes;
      return { ...tile, hasNames: names !== null, bounds: { min: vec(-16), max: vec(16) } };
    });
    expect(new Set(tiles.map(({ hasNames }) => hasNames)).size).toBe(2);
    for (const source of [...sources, new CountingSource(file)]) {
      const opened = await TileFile.open(source);
      expect(opened).toMatchObject({
        version: 1,
        boxes: 60,
        fileBytes: file.length,
        indexBytes: file.length - indexAt,
      });
      expect(opened.tiles).toEqual(tiles);
      expect(opened.bounds).toEqual({ min: vec(-16), max: vec(16) });
      for (const tile of [0, TILES - 1]) {
        expect([...(await opened.read(tile)).ids]).toEqual(expected.tiles[tile].ids);
      }
      await opened.close();
    }
  });

  it('the header and the index take two reads, and a tile one', async () => {
    const source = new CountingSource(file);
    const opened = await open(source);
    expect(source.reads).toEqual([0, indexAt]);
    await opened.read(3);
    expect(source.reads).toEqual([0, indexAt, opened.tiles[3].offset]);
  });

  it('a file of tiles may have no boxes', async () => {
    const empty = await open(new CountingSource(writeTiles([])));
    expect(empty).toMatchObject({ boxes: 0, tiles: [], bounds: null, fileBytes: 192 + empty.indexBytes });
    await expect(empty.read(0)).rejects.toThrow(
      "tile must be an integer from 0 to less than the file's 0 tiles, got 0",
    );
  });

  it('anything that is no file of tiles, or is damaged before its tiles, is rejected, and its source is closed', async () => {
    for (const [wrong, message] of [
      [made.tiles[0].scene, 'this is not a readable file of tiles: it is a scene: open it with BoxScene.deserialize'],
      [Buffer.alloc(500), 'this is not a readable file of tiles: it does not begin like one'],
      [flipped(file, 30), 'this is not a readable file of tiles: the checksum of its header is wrong'],
      [flipped(file, indexAt), 'this is not a readable file of tiles: the checksum of its index is wrong'],
    ] as const) {
      const source = new CountingSource(wrong);
      const error = await errorOf(() => TileFile.open(source));
      expect(error).toBeInstanceOf(SlabtreeFormatError);
      expect(String(error)).toContain(message);
      expect(source.isClosed).toBe(true);
    }
    const length = `it has ${2 * file.length} bytes, but its header says ${file.length}`;
    await expect(TileFile.open(new Blob([Buffer.concat([file, file])]))).rejects.toThrow(length);
    await expect(TileFile.open('no-such-file.slabs')).rejects.toThrow(TileSourceError);
  });

  it('open accepts its own options and no other, and checks them and the source', async () => {
    await expectOptions(['signal', 'timeout', 'retries'], async (options) => {
      await (await TileFile.open(new CountingSource(file), options)).close();
    });
    for (const bad of [{ timeout: 0 }, { timeout: NaN }, { retries: -1 }, { retries: 0.5 }]) {
      await expect(TileFile.open(new CountingSource(file), bad)).rejects.toThrow(
        `options.${Object.keys(bad)[0]} must be`,
      );
    }
    for (const wrong of [undefined, null, 7, {}, file]) {
      await expect(TileFile.open(untyped(wrong))).rejects.toThrow(
        /^source must be a URL, a path, a Blob, or an object/,
      );
    }
  });

  it('a signal stops the opening, before and while the file is read', async () => {
    const stop = new AbortController();
    const source = {
      read: () => {
        stop.abort(new Error('stopped'));
        return new Promise<never>(() => undefined);
      },
    };
    await expect(TileFile.open(source, { signal: stop.signal })).rejects.toThrow('stopped');
    const unread = new CountingSource(file);
    await expect(TileFile.open(unread, { signal: stop.signal })).rejects.toThrow('stopped');
    expect(unread.reads).toEqual([]);
  });

  it('a file of tiles is made by open only', () => {
    const Untyped = TileFile as unknown as new (...given: unknown[]) => TileFile;
    for (const given of [[], ['city.slabs'], [{ header: {}, entries: [] }]]) {
      expect(() => new Untyped(...given)).toThrow(new TypeError('a TileFile must be made by TileFile.open(source)'));
    }
  });
});

describe('TileFile.read', () => {
  it('each box is in one tile, as it was written, with its name', async () => {
    const random = new Random(6);
    for (let run = 0; run < runsOf(3); run++) {
      const boxes = Array.from({ length: 1 + random.below(80) }, () => {
        const [x, y, z] = random.triple(-1000, 1000);
        return { min: { x, y, z }, max: { x: x + random.next(), y: y + random.next(), z: z + 1e-9 } };
      });
      const count = 1 + random.below(Math.min(6, boxes.length));
      const idsOf = (tile: number) => boxes.flatMap((_, id) => (id % count === tile ? [id] : []));
      const parts = Array.from({ length: count }, (_, tile): Part => {
        const scene = new BoxScene({ backend: 'js' });
        for (const id of idsOf(tile)) scene.addAabb(boxes[id], 1 + (id % 3));
        return { scene, ids: idsOf(tile), ...(tile > 0 && { names: [[0, `of ${tile}`]] }) };
      });
      const opened = await open(new CountingSource(writeTiles(parts)));
      expect([opened.boxes, opened.tiles.length]).toEqual([boxes.length, count]);
      for (const [tile, { bounds, boxes: own, hasNames }] of opened.tiles.entries()) {
        const { scene, names, ids } = await opened.read(tile);
        expect([...ids]).toEqual(idsOf(tile));
        expect([scene.size, own, hasNames]).toEqual([ids.length, ids.length, tile > 0]);
        for (const [i, id] of ids.entries()) {
          expect(scene.boxOf(i)).toMatchObject(boxes[id]);
          expect(names.nameOf(i)).toBe(tile > 0 ? `of ${tile}` : undefined);
          // By more than the index may be off, which is 2^-40 of the largest coordinate.
          for (const k of ['x', 'y', 'z'] as const) {
            expect(boxes[id].min[k]).toBeGreaterThanOrEqual(bounds.min[k] - 1e-9);
            expect(boxes[id].max[k]).toBeLessThanOrEqual(bounds.max[k] + 1e-9);
          }
        }
      }
    }
  });

  it('the first and the last tile can be read, and no other number', async () => {
    const source = new CountingSource(file);
    const opened = await open(source);
    for (const tile of [0, TILES - 1]) expect((await opened.read(tile)).scene.size).toBe(opened.tiles[tile].boxes);
    const { length } = source.reads;
    for (const wrong of [-1, TILES, 0.5, NaN, Infinity]) {
      const message = `tile must be an integer from 0 to less than the file's 5 tiles, got ${wrong}`;
      await expect(opened.read(wrong)).rejects.toThrow(new RangeError(message));
    }
    for (const wrong of ['0', null, undefined, [0], { valueOf: () => 0 }]) {
      const error = await errorOf(() => opened.read(untyped(wrong)));
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain('tile must be a number, got');
    }
    expect(source.reads).toHaveLength(length);
  });

  it('the content of a tile is the own of whoever reads it', async () => {
    const opened = await open();
    const first = await opened.read(0);
    first.scene.clear();
    first.ids.fill(7);
    Object.assign(opened.tiles[0], { offset: 9, bytes: 9, boxes: 9 });
    (opened.tiles as unknown[]).length = 1;
    const again = await opened.read(0);
    expect([...again.ids]).toEqual(expected.tiles[0].ids);
    expect(again.scene.size).toBe(again.ids.length);
    expect((await opened.read(TILES - 1)).scene.size).toBe(expected.tiles[TILES - 1].ids.length);
  });

  it('a damaged tile is rejected by its number, and all others can be read', async () => {
    const { offset, bytes } = (await open()).tiles[2];
    for (const at of [offset, offset + Math.floor(bytes / 2), offset + bytes - 1]) {
      const opened = await open(new CountingSource(flipped(file, at)));
      const error = await errorOf(() => opened.read(2));
      expect(error).toEqual(new SlabtreeFormatError('tile 2 is not readable: its checksum is wrong: it was damaged'));
      for (const tile of [0, 1, 3, 4]) expect((await opened.read(tile)).scene.size).toBeGreaterThan(0);
    }
  });

  it.each<[string, () => Uint8Array, number, string]>([
    ['its scene is damaged', () => withTile({ scene: flipped(tileWithNames.scene, 250) }), 0, 'not a readable scene'],
    [
      'its names are damaged',
      () => withTile({ names: flipped(tileWithNames.names, 20) }),
      0,
      'the checksum of its names',
    ],
    ['its ids do not increase', () => withTile({ ids: tileWithNames.ids.slice().fill(0) }), 0, 'its id 0 follows 0'],
    ['it is not where the index says', () => fileOf(made.tiles, 1), 3, 'it reaches beyond its bounds in the index'],
    ['its instances are stretched further than the header says', withInstance, 0, 'its instances are worse than'],
  ])('a tile with right checksums is rejected if %s', async (_, write, tile, message) => {
    const bytes = write();
    const error = await errorOf(async () => (await open(new CountingSource(bytes))).read(tile));
    expect(error).toBeInstanceOf(SlabtreeFormatError);
    expect(String(error)).toMatch(
      new RegExp(`^SlabtreeFormatError: tile ${tile} is not readable: (?!tile).*${message}`),
    );
    // Queries read no tile that `read` rejects.
    const scene = await TiledScene.open(new CountingSource(bytes), { backend: 'js' });
    await expect(scene.cull([])).rejects.toThrow(SlabtreeFormatError);
    await scene.close();
  });

  it('a tile that could not be read is read again by the next call', async () => {
    const source = new CountingSource(file);
    const opened = await open(source);
    source.fails = () => new Error('no tape');
    const error = await errorOf(() => opened.read(0));
    expect(error).toBeInstanceOf(TileSourceError);
    expect(String(error)).toContain('of the test cannot be read: no tape');
    source.fails = () => null;
    expect((await opened.read(0)).ids).toHaveLength(opened.tiles[0].boxes);
  });

  it('many tiles are read at once without a warning of Node', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => {
      process.off('warning', onWarning);
    });
    const opened = await open();
    const tiles = Array.from({ length: 30 }, (_, i) => i % TILES);
    const contents = await Promise.all(tiles.map((tile) => opened.read(tile)));
    expect(contents.map(({ ids }) => [...ids])).toEqual(tiles.map((tile) => expected.tiles[tile].ids));
    // Node emits warnings after all that runs now.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});

describe('TileFile.close', () => {
  it('close ends the source once, however often it is called', async () => {
    let closed = 0;
    const opened = await TileFile.open({
      read: (offset, length) => Promise.resolve(file.slice(offset, offset + length)),
      close: () => {
        closed++;
      },
    });
    const closing = opened.close();
    expect(opened.close()).toBe(closing);
    await closing;
    await opened.close();
    expect(closed).toBe(1);
  });

  it('a read rejects once the file is closed, also if it is under way, and the numbers stay', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const opened = await TileFile.open({
      read: (offset, length, { signal }) => {
        if (offset === 0 || offset === indexAt) return Promise.resolve(file.slice(offset, offset + length));
        signals.push(signal);
        return new Promise<never>(() => undefined);
      },
    });
    const reads = [0, 1].map((tile) => expect(opened.read(tile)).rejects.toThrow('the file has been closed'));
    await opened.close();
    await Promise.all(reads);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
    await expect(opened.read(0)).rejects.toThrow('the file has been closed');
    expect(signals).toHaveLength(2);
    expect(opened.tiles).toHaveLength(TILES);
    expect(opened.bounds?.max).toEqual(vec(16));
  });
});

const tileWithNames = made.tiles.find(({ names }) => names.length > 0) ?? made.tiles[0];

/** A file of one tile with names, parts of which are replaced. */
function withTile(parts: Partial<Tile>): Uint8Array {
  return fileOf([{ ...tileWithNames, ids: tileWithNames.ids.map((_, i) => i), ...parts }]);
}

/** A file of one tile with an instance that is a million times wider than high, whose header says that there is none. */
function withInstance(): Uint8Array {
  const scene = new BoxScene({ backend: 'js' });
  const mesh = scene.addMesh(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0));
  scene.addInstance(mesh, [1e3, 0, 0, 0, 0, 1e-3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  const bytes = writeTiles([{ scene, ids: [0] }]);
  const view = new DataView(bytes.buffer);
  view.setFloat64(152, 0, true);
  view.setUint32(188, 0, true);
  view.setUint32(188, checksumOf(bytes.subarray(0, 192)), true);
  return bytes;
}

function vec(coordinate: number): { x: number; y: number; z: number } {
  return { x: coordinate, y: coordinate, z: coordinate };
}
