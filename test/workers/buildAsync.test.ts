import { Worker } from 'node:worker_threads';
import { type Backend, BoxScene, type FloatArray } from 'slabtree';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorOf } from './support/errorOf';
import { expectSameBits } from './support/expectSameBits';
import { someBoxes, somePoints, someRays } from './support/scene';
import { secondsPass, silentScript } from './support/silentScript';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const built = (boxes: FloatArray, mask?: number, backend: Backend = 'wasm') => {
  const scene = new BoxScene({ backend });
  scene.addAabbs(boxes, mask);
  scene.commit();
  return scene;
};

function expectSameScene(actual: BoxScene, expected: BoxScene): void {
  expect(actual.size).toBe(expected.size);
  expect(actual.bounds).toEqual(expected.bounds);
  expect(actual.statistics()).toEqual(expected.statistics());
  const rays = someRays(2000);
  for (const options of [{}, { mask: 4 }]) {
    expectSameBits(actual.raycastMany(rays, options), expected.raycastMany(rays, options));
  }
  const [x, y, z] = somePoints(1);
  const near = { count: 10 };
  expect(actual.nearest({ x, y, z }, near)).toEqual(expected.nearest({ x, y, z }, near));
}

describe.each<Backend>(['wasm', 'js'])("buildAsync on backend '%s'", (backend) => {
  it.each([
    ['Float64Array', someBoxes(70_000)],
    ['Float32Array', Float32Array.from({ length: 6 * 900 }, (_, i) => (i % 7) + (i % 6 < 3 ? 0 : 8))],
    ['no box', new Float64Array(0)],
    ['one box', someBoxes(1)],
  ])('makes the scene that addAabbs and commit make, from %s', async (_, boxes) => {
    const scene = await BoxScene.buildAsync(boxes, { backend });
    expect(scene.backend).toBe(backend);
    expect(scene.isShared).toBe(false);
    expectSameScene(scene, built(boxes, undefined, backend));
  });
});

it('makes a scene that can be changed and shared like any other, from boxes with a mask', async () => {
  const boxes = someBoxes(1000);
  const scene = await BoxScene.buildAsync(boxes, { shared: true, mask: 2 });
  const same = built(boxes, 2);
  expect(scene.isShared).toBe(true);
  expectSameScene(scene, same);
  for (const each of [scene, same]) {
    each.remove(3);
    each.setMask(5, 4);
    each.addAabbs(someBoxes(50, 7), 4);
  }
  expectSameScene(scene, same);
  expectSameScene(BoxScene.attach(scene.handle()), same);
});

it('does not change the boxes', async () => {
  const boxes = someBoxes(500);
  const before = boxes.slice();
  await BoxScene.buildAsync(boxes);
  expect(boxes).toEqual(before);
});

it('reports rising progress often, up to 1, while the event loop runs', async () => {
  const told: number[] = [];
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await BoxScene.buildAsync(someBoxes(150_000), { onProgress: (done) => told.push(done) });
  clearImmediate(timer);
  expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
  expect(told[0]).toBeGreaterThan(0);
  expect(told.at(-1)).toBe(1);
  // It also reports while the thread builds the tree, which is a single call.
  expect(told.filter((done) => done > 0.15 && done < 0.45).length).toBeGreaterThan(1);
  expect(turns).toBeGreaterThan(told.length);
});

describe('an aborted signal', () => {
  const reason = new Error('no longer wanted');

  it.each([0, 0.05, 0.3, 0.9, 0.99])('rejects with its reason when %d of the work is done', async (share) => {
    const controller = new AbortController();
    const told: number[] = [];
    const onProgress = (done: number) => {
      told.push(done);
      if (done >= share) controller.abort(reason);
    };
    if (share === 0) controller.abort(reason);
    const building = BoxScene.buildAsync(someBoxes(150_000), { signal: controller.signal, onProgress });
    await expect(building).rejects.toBe(reason);
    const { length } = told;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toHaveLength(length);
  });

  it('rejects at once while the thread starts, and ends the thread', async () => {
    const warn = vi.spyOn(console, 'warn');
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    const controller = new AbortController();
    const building = BoxScene.buildAsync(someBoxes(10), { signal: controller.signal, workerUrl: silentScript });
    setTimeout(() => {
      controller.abort(reason);
    }, 100);
    await expect(building).rejects.toBe(reason);
    await vi.waitFor(() => {
      expect(terminate).toHaveBeenCalledTimes(1);
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it('has no effect after the scene has been built', async () => {
    const controller = new AbortController();
    const scene = await BoxScene.buildAsync(someBoxes(10), { signal: controller.signal });
    controller.abort();
    expect(scene.size).toBe(10);
  });
});

it('rejects with what onProgress has thrown', async () => {
  const reason = new Error('told too much');
  const onProgress = () => {
    throw reason;
  };
  await expect(BoxScene.buildAsync(someBoxes(1000), { onProgress })).rejects.toBe(reason);
});

it('rejects if the thread ends', async () => {
  const boxes = someBoxes(100_000);
  boxes[6 * 65_536] = 999;
  boxes[6 * 65_536 + 3] = 999;
  const workerUrl = new URL('./support/crashingWorker.js', import.meta.url);
  await expect(BoxScene.buildAsync(boxes, { workerUrl })).rejects.toThrow('a thread ended: it exited with code 3');
});

describe('bad input', () => {
  const withNumber = (index: number, value: number) => {
    const boxes = someBoxes(100_000);
    boxes[index] = value;
    return boxes;
  };

  it.each([
    ['a late box with NaN', withNumber(6 * 99_000 + 1, NaN)],
    ['a box whose min is greater than its max', withNumber(6 * 70_000, 1000)],
    ['a part of a box', new Float64Array(7)],
    ['an array of another kind', [0, 0, 0, 1, 1, 1] as unknown as FloatArray],
  ])('is rejected with the error of addAabbs: %s', async (_, boxes) => {
    const refused = await BoxScene.buildAsync(boxes).catch((error: unknown) => error);
    expect(refused).toStrictEqual(errorOf(() => built(boxes)));
  });

  it('is rejected in options', async () => {
    const boxes = someBoxes(1);
    const refused = async (options: object) => {
      const error: unknown = await BoxScene.buildAsync(boxes, options).catch((reason: unknown) => reason);
      return String(error);
    };
    expect(await refused({ mask: 0.5 })).toMatch(/^RangeError: options\.mask must be a 32-bit integer/);
    expect(await refused({ backend: 'gpu' })).toMatch(/^RangeError: options\.backend must be/);
    expect(await refused({ shared: 1 })).toMatch(/^TypeError: options\.shared must be/);
    expect(await refused({ onProgress: 1 })).toMatch(/^TypeError: options\.onProgress must be a function/);
    const aborted = { aborted: false };
    const heard = { aborted: false, addEventListener: () => undefined };
    for (const signal of [1, aborted, heard, { ...heard, removeEventListener: 1 }]) {
      expect(await refused({ signal })).toMatch(/^TypeError: options\.signal must be an AbortSignal/);
    }
    expect(await refused({ workerUrl: 1 })).toMatch(/^TypeError: options\.workerUrl must be a string or a URL/);
    expect(await refused([])).toMatch(/^TypeError: options must be an object/);
  });
});

it('builds on the calling thread if no other can be started, and says why', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined).mock.calls;
  const workerUrl = new URL('./support/noSuchWorker.js', import.meta.url);
  const boxes = someBoxes(3000);
  const told: number[] = [];
  const scene = await BoxScene.buildAsync(boxes, { workerUrl, onProgress: (done) => told.push(done) });
  expectSameScene(scene, built(boxes));
  expect(told).toEqual([1]);
  expect(warnings).toEqual([
    [expect.stringMatching(/^BoxScene\.buildAsync builds on the calling thread: threads could not be .*noSuchWorker/)],
  ]);
});

it('builds on the calling thread if the script of the thread is the wrong one and never answers', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined).mock.calls;
  const boxes = someBoxes(100);
  const scene = await secondsPass(() => BoxScene.buildAsync(boxes, { workerUrl: silentScript }));
  expectSameScene(scene, built(boxes));
  expect(warnings).toEqual([[expect.stringContaining('its script did not answer in 10 seconds')]]);
});
