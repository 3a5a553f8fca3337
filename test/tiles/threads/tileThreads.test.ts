import { BoxScene } from 'slabtree';
import { TiledScene, type TiledSceneOptions } from 'slabtree/tiles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Random } from '../../support/random';
import { expectSameBits } from '../../workers/support/expectSameBits';
import { largestTile } from '../support/tiledCases';
import { CountingSource, type Part, writeTiles } from '../support/writeTiles';

const TILES = 20;

/** A row of houses along x, ten to a tile, each 1 wide with a gap of 1. Some are turned boxes. */
function street(): { file: Uint8Array; whole: BoxScene } {
  const whole = new BoxScene();
  const parts: Part[] = Array.from({ length: TILES }, (_, tile) => {
    const scene = new BoxScene({ backend: 'js' });
    const ids = Array.from({ length: 10 }, (_, i) => 10 * tile + i);
    for (const id of ids) {
      for (const each of [scene, whole]) {
        if (id % 3 > 0) each.addAabb({ min: { x: 2 * id, y: 0, z: 0 }, max: { x: 2 * id + 1, y: 1, z: 1 } });
        else {
          const matrix = [1, 0.2, 0, 0, -0.2, 1, 0, 0, 0, 0, 1, 0, 2 * id, 0, 0, 1];
          each.addObb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 }, matrix });
        }
      }
    }
    return { scene, ids };
  });
  return { file: writeTiles(parts), whole };
}

const { file, whole } = street();
const tileBytes = await largestTile(file);

/** Rays down to the street, from one x to another. */
function raysDown(count: number, from = 0, to = 20 * TILES): Float64Array {
  const random = new Random(count);
  const rays = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    rays.set([random.between(from, to), 9, 0.5, random.between(-0.2, 0.2), -1, 0], 6 * i);
  }
  return rays;
}

function expected(rays: Float64Array): object {
  const { ids, ts } = whole.raycastMany(rays);
  return { ids: Float64Array.from(ids), ts };
}

let scene: TiledScene | undefined;
let warnings: unknown[][] = [];

beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined).mock.calls;
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await scene?.close();
});

async function open(options: TiledSceneOptions = {}, source = new CountingSource(file)): Promise<TiledScene> {
  return (scene = await TiledScene.open(source, { threads: 2, ...options }));
}

describe('TiledScene with threads', () => {
  it('threads cast batches, and are as many as requested until the scene is closed', async () => {
    const tiled = await open({ threads: 3 });
    expect(tiled.threads).toBe(3);
    expect(tiled.notice).toBeNull();
    const rays = raysDown(5000);
    expectSameBits(await tiled.raycastMany(rays), expected(rays));
    await tiled.close();
    expect(tiled.threads).toBe(0);
    await expect(tiled.raycastMany(rays)).rejects.toThrow('the scene has been closed');
    await tiled.close();
  });

  it("the threads are as many as the machine runs at once with 'auto', and none by default", async () => {
    expect((await open({ threads: 'auto' })).threads).toBeGreaterThan(0);
    await scene?.close();
    scene = await TiledScene.open(new CountingSource(file));
    expect([scene.threads, scene.notice]).toEqual([0, null]);
  });

  it.each([0, 257, 1.5, 'many'])('a tiled scene rejects %s threads', async (threads) => {
    await expect(open({ threads: threads as number })).rejects.toThrow(/options\.threads must be/);
  });

  it('threads load each tile once for many rays, even if only one fits', async () => {
    const source = new CountingSource(file);
    const tiled = await open({ memory: tileBytes }, source);
    const rays = raysDown(20_000);
    for (let at = 3; at < rays.length; at += 6) rays[at] = 0;
    expectSameBits(await tiled.raycastMany(rays), expected(rays));
    expect(source.reads.length).toBeLessThanOrEqual(TILES + 6);
  });

  it('other queries answer while a batch runs, also those for which tiles must come and go', async () => {
    const tiled = await open({ memory: 3 * tileBytes });
    const rays = raysDown(400_000, 0, 40);
    await tiled.raycastMany(rays.subarray(0, 6 * 1000));
    const order: string[] = [];
    const batch = tiled.raycastMany(rays).finally(() => order.push('batch'));
    for (const id of [199, 121, 44]) {
      const ray = { origin: { x: 2 * id + 0.5, y: 9, z: 0.5 }, direction: { x: 0, y: -1, z: 0 } };
      expect(await tiled.raycast(ray)).toMatchObject({ id, tile: Math.floor(id / 10) });
      order.push('ray');
    }
    expect(order[0]).toBe('ray');
    expectSameBits(await batch, expected(rays));
  });

  it('the calling thread casts batches with a filter or refine', async () => {
    const tiled = await open();
    const rays = raysDown(1000);
    const filter = (id: number): boolean => id % 2 === 0;
    const { ids } = await tiled.raycastMany(rays, { filter });
    expect(ids).toEqual(Float64Array.from(whole.raycastMany(rays, { filter }).ids));
  });

  it('the calling thread casts rays from so far away that threads would miss tiles', async () => {
    const tiled = await open();
    const rays = raysDown(1000);
    for (let at = 0; at < rays.length; at += 6) {
      rays.set([rays[at] + 2 ** 60, 0.5 + 2 ** 60, 0.5, -1, -1, 0], at);
    }
    expectSameBits(await tiled.raycastMany(rays), expected(rays));
  });

  it('the progress of threads never falls and ends with 1', async () => {
    const tiled = await open({ memory: 2 * tileBytes });
    const told: number[] = [];
    await tiled.raycastMany(raysDown(10_000), { onProgress: (done) => told.push(done) });
    expect(told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toBe(1);
    expect([...told].sort((a, b) => a - b)).toEqual(told);
  });
});

describe('batches in threads', () => {
  it('a batch stops with its signal, and others continue', async () => {
    const tiled = await open();
    const rays = raysDown(300_000);
    const controller = new AbortController();
    const reason = new Error('enough');
    const onProgress = (): void => {
      controller.abort(reason);
    };
    const stopped = expect(tiled.raycastMany(rays, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    const other = tiled.raycastMany(rays.subarray(0, 60_000));
    await stopped;
    expectSameBits(await other, expected(rays.subarray(0, 60_000)));
  });

  it('a batch rejects if the scene is closed', async () => {
    const tiled = await open();
    const batch = expect(tiled.raycastMany(raysDown(300_000))).rejects.toThrow('the scene has been closed');
    await tiled.close();
    await batch;
    expect(tiled.loadedBytes).toBe(0);
  });

  it('a batch rejects with the error of the source, and the next one retries', async () => {
    const source = new CountingSource(file);
    const tiled = await open({ retries: 0 }, source);
    const rays = raysDown(5000);
    source.fails = () => new Error('no connection');
    await expect(tiled.raycastMany(rays)).rejects.toThrow(/no connection/);
    source.fails = () => null;
    expectSameBits(await tiled.raycastMany(rays), expected(rays));
  });

  it('a batch is answered if its rays end threads, and later batches have new threads', async () => {
    const workerUrl = new URL('../../workers/support/crashingWorker.js', import.meta.url);
    const tiled = await open({ workerUrl });
    const fatalRays = raysDown(5000);
    fatalRays[0] = 999;
    const rays = raysDown(60_000);
    for (let i = 0; i < 3; i++) {
      expectSameBits(await tiled.raycastMany(fatalRays), expected(fatalRays));
      expectSameBits(await tiled.raycastMany(rays), expected(rays));
      expect(tiled.threads).toBe(2);
    }
  });
});

describe('TiledScene without threads', () => {
  it('the calling thread answers, and a notice gives the reason, where no memory can be shared', async () => {
    vi.stubGlobal('SharedArrayBuffer', undefined);
    const tiled = await open();
    expect(tiled.threads).toBe(0);
    expect(tiled.notice).toMatch(/^slabtree\/tiles casts rays on the calling thread: there is no SharedArrayBuffer/);
    expect(warnings).toEqual([[tiled.notice]]);
    const rays = raysDown(5000);
    expectSameBits(await tiled.raycastMany(rays), expected(rays));
  });

  it("the calling thread answers, and a notice gives the reason, where the threads' script is missing", async () => {
    const tiled = await open({ workerUrl: '/nowhere/worker.js' });
    expect(tiled.threads).toBe(0);
    expect(tiled.notice).toMatch(/threads could not be started .*nowhere/);
    const rays = raysDown(5000);
    expectSameBits(await tiled.raycastMany(rays), expected(rays));
  });
});
