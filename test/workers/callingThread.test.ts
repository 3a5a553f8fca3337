import { type Backend, BoxScene } from 'slabtree';
import { RaycastPool } from 'slabtree/workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectSameBits } from './support/expectSameBits';
import { memoryBytes, somePoints, someRays, someScene } from './support/scene';
import { secondsPass, silentScript } from './support/silentScript';

let warnings: unknown[][] = [];

beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined).mock.calls;
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const unshared = (backend: Backend = 'wasm') => someScene(backend, {});

it('errors of the scene do not make a pool answer on the calling thread', async () => {
  const writer = someScene('wasm');
  const reader = BoxScene.attach(writer.handle());
  reader.detach();
  await expect(RaycastPool.create(reader)).rejects.toThrow(/detached/);
  expect(warnings).toEqual([]);
});

describe('RaycastPool without threads', () => {
  it.each<Backend>(['wasm', 'js'])("the calling thread gives the same answers, on backend '%s'", async (backend) => {
    const scene = unshared(backend);
    const pool = await RaycastPool.create(scene);
    expect(pool.threads).toBe(0);
    const told: number[] = [];
    const rays = someRays(9000);
    const options = { mask: 2, tMax: 60 };
    const onProgress = (done: number) => told.push(done);
    const expected = scene.raycastMany(rays, options);
    expectSameBits(await pool.raycastMany(rays, { ...options, onProgress }), expected);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    expect(await pool.raycastAnyMany(rays, options)).toEqual(Uint8Array.from(expected.ids, (id) => (id < 0 ? 0 : 1)));
    expect((await pool.nearestMany(somePoints(10))).ids).toHaveLength(10);
  });

  it('the event loop runs during a call on the calling thread', async () => {
    const pool = await RaycastPool.create(unshared('js'));
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await pool.raycastMany(someRays(20_000));
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it('a change of the scene rejects calls that are under way, and not later ones', async () => {
    const scene = unshared();
    const pool = await RaycastPool.create(scene);
    const rays = someRays(20_000);
    const underWay = expect(pool.raycastMany(rays)).rejects.toThrow(/^the scene changed before/);
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
    expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
    await underWay;
  });

  it('a call rejects bad rays with the error of the scene, and rejects when it is aborted or closed', async () => {
    const pool = await RaycastPool.create(unshared());
    const rays = someRays(5000);
    const reason = new Error('no longer wanted');
    const controller = new AbortController();
    const aborted = expect(pool.raycastMany(rays, { signal: controller.signal })).rejects.toBe(reason);
    controller.abort(reason);
    await aborted;
    rays[6 * 4000] = NaN;
    const message = 'rays[24000] (ray 4000) must be a finite number, got NaN';
    await expect(pool.raycastMany(rays)).rejects.toThrow(new RangeError(message));
    const closed = expect(pool.raycastMany(rays)).rejects.toThrow('the pool was closed');
    await pool.close();
    await closed;
    await expect(pool.raycastMany(rays)).rejects.toThrow('the pool is closed');
  });
});

describe('the notice, which is also a warning on the console', () => {
  it('the notice says that the scene is not shared', async () => {
    const { notice } = await RaycastPool.create(unshared());
    expect(notice).toMatch(/^slabtree\/workers answers on the calling thread: the scene is not shared: .*shared: true/);
    expect(warnings).toEqual([[notice]]);
  });

  it('the notice names the headers that a page lacks', async () => {
    vi.stubGlobal('crossOriginIsolated', false);
    const { notice } = await RaycastPool.create(unshared());
    expect(notice).toContain('Cross-Origin-Opener-Policy: same-origin');
    expect(notice).toContain('Cross-Origin-Embedder-Policy: require-corp');
  });

  it('the notice says why threads could not be started, and no thread is left running', async () => {
    const workerUrl = new URL('./support/noSuchWorker.js', import.meta.url);
    const scene = someScene('wasm');
    const pool = await RaycastPool.create(scene, { threads: 2, workerUrl });
    expect(pool.threads).toBe(0);
    expect(pool.notice).toMatch(/threads could not be started \(a thread ended: .*noSuchWorker/);
    expect(pool.notice).toContain("check that worker.js, the threads' script, is beside");
    expect(pool.notice).not.toContain('page');
    expect(warnings).toEqual([[pool.notice]]);
    const rays = someRays(300);
    expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
  });

  it('the notice says that a single thread ended as it started, and the others free their memory', async () => {
    const workerUrl = new URL('./support/halfStartingWorker.js', import.meta.url);
    const scene = someScene('wasm');
    const tryOnce = async () => {
      const { notice } = await RaycastPool.create(scene, { threads: 4, workerUrl });
      expect(notice).toContain('a thread ended: it exited with code 3');
      return memoryBytes(scene);
    };
    await tryOnce();
    const bytes = await tryOnce();
    // Two threads with their first 16 pages of 64 KB each may not have run at the same time before.
    for (let i = 0; i < 8; i++) expect(await tryOnce()).toBeLessThanOrEqual(bytes + 2 * 16 * 65_536);
  });

  it("the notice says that the threads' script never responds", async () => {
    const scene = someScene('wasm');
    const pool = await secondsPass(() => RaycastPool.create(scene, { threads: 2, workerUrl: silentScript }));
    expect(pool.threads).toBe(0);
    expect(pool.notice).toContain('its script did not answer in 10 seconds');
  });

  it('the notice is null if threads answer', async () => {
    const pool = await RaycastPool.create(new BoxScene({ shared: true }), { threads: 1 });
    expect(pool.notice).toBeNull();
    expect(warnings).toEqual([]);
    await pool.close();
  });
});
