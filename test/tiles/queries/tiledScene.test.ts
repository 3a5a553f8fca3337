import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoxScene, SlabtreeFormatError } from 'slabtree';
import { TiledScene, TileSourceError } from 'slabtree/tiles';
import { afterEach, describe, expect, it } from 'vitest';
import { expectOptions } from '../../support/expectOptions';
import { Random } from '../../support/random';
import { runsOf } from '../../support/runs';
import { Host } from '../support/misbehavingHost';
import { CountingSource, type Part, writeTiles } from '../support/writeTiles';

/** A row of houses along x, ten to a tile, each 1 wide with a gap of 1. */
function street(tiles: number): { file: Uint8Array; boxes: Float64Array } {
  const parts: Part[] = Array.from({ length: tiles }, (_, tile) => {
    const scene = new BoxScene({ backend: 'js' });
    const ids = Array.from({ length: 10 }, (_, i) => 10 * tile + i);
    for (const id of ids) scene.addAabb({ min: { x: 2 * id, y: 0, z: 0 }, max: { x: 2 * id + 1, y: 1, z: 1 } });
    return { scene, ids, names: [[0, `block ${tile}`]] };
  });
  const boxes = Float64Array.from({ length: 60 * tiles }, (_, i) => {
    const [id, k] = [Math.floor(i / 6), i % 6];
    return k === 0 ? 2 * id : k === 3 ? 2 * id + 1 : k < 3 ? 0 : 1;
  });
  return { file: writeTiles(parts), boxes };
}

const { file, boxes } = street(20);
const whole = new BoxScene();
whole.addAabbs(boxes);
const indexAt = Number(new DataView(file.buffer).getBigUint64(40, true));
const tileBytes = (indexAt - 192) / 20;
/** Down to a house. */
const ray = (id: number) => ({ origin: { x: 2 * id + 0.5, y: 9, z: 0.5 }, direction: { x: 0, y: -1, z: 0 } });
const along = { origin: { x: -5, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };

let scene: TiledScene | undefined;

afterEach(async () => {
  await scene?.close();
});

async function open(source = new CountingSource(file), options = {}): Promise<[TiledScene, CountingSource]> {
  scene = await TiledScene.open(source, { retries: 0, ...options });
  return [scene, source];
}

/** What a tile takes in memory. All tiles are alike. */
async function bytesInMemory(): Promise<number> {
  const [tiled] = await open();
  await tiled.raycast(ray(0));
  const bytes = tiled.loadedBytes;
  await tiled.close();
  return bytes;
}

describe('TiledScene', () => {
  it('open makes two reads, and gives the boxes, the bounds and the tiles', async () => {
    const [tiled, source] = await open();
    expect(source.reads).toEqual([0, indexAt]);
    expect(tiled.size).toBe(200);
    expect(tiled.bounds?.max.x).toBeCloseTo(399, 6);
    expect(tiled.tiles.bounds).toHaveLength(120);
    expect(tiled.tiles.loaded).toEqual(new Uint8Array(20));
    expect(tiled.loadedBytes).toBe(0);
  });

  it("a tiled scene returns its backend, which is a scene's default unless one is forced", async () => {
    const [tiled] = await open();
    expect(tiled.backend).toBe(whole.backend);
    await tiled.close();
    expect((await open(undefined, { backend: 'js' }))[0].backend).toBe('js');
  });

  it('the tile of a hit is read once, and the next query reads nothing', async () => {
    const [tiled, source] = await open();
    const hit = await tiled.raycast(ray(57));
    expect(hit).toEqual({ ...whole.raycast(ray(57)), name: 'block 5', tile: 5 });
    expect(source.reads).toHaveLength(3);
    expect(tiled.loadedBytes).toBe(await bytesInMemory());
    expect([...tiled.tiles.loaded].indexOf(1)).toBe(5);
    expect(await tiled.raycast(ray(52))).toMatchObject({ id: 52, name: 'block 5' });
    expect(await tiled.raycastAny(ray(51))).toBe(true);
    expect([...(await tiled.overlap({ center: { x: 104.5, y: 0, z: 0 }, radius: 1 }))]).toEqual([52]);
    expect((await tiled.nearest({ x: 104, y: 5, z: 0 }))[0]).toMatchObject({ id: 52, name: 'block 5', tile: 5 });
    expect((await tiled.raycastMany(Float64Array.of(104.5, 9, 0.5, 0, -1, 0))).ids).toEqual(Float64Array.of(52));
    expect(source.reads).toHaveLength(3);
    expect(tiled.reads).toBe(3);
    expect(tiled.bytesRead).toBe(192 + (file.length - indexAt) + tileBytes);
  });

  it('a query reads at most one tile behind the first hit, and joins neighbours where it needs all', async () => {
    const [tiled, source] = await open();
    expect(await tiled.raycast(along)).toMatchObject({ id: 0, tile: 0 });
    expect(source.reads).toHaveLength(3);
    expect([...tiled.tiles.loaded].lastIndexOf(1)).toBe(1);
    expect(await tiled.raycastAll(along)).toHaveLength(200);
    expect(source.reads).toHaveLength(4);
    expect((await tiled.split({ normal: { x: 1, y: 0, z: 0 }, constant: -199.5 })).front.size).toBe(100);
    expect(source.reads).toHaveLength(4);
  });

  it('queries at the same time share a load', async () => {
    const [tiled, source] = await open();
    const hits = await Promise.all([57, 51, 55, 57].map((id) => tiled.raycast(ray(id))));
    expect(hits.map((hit) => hit?.id)).toEqual([57, 51, 55, 57]);
    expect(source.reads).toHaveLength(3);
  });

  it('a tiled scene keeps to its memory, and evicts the least recently used tile', async () => {
    const memory = 2 * Math.max(tileBytes, await bytesInMemory());
    const [tiled, source] = await open(new CountingSource(file), { memory });
    for (const id of [0, 10, 0, 20, 0]) await tiled.raycast(ray(id));
    // The first tile has been of use again before the third one came.
    expect(source.reads).toHaveLength(5);
    expect([...tiled.tiles.loaded].flatMap((loaded, tile) => (loaded === 1 ? [tile] : []))).toEqual([0, 2]);
    expect(await tiled.raycastAll(along)).toHaveLength(200);
    expect(tiled.loadedBytes).toBeLessThanOrEqual(memory);
  });

  it('a tiled scene counts the bytes of tiles in memory, not in the file', async () => {
    const inMemory = await bytesInMemory();
    expect(inMemory).not.toBe(tileBytes);
    expect(inMemory / tileBytes).toBeGreaterThan(0.5);
    expect(inMemory / tileBytes).toBeLessThan(2);
    const [tiled] = await open(new CountingSource(file), { memory: 3 * tileBytes });
    for (const id of [0, 10, 20, 30]) {
      await tiled.raycast(ray(id));
      expect(tiled.loadedBytes).toBeLessThanOrEqual(3 * tileBytes);
    }
    expect(tiled.loadedBytes).toBeGreaterThan(0);
  });

  it('a query does not wait for room that its own tile takes, which arrived meanwhile', async () => {
    const [tiled] = await open(new CountingSource(file), { memory: 2 * tileBytes });
    const houses = { min: { x: 0, y: 0, z: 0 }, max: { x: 39, y: 1, z: 1 } };
    const [, , found] = await Promise.all([tiled.raycast(ray(100)), tiled.raycast(ray(5)), tiled.overlap(houses)]);
    expect(found.size).toBe(20);
  });

  it('many rays load each tile once, even if only one fits', async () => {
    const [tiled, source] = await open(new CountingSource(file), { memory: tileBytes });
    const random = new Random(1);
    const rays = Float64Array.from({ length: 6 * 3000 }, (_, i) =>
      i % 6 === 0 ? random.below(400) + 0.5 : [0, 9, 0.5, 0, -1, 0][i % 6],
    );
    const { ids, ts } = await tiled.raycastMany(rays);
    const expected = whole.raycastMany(rays);
    expect(ids).toEqual(Float64Array.from(expected.ids));
    expect(ts).toEqual(expected.ts);
    expect(source.reads).toHaveLength(22);
  });

  it('the progress never falls and ends with 1', async () => {
    const [tiled] = await open(new CountingSource(file), { memory: 3 * tileBytes });
    for (const ask of [
      (onProgress: (done: number) => void) => tiled.raycastAll(along, { onProgress }),
      (onProgress: (done: number) => void) =>
        tiled.split({ normal: { x: 1, y: 0, z: 0 }, constant: 0 }, { onProgress }),
      (onProgress: (done: number) => void) => tiled.raycastMany(boxes.subarray(0, 600), { onProgress }),
    ]) {
      const told: number[] = [];
      await ask((done) => told.push(done));
      expect(told.at(-1)).toBe(1);
      expect([...told].sort((a, b) => a - b)).toEqual(told);
    }
  });

  it('a set of a tiled scene is a sorted copy, which stays after tiles are evicted', async () => {
    const [tiled] = await open(new CountingSource(file), { memory: tileBytes });
    const { front } = await tiled.split({ normal: { x: 1, y: 0, z: 0 }, constant: -379.5 });
    await tiled.raycast(ray(0));
    expect(front.toArray()).toEqual(Float64Array.from({ length: 10 }, (_, i) => 190 + i));
    expect([front.has(189), front.has(190), front.has(199), front.has(200), front.size]).toEqual([
      false,
      true,
      true,
      false,
      10,
    ]);
    const visited: number[] = [];
    front.forEach((id) => visited.push(id));
    expect(visited).toEqual([...front]);
  });
});

describe('TiledScene.namesOf', () => {
  const house = (id: number) => ({ center: { x: 2 * id + 0.5, y: 0.5, z: 0.5 }, radius: 2 });

  it('namesOf returns the names of the boxes in a set, also after their tiles are evicted', async () => {
    const [tiled, source] = await open(new CountingSource(file), { memory: 1.5 * (await bytesInMemory()) });
    const found = await tiled.overlap(house(9));
    expect(found.toArray()).toEqual(Float64Array.of(8, 9, 10));
    await tiled.raycast(ray(150));
    const reads = source.reads.length;
    expect([...(await tiled.namesOf(found))].sort(([a], [b]) => a - b)).toEqual([
      [8, 'block 0'],
      [9, 'block 0'],
      [10, 'block 1'],
    ]);
    expect(source.reads.length).toBeGreaterThan(reads);
    const none = await tiled.overlap({ x: 0, y: 99, z: 0 });
    expect(await tiled.namesOf(none)).toEqual(new Map());
  });

  it('namesOf leaves out boxes without a name', async () => {
    const scene = new BoxScene({ backend: 'js' });
    for (let x = 0; x < 3; x++) scene.addAabb({ min: { x, y: 0, z: 0 }, max: { x: x + 1, y: 1, z: 1 } });
    const parts = [
      {
        scene,
        ids: [0, 1, 2],
        names: [
          [1, 'the middle'],
          [2, null],
        ] as const,
      },
      { scene, ids: [3, 4, 5] },
    ];
    const [tiled] = await open(new CountingSource(writeTiles(parts)));
    const { front } = await tiled.split({ normal: { x: 1, y: 0, z: 0 }, constant: 9 });
    expect(front.size).toBe(6);
    expect(await tiled.namesOf(front)).toEqual(new Map([[1, 'the middle']]));
  });

  it('namesOf rejects what is no set, unknown options, and with the reason of its signal', async () => {
    const [tiled] = await open();
    const found = await tiled.overlap(house(9));
    await expect(tiled.namesOf([1, 2] as never)).rejects.toThrow('ids must be a set of this scene, got');
    await expect(tiled.namesOf(found, { mask: 1 } as never)).rejects.toThrow('mask');
    await expect(tiled.namesOf(found, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    const progress: number[] = [];
    await tiled.namesOf(found, { onProgress: (done) => progress.push(done) });
    expect(progress.at(-1)).toBe(1);
  });
});

describe('queries of a tiled scene', () => {
  it('queries that share a signal add one listener, and all stop with it', async () => {
    const [tiled] = await open();
    const controller = new AbortController();
    const { signal } = controller;
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const rays = Array.from({ length: 20 }, (_, i) => tiled.raycast(ray(10 * i), { signal }));
    const settled = Promise.allSettled(rays);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
    expect((await settled).every(({ status }) => status === 'fulfilled')).toBe(true);
    const [again] = await open();
    const stopped = [3, 57].map((id) => again.raycast(ray(id), { signal }));
    controller.abort(new Error('enough'));
    for (const query of stopped) await expect(query).rejects.toThrow('enough');
  });

  it('a query stops with its signal, and the others continue', async () => {
    const [tiled, source] = await open();
    const reason = new Error('enough');
    const controller = new AbortController();
    const stopped = tiled.raycast(ray(57), { signal: controller.signal });
    const other = tiled.raycast(ray(51));
    const alone = tiled.raycast(ray(99), { signal: controller.signal });
    controller.abort(reason);
    await expect(stopped).rejects.toBe(reason);
    await expect(alone).rejects.toBe(reason);
    expect(await other).toMatchObject({ id: 51 });
    await expect(tiled.raycast(ray(1), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await tiled.raycast(ray(99))).toMatchObject({ id: 99 });
    expect(source.reads.length).toBeLessThanOrEqual(5);
    expect(tiled.loadedBytes).toBe(2 * (await bytesInMemory()));
  });

  it('a query rejects with the error of the source, and the next one retries', async () => {
    const source = new CountingSource(file);
    const [tiled] = await open(source);
    source.fails = () => new Error('no connection');
    await expect(tiled.raycast(ray(57))).rejects.toThrow(TileSourceError);
    await expect(tiled.raycastMany(boxes.subarray(0, 6))).rejects.toThrow(/no connection/);
    expect(tiled.loadedBytes).toBe(0);
    source.fails = () => null;
    expect(await tiled.raycast(ray(57))).toMatchObject({ id: 57 });
  });

  it('a query of a damaged tile rejects, and other tiles answer', async () => {
    const damaged = file.slice();
    damaged[192 + 5 * tileBytes + 700] ^= 4;
    const [tiled] = await open(new CountingSource(damaged));
    await expect(tiled.raycast(ray(57))).rejects.toThrow(/tile 5 is not readable: its checksum is wrong/);
    await expect(tiled.raycast(ray(57))).rejects.toThrow(SlabtreeFormatError);
    expect(await tiled.raycast(ray(42))).toMatchObject({ id: 42 });
    await expect(tiled.raycastAll(along)).rejects.toThrow(SlabtreeFormatError);
    expect(await tiled.raycast(ray(62))).toMatchObject({ id: 62 });
  });

  it('a query waits for room without blocking others, however many there are', async () => {
    const source = new CountingSource(file);
    const [tiled] = await open(source, { memory: 2 * tileBytes });
    const random = new Random(3);
    const ids = Array.from({ length: 100 }, () => random.below(200));
    source.fails = () => (random.chance(0.2) ? new Error('now and then') : null);
    const answers = await Promise.allSettled(ids.map((id) => tiled.raycast(ray(id))));
    let failed = 0;
    answers.forEach((answer, i) => {
      if (answer.status === 'rejected') failed++;
      else expect(answer.value?.id).toBe(ids[i]);
    });
    expect(failed).toBeLessThan(100);
    source.fails = () => null;
    for (const id of ids.slice(0, 10)) expect(await tiled.raycast(ray(id))).toMatchObject({ id });
  });

  it.each([
    ['ray', (tiled: TiledScene) => tiled.raycast({ origin: { x: NaN, y: 0, z: 0 }, direction: along.direction })],
    ['ray.direction', (tiled: TiledScene) => tiled.raycastAny({ ...along, direction: { x: 0, y: 0, z: 0 } })],
    ['options.tMin', (tiled: TiledScene) => tiled.raycastAll(along, { tMin: NaN })],
    ['options.filter', (tiled: TiledScene) => tiled.raycast(along, { filter: 1 as never })],
    ['options.signal', (tiled: TiledScene) => tiled.raycast(along, { signal: 1 as never })],
    ['rays', (tiled: TiledScene) => tiled.raycastMany(new Float64Array(5))],
    ['rays', (tiled: TiledScene) => tiled.raycastMany(Float64Array.of(0, 0, 0, 0, 0, 0))],
    ['options.triangles', (tiled: TiledScene) => tiled.raycastMany(boxes, { triangles: 1 as never })],
    ['shape', (tiled: TiledScene) => tiled.nearest(1 as never)],
    ['shape', (tiled: TiledScene) => tiled.sweep({ radius: 1 } as never, along.direction)],
    ['motion', (tiled: TiledScene) => tiled.sweep(along.origin, 1 as never)],
    ['options.tMax', (tiled: TiledScene) => tiled.sweepAll(along.origin, along.direction, { tMax: -1 })],
    ['options.side', (tiled: TiledScene) => tiled.sweepAny(along.origin, along.direction, { side: 1 as never })],
    ['no option "into"', (tiled: TiledScene) => tiled.sweep(along.origin, along.direction, { into: {} } as never)],
    ['options.within', (tiled: TiledScene) => tiled.contacts(along.origin, { within: -1 })],
    ['options.count', (tiled: TiledScene) => tiled.nearest(along.origin, { count: 0 })],
    ['shape', (tiled: TiledScene) => tiled.overlap({ center: along.origin, radius: -1 })],
    ['plane', (tiled: TiledScene) => tiled.split({ normal: { x: 0, y: 0, z: 0 }, constant: 0 })],
    ['planes', (tiled: TiledScene) => tiled.cull(1 as never)],
    ['options.mask', (tiled: TiledScene) => tiled.cull([], { mask: 0.5 })],
    ['got an object with normal', (tiled: TiledScene) => tiled.overlap({ normal: along.origin } as never)],
    [
      'ray must be a ray { origin, direction }, got an object with x, y, z',
      (tiled: TiledScene) => tiled.raycast(along.origin as never, along.direction as never),
    ],
    ['give its planes', (tiled: TiledScene) => tiled.cull({ planes: [] } as never)],
  ])('a query rejects a bad argument by name: %s', async (name, ask) => {
    const [tiled, source] = await open();
    await expect(ask(tiled)).rejects.toThrow(name);
    expect(source.reads).toHaveLength(2);
  });

  it.each(['js', 'auto'])(
    'a query answers although its filter runs other queries with memory for one tile (%s)',
    async (backend) => {
      for (const name of ['raycastAll', 'raycast', 'raycastMany', 'nearest'] as const) {
        const [tiled] = await open(undefined, { backend, memory: tileBytes });
        const others: Promise<unknown>[] = [];
        const passes = (id: number): boolean => id % 7 === 6;
        await tiled.raycast(ray(5));
        let next = 0;
        const filter = (id: number): boolean => {
          if (id < 10) others.push(tiled.raycast(ray(10 + (next++ % 190))));
          return passes(id);
        };
        if (name === 'raycastAll') {
          const ids = (await tiled.raycastAll(along, { filter })).map(({ id }) => id);
          expect(ids).toEqual(whole.raycastAll(along, { filter: passes }).map(({ id }) => id));
        } else if (name === 'raycast') {
          expect(await tiled.raycast(along, { filter })).toMatchObject({ id: 6, name: 'block 0', tile: 0 });
        } else if (name === 'raycastMany') {
          const { ids } = await tiled.raycastMany(Float64Array.of(-5, 0.5, 0.5, 1, 0, 0, 500, 0.5, 0.5, -1, 0, 0), {
            filter,
          });
          expect([...ids]).toEqual([6, 195]);
        } else {
          const near = await tiled.nearest({ x: 0, y: 0, z: 0 }, { count: 3, filter });
          expect(near.map(({ id, name: text }) => [id, text])).toEqual([
            [6, 'block 0'],
            [13, 'block 1'],
            [20, 'block 2'],
          ]);
        }
        await Promise.all(others);
        await tiled.close();
      }
    },
  );

  it('a line finds the smaller id of two refined hits at the same least t, in another tile', async () => {
    const far = (id: number): Part => {
      const part = new BoxScene({ backend: 'js' });
      part.addAabb({ min: { x: -1e308, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
      return { scene: part, ids: [id] };
    };
    const tiled = await TiledScene.open(new CountingSource(writeTiles([far(1), far(0)])));
    const slow = { origin: { x: 0, y: 0.5, z: 0.5 }, direction: { x: 1e-10, y: 0, z: 0 } };
    const options = { tMin: -Infinity, solid: true, refine: (_: number, t: number): number => t };
    expect(await tiled.raycast(slow, options)).toMatchObject({ id: 0, t: -Number.MAX_VALUE });
    expect([...(await tiled.raycastMany(Float64Array.of(0, 0.5, 0.5, 1e-10, 0, 0), options)).ids]).toEqual([0]);
    await tiled.close();
  });

  it('a query ends with an answer or an error if its filter closes the scene', async () => {
    const [tiled] = await open();
    await tiled.raycast(ray(5));
    const filter = (id: number): boolean => {
      void tiled.close();
      return id === 6;
    };
    expect(await tiled.raycast(along, { filter })).toMatchObject({ id: 6, name: 'block 0' });
    expect(tiled.loadedBytes).toBe(0);
    await expect(tiled.raycast(ray(5))).rejects.toThrow('closed');
  });

  it('raycastMany names the bad ray before any is cast', async () => {
    const [tiled, source] = await open();
    const rays = new Float64Array(6 * 70_000);
    for (let i = 0; i < 70_000; i++) rays.set([5 * i, 9, 0.5, 0, -1, 0], 6 * i);
    rays[6 * 69_999] = NaN;
    const reads = source.reads.length;
    const calls: number[] = [];
    const filter = (id: number): boolean => calls.push(id) > 0;
    await expect(tiled.raycastMany(rays, { filter })).rejects.toThrow(/rays\[419994\] \(ray 69999\)/);
    expect(source.reads).toHaveLength(reads);
    expect(calls).toEqual([]);
  });

  it('a query copies its arguments before it waits', async () => {
    const [tiled] = await open();
    const moved = ray(57);
    const hit = tiled.raycast(moved);
    moved.origin.x = 0.5;
    expect((await hit)?.id).toBe(57);
  });

  it('a query rejects once the scene is closed, also if it is under way', async () => {
    const [tiled, source] = await open();
    const rejected = expect(tiled.raycast(ray(57))).rejects.toThrow(/has been closed/);
    void tiled.close();
    await tiled.close();
    expect(source.isClosed).toBe(true);
    await rejected;
    await expect(tiled.raycast(ray(57))).rejects.toThrow(/has been closed/);
    await expect(tiled.nearest(along.origin, { signal: new AbortController().signal })).rejects.toThrow(/closed/);
  });
});

describe('TiledScene.open', () => {
  it('a file opens from a host, a path, a blob and a source, with the same answers', async () => {
    const host = await Host.serve(file);
    const folder = mkdtempSync(join(tmpdir(), 'slabtree-tiles-'));
    const path = join(folder, 'street.slabs');
    writeFileSync(path, file);
    for (const source of [host.url, new URL(host.url), path, new Blob([file]), new CountingSource(file)]) {
      const tiled = await TiledScene.open(source);
      expect(await tiled.raycast(ray(57))).toMatchObject({ id: 57 });
      await tiled.close();
    }
    await host.close();
    rmSync(folder, { recursive: true });
  });

  it('a file answers from a host that sometimes fails', async () => {
    const host = await Host.serve(file);
    const behave = host.answer;
    const random = new Random(5);
    host.answer = (response, range, request) => {
      const kind = random.below(6);
      if (kind === 0) response.destroy();
      else if (kind === 1) response.writeHead(503).end();
      else behave(response, range, request);
    };
    const tiled = await TiledScene.open(host.url, { retries: 20, memory: 4 * tileBytes });
    expect((await tiled.raycastAll(along)).map(({ id }) => id)).toEqual(whole.raycastAll(along).map(({ id }) => id));
    await tiled.close();
    await host.close();
  });

  it('a file that is cut short is rejected when it is opened or when its tile is read', async () => {
    for (let length = 0; length < file.length; length += 1 + Math.floor(file.length / runsOf(3))) {
      const cut = new Blob([file.subarray(0, length)]);
      await expect(TiledScene.open(cut), `${length} bytes`).rejects.toThrow(SlabtreeFormatError);
      await expect(TiledScene.open(new CountingSource(file.subarray(0, length)))).rejects.toThrow();
    }
  });

  it('a file with a wrong bit is rejected, or its answers are right', async () => {
    const random = new Random(7);
    const expected = whole.raycastAll(along);
    for (let i = 0; i < runsOf(2); i++) {
      const damaged = file.slice();
      damaged[random.chance(0.3) ? random.below(192) : random.below(file.length)] ^= 1 << random.below(8);
      try {
        const tiled = await TiledScene.open(new CountingSource(damaged), { backend: 'js' });
        const hits = await tiled.raycastAll(along);
        expect(hits).toMatchObject(expected);
      } catch (error) {
        if (!(error instanceof SlabtreeFormatError)) throw error;
      }
    }
  });

  it('a file with a part of another place or file is rejected, or its answers are right', async () => {
    const random = new Random(8);
    const other = street(21).file;
    const expected = whole.raycastAll(along);
    for (let i = 0; i < runsOf(2); i++) {
      const spliced = file.slice();
      const from = random.chance(0.5) ? file : other;
      const length = 64 * (1 + random.below(Math.floor(tileBytes / 64)));
      spliced.set(
        from
          .subarray(0)
          .slice(64 * random.below(100))
          .subarray(0, length),
        64 * random.below(100),
      );
      try {
        const tiled = await TiledScene.open(new CountingSource(spliced), { backend: 'js' });
        const hits = await tiled.raycastAll(along);
        expect(hits).toMatchObject(expected);
      } catch (error) {
        if (!(error instanceof SlabtreeFormatError)) throw error;
      }
    }
  });

  it('a tiled scene is made by open only', () => {
    const Untyped = TiledScene as unknown as new (...given: unknown[]) => TiledScene;
    for (const given of [[], ['city.slabs'], [new CountingSource(file), {}]]) {
      expect(() => new Untyped(...given)).toThrow(
        new TypeError('a TiledScene must be made by TiledScene.open(source)'),
      );
    }
  });

  it('each call accepts its own options, and no other', async () => {
    const names = ['backend', 'signal', 'workerUrl', 'memory', 'timeout', 'retries', 'threads'];
    await expectOptions(names, async (options) => {
      await (await TiledScene.open(new CountingSource(file), options)).close();
    });
    const [tiled] = await open();
    const progress = ['onProgress', 'signal'];
    const ofRay = [...progress, 'tMin', 'tMax', 'solid', 'mask', 'filter', 'refine', 'side', 'boxesOnly'];
    const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0];
    const camera = { view: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], projection };
    const pixel = { x: 1, y: 1, width: 2, height: 2 };
    const shape = { center: along.origin, radius: 9 };
    const plane = { normal: along.direction, constant: -5 };
    const rays = Float64Array.of(-5, 0.5, 0.5, 1, 0, 0);
    await expectOptions(ofRay, (options) => tiled.raycast(along, options));
    await expectOptions(ofRay, (options) => tiled.raycastAny(along, options));
    await expectOptions(ofRay, (options) => tiled.raycastAll(along, options));
    await expectOptions([...ofRay, 'triangles'], (options) => tiled.raycastMany(rays, options));
    await expectOptions([...ofRay, 'clipSpace'], (options) => tiled.pick(pixel, camera, options));
    const ofPoint = [...progress, 'count', 'maxDistance', 'mask', 'filter', 'boxesOnly'];
    await expectOptions(ofPoint, (options) => tiled.nearest(along.origin, options));
    await expectOptions([...progress, 'mask', 'boxesOnly'], (options) => tiled.overlap(shape, options));
    await expectOptions([...progress, 'mask'], (options) => tiled.split(plane, options));
    const found = await tiled.overlap(shape);
    await expectOptions(progress, (options) => tiled.namesOf(found, options));
    await expectOptions([...progress, 'mask'], (options) => tiled.cull([plane], options));
  });

  it('a file is not opened if the signal aborts while the index is inflated', async () => {
    const stop = new AbortController();
    const source = {
      read: (offset: number, length: number) => {
        // After all that happens without a wait.
        if (offset > 0)
          process.nextTick(() => {
            stop.abort(new Error('stopped'));
          });
        return Promise.resolve(file.subarray(offset, offset + length));
      },
    };
    await expect(TiledScene.open(source, { signal: stop.signal })).rejects.toThrow('stopped');
  });

  it('open rejects anything that is no file of tiles, or does not fit', async () => {
    await expect(TiledScene.open(new CountingSource(whole.serialize()))).rejects.toThrow(
      /not a readable file of tiles: it is a scene: open it with BoxScene.deserialize/,
    );
    await expect(TiledScene.open(new Blob([file, file]))).rejects.toThrow(/bytes, but its header says/);
    await expect(TiledScene.open(new CountingSource(file), { memory: tileBytes - 1 })).rejects.toThrow(
      `options.memory must hold the largest tile, which has ${tileBytes} bytes, got ${tileBytes - 1}`,
    );
    for (const bad of [{ memory: 0 }, { timeout: -1 }, { retries: 0.5 }, { backend: 'gpu' as never }]) {
      await expect(TiledScene.open(new CountingSource(file), bad)).rejects.toThrow(
        `options.${Object.keys(bad)[0]} must be`,
      );
    }
  });

  it('a file of tiles may have no boxes', async () => {
    const tiled = await TiledScene.open(new CountingSource(writeTiles([])));
    expect([tiled.size, tiled.bounds]).toEqual([0, null]);
    expect(await tiled.raycast(along)).toBeNull();
    expect(await tiled.nearest(along.origin)).toEqual([]);
    expect((await tiled.cull([])).inside.size).toBe(0);
  });
});
