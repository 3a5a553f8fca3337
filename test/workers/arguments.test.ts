import { BoxScene, SceneNames } from 'slabtree';
import { describe, expect, it, vi } from 'vitest';
import { readableOnce, shared, transferred } from '../support/hostileArguments';
import { expectOptions } from '../support/expectOptions';
import { makingCalls } from '../support/publicCalls';
import { expectSameBits } from './support/expectSameBits';
import { arithmeticScript, poolCalls, poolMakingCalls, taskPoolCalls, taskPoolMakingCalls } from './support/poolCalls';
import { RaycastPool, TaskPool } from 'slabtree/workers';
import type { ArithmeticTasks } from './support/arithmetic';
import { poolFor } from './support/pools';
import { someBoxes, someMotions, somePoints, someRays, someScene } from './support/scene';

const gone = /must have its numbers, but its buffer was transferred/;

/** What tells the answer of a call from another. */
function contentOf(answer: unknown): unknown {
  if (answer instanceof BoxScene) return [answer.backend, answer.isShared, Buffer.from(answer.serialize())];
  return answer instanceof SceneNames ? answer.runs : answer;
}

describe('arguments of pools and scenes', () => {
  it.each(makingCalls)('%s reads each argument once and uses the values that it checked', async (_, given, call) => {
    const plainly = contentOf(await call(...(given as never[])));
    expect(contentOf(await call(...(given.map(readableOnce) as never[])))).toEqual(plainly);
  });

  it.each(poolMakingCalls)(
    '%s reads each argument once and uses the values that it checked',
    async (_, given, call) => {
      const scene = someScene('wasm');
      const plainly = await call(scene, ...(given as never[]));
      expect(await call(scene, ...(given.map(readableOnce) as never[]))).toEqual(plainly);
    },
  );

  it.each(poolCalls)('%s reads each argument once and uses the values that it checked', async (_, given, call) => {
    const pool = await poolFor(someScene('wasm'), { threads: 2 });
    const plainly = await call(pool, ...(given as never[]));
    expect(await call(pool, ...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });

  it.each(taskPoolMakingCalls)(
    '%s reads each argument once and uses the values that it checked',
    async (_, given, call) => {
      const plainly = await call(arithmeticScript, ...(given as never[]));
      expect(await call(arithmeticScript, ...(given.map(readableOnce) as never[]))).toEqual(plainly);
    },
  );

  it.each(taskPoolCalls)('%s reads each argument once and uses the values that it checked', async (_, given, call) => {
    const pool = await TaskPool.create<ArithmeticTasks>(arithmeticScript, { threads: 1, data: 1 });
    const plainly = await call(pool, ...(given as never[]));
    expect(await call(pool, ...(given.map(readableOnce) as never[]))).toEqual(plainly);
    await pool.close();
  });
});

it.each([2, 0])('a pool accepts rays and boxes in shared memory (%i threads)', async (threads) => {
  const scene = someScene('wasm', { shared: threads > 0 });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const pool = await poolFor(scene, { threads: 2 });
  warn.mockRestore();
  expect(pool.threads).toBe(threads);
  const rays = someRays(1000);
  expectSameBits(await pool.raycastMany(shared(rays)), scene.raycastMany(rays));
  const boxes = someBoxes(500);
  const built = await BoxScene.buildAsync(shared(boxes));
  expectSameBits(built.raycastMany(rays), (await BoxScene.buildAsync(boxes)).raycastMany(rays));
});

it.each([2, 0])('a pool rejects rays that are transferred before or during the call (%i threads)', async (threads) => {
  const scene = someScene('wasm', { shared: threads > 0 });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const pool = await poolFor(scene, { threads: 2 });
  warn.mockRestore();
  await expect(pool.raycastMany(transferred(someRays(10)))).rejects.toThrow(gone);
  await expect(pool.nearestMany(transferred(somePoints(10)))).rejects.toThrow(gone);
  const rays = someRays(300_000);
  const call = pool.raycastMany(rays);
  transferred(rays);
  await expect(call).rejects.toThrow(gone);
  expect((await pool.raycastMany(someRays(10))).ids).toHaveLength(10);
});

it('buildAsync rejects boxes that are transferred while a thread builds from them', async () => {
  await expect(BoxScene.buildAsync(transferred(someBoxes(10)))).rejects.toThrow(gone);
  const boxes = someBoxes(200_000);
  const building = BoxScene.buildAsync(boxes);
  transferred(boxes);
  await expect(building).rejects.toThrow(gone);
});

it.each([2, 0])('each call of a pool accepts its own options, and no other (%i threads)', async (threads) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const scene = someScene('wasm', { shared: threads > 0 });
  await expectOptions(['threads', 'workerUrl'], (options) => poolFor(scene, { threads: 1, ...options }));
  const pool = await poolFor(scene, { threads: 2 });
  warn.mockRestore();
  const rays = someRays(10);
  const ofRays = ['tMin', 'tMax', 'solid', 'mask', 'side', 'boxesOnly', 'onProgress', 'signal'];
  await expectOptions([...ofRays, 'triangles'], (options) => pool.raycastMany(rays, options));
  await expectOptions(ofRays, (options) => pool.raycastAnyMany(rays, options));
  const ofPoints = ['maxDistance', 'mask', 'boxesOnly', 'triangles', 'onProgress', 'signal'];
  await expectOptions(ofPoints, (options) => pool.nearestMany(somePoints(10), options));
  const ofMotions = ['tMax', 'margin', 'ignoreStart', 'side', 'mask', 'boxesOnly', 'features', 'onProgress', 'signal'];
  await expectOptions(ofMotions, (options) => pool.sweepMany('capsule', someMotions(10), options));
});

it('a pool is made by create only', () => {
  const Untyped = RaycastPool as unknown as new (...given: unknown[]) => RaycastPool;
  for (const given of [[], [someScene('js')], [someScene('js'), { threads: 2 }]]) {
    expect(() => new Untyped(...given)).toThrow(
      new TypeError('a RaycastPool must be made by RaycastPool.create(scene)'),
    );
  }
});
