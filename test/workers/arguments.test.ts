import { BoxScene } from 'slabtree';
import { expect, it, vi } from 'vitest';
import { readableOnce, shared, transferred } from '../support/hostileArguments';
import { expectOptions } from '../support/expectOptions';
import { expectSameBits } from './support/expectSameBits';
import { RaycastPool } from 'slabtree/workers';
import { poolFor } from './support/pools';
import { someBoxes, somePoints, someRays, someScene } from './support/scene';

const gone = /must have its numbers, but its buffer was transferred/;

it('reads every option of a call once', async () => {
  const scene = someScene('wasm');
  const pool = await poolFor(scene, readableOnce({ threads: 2 }));
  const rays = someRays(1000);
  const range = { tMin: 1, tMax: 60, solid: true, mask: 1 };
  expectSameBits(await pool.raycastMany(rays, readableOnce(range)), scene.raycastMany(rays, range));
  const anyHit = await pool.raycastAnyMany(rays, readableOnce({ ...range, onProgress: () => undefined }));
  expect([...anyHit].map(Boolean)).toEqual([...scene.raycastMany(rays, range).ids].map((id) => id >= 0));
  const near = { maxDistance: 5, mask: 1 };
  const points = somePoints(10);
  const { ids } = await pool.nearestMany(points, readableOnce(near));
  const expected = Array.from(ids, (_, i) => {
    const [x, y, z] = points.subarray(3 * i);
    return scene.nearest({ x, y, z }, near).at(0)?.id ?? -1;
  });
  expect([...ids]).toEqual(expected);
});

it('reads every option of buildAsync once', async () => {
  const boxes = someBoxes(500);
  const scene = await BoxScene.buildAsync(boxes, readableOnce({ backend: 'js', shared: 'auto', mask: 3 }));
  expect([scene.backend, scene.isShared, scene.size]).toEqual(['js', true, 500]);
  expect(scene.overlap(scene.bounds ?? { center: { x: 0, y: 0, z: 0 }, radius: 1 }, { mask: 4 }).size).toBe(0);
});

it('reads every option of attach, deserialize and deserializeStream once', async () => {
  const scene = someScene('wasm');
  const attached = BoxScene.attach(readableOnce(scene.handle()), readableOnce({ backend: 'js' }));
  expect([attached.backend, attached.size]).toEqual(['js', scene.size]);
  const bytes = scene.serialize();
  const options = { backend: 'js', shared: true } as const;
  expect(BoxScene.deserialize(bytes, readableOnce({ ...options, byteOffset: 0 })).size).toBe(scene.size);
  expect((await BoxScene.deserializeStream([bytes], readableOnce(options))).size).toBe(scene.size);
});

it.each([2, 0])('takes rays and boxes in shared memory (%i threads)', async (threads) => {
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

it.each([2, 0])('rejects rays that are transferred before or during the call (%i threads)', async (threads) => {
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

it('rejects boxes that are transferred while a thread builds from them', async () => {
  await expect(BoxScene.buildAsync(transferred(someBoxes(10)))).rejects.toThrow(gone);
  const boxes = someBoxes(200_000);
  const building = BoxScene.buildAsync(boxes);
  transferred(boxes);
  await expect(building).rejects.toThrow(gone);
});

it.each([2, 0])('takes the options of each call, and no other (%i threads)', async (threads) => {
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
});

it('a pool is made by create only', () => {
  const Untyped = RaycastPool as unknown as new (...given: unknown[]) => RaycastPool;
  for (const given of [[], [someScene('js')], [someScene('js'), { threads: 2 }]]) {
    expect(() => new Untyped(...given)).toThrow(
      new TypeError('a RaycastPool must be made by RaycastPool.create(scene)'),
    );
  }
});
