import { BoxScene, type FloatArray } from 'slabtree';
import { RaycastPool } from 'slabtree/workers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorOf } from './support/errorOf';
import { expectSameBits } from './support/expectSameBits';
import { poolFor } from './support/pools';
import { memoryBytes, someBoxes, someMotions, somePoints, someRays, someScene } from './support/scene';

it('a pool answers calls at the same time: a short one before a long one that began earlier', async () => {
  const scene = someScene('wasm');
  const pool = await poolFor(scene);
  const order: string[] = [];
  const long = someRays(300_000);
  const short = someRays(300, 5);
  const longCall = pool.raycastMany(long).finally(() => order.push('long'));
  const shortCall = pool.raycastMany(short).finally(() => order.push('short'));
  const points = pool.nearestMany(somePoints(500));
  expectSameBits(await shortCall, scene.raycastMany(short));
  expectSameBits(await longCall, scene.raycastMany(long));
  expect((await points).ids).toHaveLength(500);
  expect(order).toEqual(['short', 'long']);
});

describe('progress of a call', () => {
  it('the progress rises from above 0 to 1, and is 1 at once if there are no rays', async () => {
    const pool = await poolFor(someScene('wasm'));
    const told: number[] = [];
    await pool.raycastMany(someRays(20_000), { onProgress: (done) => told.push(done) });
    expect(told.length).toBeGreaterThan(5);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    expect(told[0]).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(1);
    const ofNone: number[] = [];
    await pool.raycastMany(new Float64Array(0), { onProgress: (done) => ofNone.push(done) });
    expect(ofNone).toEqual([1]);
  });

  it('a call rejects with the error of onProgress, and the pool still works', async () => {
    const pool = await poolFor(someScene('wasm'));
    const reason = new Error('told too much');
    const onProgress = () => {
      throw reason;
    };
    await expect(pool.raycastMany(someRays(3000), { onProgress })).rejects.toBe(reason);
    expect((await pool.raycastMany(someRays(10))).ids).toHaveLength(10);
  });
});

describe('a call with an aborted signal', () => {
  it("a call rejects with the signal's reason, before and meanwhile, and other calls continue", async () => {
    const scene = someScene('wasm');
    const pool = await poolFor(scene);
    const reason = { why: 'changed my mind' };
    const rays = someRays(100_000);
    await expect(pool.raycastMany(rays, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const other = pool.raycastMany(rays);
    const onProgress = () => {
      controller.abort(reason);
    };
    await expect(pool.raycastMany(rays, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    expectSameBits(await other, scene.raycastMany(rays));
  });

  it('a signal has no effect after the answer', async () => {
    const pool = await poolFor(someScene('wasm'));
    const controller = new AbortController();
    const hits = await pool.raycastMany(someRays(1000), { signal: controller.signal });
    controller.abort();
    expect(hits.ids).toHaveLength(1000);
  });
});

describe('RaycastPool.close', () => {
  it('close rejects calls under way and later calls, and may be called again', async () => {
    const pool = await RaycastPool.create(someScene('wasm'), { threads: 2 });
    const underWay = expect(pool.raycastMany(someRays(200_000))).rejects.toThrow('the pool was closed');
    await Promise.all([pool.close(), pool.close()]);
    await underWay;
    await pool.close();
    expect(pool.threads).toBe(0);
    await expect(pool.raycastMany(someRays(1))).rejects.toThrow('the pool is closed');
  });

  it('close frees the memory of the threads', async () => {
    const scene = new BoxScene({ shared: true });
    scene.addAabbs(someBoxes(1000));
    const openAndClose = async () => {
      const pool = await RaycastPool.create(scene, { threads: 2 });
      await pool.raycastMany(someRays(50_000));
      await pool.close();
      return memoryBytes(scene);
    };
    await openAndClose();
    const bytes = await openAndClose();
    for (let i = 0; i < 4; i++) expect(await openAndClose()).toBe(bytes);
  });
});

describe('RaycastPool after the end of a thread', () => {
  const workerUrl = new URL('./support/crashingWorker.js', import.meta.url);

  const fatalRays = () => {
    const rays = someRays(5000);
    rays[0] = 999;
    return rays;
  };

  it('the end of a thread rejects the call that it was answering, and another thread takes its place', async () => {
    const scene = someScene('wasm');
    const pool = await poolFor(scene, { threads: 3, workerUrl });
    const rays = someRays(30_000);
    const message = 'a thread ended: it exited with code 3';
    await expect(pool.raycastMany(fatalRays())).rejects.toThrow(message);
    expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
    expect([pool.threads, pool.notice]).toEqual([3, null]);
  });

  it('a call fails because a thread ended, even if a later ray of the call is bad', async () => {
    const pool = await poolFor(someScene('wasm'), { threads: 1, workerUrl });
    const rays = fatalRays();
    rays[rays.length - 1] = NaN;
    await expect(pool.raycastMany(rays)).rejects.toThrow('a thread ended: it exited with code 3');
  });

  it('a thread that ends while it is idle gets no more calls', async () => {
    const scene = someScene('wasm');
    const pool = await poolFor(scene, { threads: 2, workerUrl });
    const rays = someRays(20);
    rays[0] = 998;
    await pool.raycastMany(rays);
    await expect.poll(() => pool.threads).toBe(1);
    expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
  });

  it('a pool whose last thread has ended answers later calls, of the scene as it is then, by new threads', async () => {
    const scene = someScene('wasm');
    const pool = await poolFor(scene, { threads: 1, workerUrl: String(workerUrl) });
    const rays = someRays(5000);
    for (let i = 0; i < 3; i++) {
      const behind = pool.raycastMany(rays);
      await expect(pool.raycastMany(fatalRays())).rejects.toThrow('a thread ended: it exited with code 3');
      await behind.catch(() => undefined);
      scene.addAabb({ min: { x: i, y: 0, z: 0 }, max: { x: i + 1, y: 1, z: 1 } });
      expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
      expect([pool.threads, pool.notice]).toEqual([1, null]);
    }
  });

  it('a pool that can start no new thread answers on the calling thread, and its notice says why', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    });
    const scene = someScene('wasm');
    const pool = await poolFor(scene, { threads: 2, workerUrl });
    vi.stubEnv('NO_MORE_THREADS', '1');
    const rays = someRays(1000);
    for (let i = 0; i < 8 && pool.notice === null; i++) {
      await pool.raycastMany(fatalRays()).catch(() => undefined);
    }
    expectSameBits(await pool.raycastMany(rays), scene.raycastMany(rays));
    expect(pool.threads).toBe(0);
    expect(pool.notice).toMatch(
      /^slabtree\/workers answers on the calling thread: threads could not be started \(.*code 3/,
    );
    expect(warn.mock.calls).toEqual([[pool.notice]]);
  });
});

describe('calls with bad input', () => {
  const bad = (count: number, ...wrong: [index: number, value: number][]): FloatArray => {
    const rays = someRays(count);
    for (const [index, value] of wrong) rays[index] = value;
    return rays;
  };

  it.each([
    ['a late ray with NaN', bad(90_000, [6 * 80_000 + 4, NaN])],
    ['two bad rays, of which the first is named', bad(90_000, [6 * 89_999, Infinity], [6 * 9000 + 1, NaN])],
    ['a direction of zero', bad(4, [9, 0], [10, 0], [11, 0])],
    ['a part of a ray', new Float64Array(7)],
    ['an array of another kind', [1, 2, 3, 4, 5, 6] as unknown as FloatArray],
  ])('a call rejects with the error of the scene: %s', async (_, rays) => {
    const scene = someScene('wasm');
    const pool = await poolFor(scene);
    const refused = await pool.raycastMany(rays).catch((error: unknown) => error);
    expect(refused).toStrictEqual(errorOf(() => scene.raycastMany(rays)));
    expect(await pool.raycastAnyMany(rays).catch((error: unknown) => error)).toStrictEqual(refused);
  });

  it('a call rejects bad points by their index', async () => {
    const pool = await poolFor(someScene('wasm'));
    const points = somePoints(1000);
    points[3 * 700 + 2] = NaN;
    await expect(pool.nearestMany(points)).rejects.toThrow(
      new RangeError('points[2102] (point 700) must be a finite number, got NaN'),
    );
    await expect(pool.nearestMany(new Float32Array(4))).rejects.toThrow(
      new RangeError('points must hold 3 numbers per point, got 4 in all'),
    );
  });

  it('a call rejects bad motions by their number, and a kind that there is not', async () => {
    const pool = await poolFor(someScene('wasm'));
    const motions = someMotions(1000);
    motions[10 * 700 + 6] = -1;
    motions[10 * 900] = NaN;
    await expect(pool.sweepMany('capsule', motions)).rejects.toThrow(
      new RangeError('motions[700].radius must not be negative, got -1'),
    );
    await expect(pool.sweepMany('capsule', new Float32Array(4))).rejects.toThrow(
      new RangeError('motions must hold 10 numbers per capsule and motion, got 4 in all'),
    );
    await expect(pool.sweepMany('ball' as never, motions)).rejects.toThrow(/^kind must be one of 'point', 'sphere'/);
    const withFilter = { filter: () => true };
    await expect(pool.sweepMany('capsule', motions, withFilter as never)).rejects.toThrow(
      /^options\.filter is a function/,
    );
  });

  it('a call rejects bad options with the error of the scene, and functions, which threads cannot call', async () => {
    const scene = someScene('wasm');
    const pool = await poolFor(scene);
    const rays = someRays(1);
    const options = { tMin: 3, tMax: 2 };
    expect(await pool.raycastMany(rays, options).catch((error: unknown) => error)).toStrictEqual(
      errorOf(() => scene.raycastMany(rays, options)),
    );
    const withFilter = { mask: 1, filter: () => true };
    await expect(pool.raycastMany(rays, withFilter)).rejects.toThrow(/^options\.filter is a function, which threads/);
    await expect(pool.nearestMany(somePoints(1), { count: 2 } as never)).rejects.toThrow(/^options\.count must be 1/);
    await expect(pool.raycastMany(rays, { onProgress: 1 as never })).rejects.toThrow(/^options\.onProgress must be a/);
    await expect(pool.raycastMany(rays, { signal: {} as never })).rejects.toThrow(/^options\.signal must be an/);
  });

  it('create rejects bad options of a pool', async () => {
    const scene = someScene('wasm');
    await expect(RaycastPool.create({} as never)).rejects.toThrow('scene must be a BoxScene, got an object');
    for (const threads of [0, 1.5, -1, NaN]) {
      await expect(RaycastPool.create(scene, { threads })).rejects.toThrow(/^options\.threads must be an integer/);
    }
    await expect(RaycastPool.create(scene, { workerUrl: 5 as never })).rejects.toThrow(/^options\.workerUrl must be/);
  });
});
