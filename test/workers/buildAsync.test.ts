import { Worker } from 'node:worker_threads';
import { type Backend, BoxScene, type BuildOptions, type FloatArray } from 'slabtree';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorOf } from './support/errorOf';
import { expectSameBits } from './support/expectSameBits';
import { someBoxes, somePoints, someRays } from './support/scene';
import { secondsPass, silentScript } from './support/silentScript';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
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
  ])('buildAsync makes the scene that addAabbs and commit make, from %s', async (_, boxes) => {
    const scene = await BoxScene.buildAsync(boxes, { backend });
    expect(scene.backend).toBe(backend);
    expect(scene.isShared).toBe(false);
    expectSameScene(scene, built(boxes, undefined, backend));
  });
});

it('a scene that is not shared has as much room as elsewhere', async () => {
  const { Memory } = WebAssembly;
  class Scarce extends Memory {
    constructor(size: ConstructorParameters<typeof Memory>[0]) {
      if (size.shared === true && size.maximum > 512) throw new RangeError('could not allocate memory');
      super(size);
    }
  }
  vi.stubGlobal('WebAssembly', Object.create(WebAssembly, { Memory: { value: Scarce } }));
  const warn = vi.spyOn(console, 'warn');
  const boxes = someBoxes(150_000);
  const scene = await BoxScene.buildAsync(boxes, { shared: false, threads: 2 });
  expect(scene.size).toBe(150_000);
  expect(warn).not.toHaveBeenCalled();
  expectSameScene(scene, built(boxes));
});

describe.each([2, 3])('buildAsync in %i threads', (threads) => {
  it.each([
    ['70,000 boxes of float64', someBoxes(70_000)],
    [
      '2,000 boxes of float32 and of float64',
      Float64Array.from(someBoxes(2000), (x, i) => (i < 6000 ? x : Math.fround(x))),
    ],
    ['900 boxes in few places', Float32Array.from({ length: 6 * 900 }, (_, i) => (i % 7) + (i % 6 < 3 ? 0 : 8))],
    ['500 boxes in one place', Float32Array.from({ length: 6 * 500 }, (_, i) => (i % 6 < 3 ? 0 : 1))],
    ['no box', new Float64Array(0)],
    ['one box', someBoxes(1)],
    ['ten boxes', someBoxes(10)],
  ])('buildAsync makes the scene that addAabbs and commit make, byte for byte: %s', async (_, boxes) => {
    const same = built(boxes, 2);
    for (const shared of [false, true]) {
      const scene = await BoxScene.buildAsync(boxes, { threads, shared, mask: 2 });
      expect(scene.isShared).toBe(shared);
      expectSameScene(scene, same);
      expectSameBits([scene.serialize()], [same.serialize()]);
    }
  });

  it('buildAsync makes a scene that can be changed like any other', async () => {
    const boxes = someBoxes(5000);
    const scene = await BoxScene.buildAsync(boxes, { threads });
    const same = built(boxes);
    expect(scene.byteLength).toBe(same.byteLength);
    for (const each of [scene, same]) {
      each.remove(3);
      each.setMask(5, 4);
      each.addAabbs(someBoxes(4000, 7), 4);
      each.optimize(Infinity);
    }
    expectSameScene(scene, same);
    expect(() => scene.handle()).toThrow('only a shared scene has a handle');
  });

  it.each(['sort', 'makeSubtrees'])(
    'buildAsync rejects if a thread ends in the step %s, and ends the others',
    async (step) => {
      const terminate = vi.spyOn(Worker.prototype, 'terminate');
      vi.stubEnv('ENDS_AT', step);
      const workerUrl = new URL('./support/endsAtStep.js', import.meta.url);
      const building = BoxScene.buildAsync(someBoxes(3000), { threads, workerUrl });
      await expect(building).rejects.toThrow('a thread ended: it exited with code 3');
      expect(terminate).toHaveBeenCalledTimes(threads);
    },
  );

  it('buildAsync uses the calling thread if a thread cannot be started, and gives the reason', async () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined).mock.calls;
    vi.stubEnv('ENDS_AT', 'joinBuild');
    const workerUrl = new URL('./support/endsAtStep.js', import.meta.url);
    const boxes = someBoxes(3000);
    expectSameScene(await BoxScene.buildAsync(boxes, { threads, workerUrl }), built(boxes));
    const warning = [expect.stringContaining('builds on the calling thread: threads could not be started')];
    // The same reason is told once, whoever builds.
    expect(warnings).toEqual(threads === 2 ? [warning] : []);
  });
});

it('buildAsync uses one thread if there is no shared memory, however many are requested', async () => {
  const boxes = someBoxes(3000);
  vi.stubGlobal('SharedArrayBuffer', undefined);
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const scene = await BoxScene.buildAsync(boxes, { threads: 3 });
  vi.unstubAllGlobals();
  expect(terminate).toHaveBeenCalledTimes(1);
  expectSameScene(scene, built(boxes));
});

it('buildAsync makes a scene that can be changed and shared like any other, from boxes with a mask', async () => {
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
  // It has been committed as it was built.
  const reader = BoxScene.attach(scene.handle());
  expectSameScene(reader, built(boxes, 2));
  scene.commit();
  expectSameScene(reader, same);
});

it.each<[string, BuildOptions]>([
  ['one thread', { threads: 1 }],
  ['two threads', { threads: 2 }],
  ['one thread that builds meshes', { meshes: [{ positions: new Float32Array([0, 0, 0, 4, 0, 0, 0, 4, 0]) }] }],
  ['the calling thread', { start: { hasFailed: true } }],
])('buildAsync makes a scene that has been committed: by %s', async (_, options) => {
  const scene = await BoxScene.buildAsync(someBoxes(1000), { shared: true, ...options });
  const bytes = Buffer.from(scene.serialize());
  scene.setMask(5, 4);
  scene.remove(3);
  const reader = BoxScene.attach(scene.handle());
  expect(Buffer.from(reader.serialize()).equals(bytes)).toBe(true);
});

it('buildAsync does not change the boxes', async () => {
  const boxes = someBoxes(500);
  const before = boxes.slice();
  await BoxScene.buildAsync(boxes);
  expect(boxes).toEqual(before);
});

it.each([1, 2])(
  'buildAsync reports rising progress often, up to 1, while the event loop runs and %i threads build',
  async (threads) => {
    const told: number[] = [];
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await BoxScene.buildAsync(someBoxes(150_000), { threads, onProgress: (done) => told.push(done) });
    clearImmediate(timer);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    expect(told[0]).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(1);
    // It also reports while a thread builds the tree, which is a single call.
    expect(told.filter((done) => done > 0.15 && done < 0.45).length).toBeGreaterThan(1);
    expect(turns).toBeGreaterThan(told.length);
  },
);

describe('buildAsync with an aborted signal', () => {
  const reason = new Error('no longer wanted');
  const shares = [0, 0.05, 0.3, 0.9, 0.99];

  it.each([1, 3].flatMap((threads) => shares.map((share) => ({ threads, share }))))(
    "buildAsync rejects with the signal's reason when $share of the work is done in threads: $threads",
    async ({ threads, share }) => {
      const controller = new AbortController();
      const told: number[] = [];
      const onProgress = (done: number) => {
        told.push(done);
        if (done >= share) controller.abort(reason);
      };
      if (share === 0) controller.abort(reason);
      const building = BoxScene.buildAsync(someBoxes(150_000), { threads, signal: controller.signal, onProgress });
      await expect(building).rejects.toBe(reason);
      const { length } = told;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(told).toHaveLength(length);
    },
  );

  it('buildAsync rejects at once while the thread starts, and ends the thread', async () => {
    const warn = vi.spyOn(console, 'warn');
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    const controller = new AbortController();
    const building = BoxScene.buildAsync(someBoxes(10), { signal: controller.signal, workerUrl: silentScript });
    setTimeout(() => {
      controller.abort(reason);
    }, 100);
    await expect(building).rejects.toBe(reason);
    await expect.poll(() => terminate.mock.calls.length).toBe(1);
    expect(warn).not.toHaveBeenCalled();
  });

  it('a signal has no effect after the scene has been built', async () => {
    const controller = new AbortController();
    const scene = await BoxScene.buildAsync(someBoxes(10), { signal: controller.signal });
    controller.abort();
    expect(scene.size).toBe(10);
  });
});

it('buildAsync rejects with the error of onProgress', async () => {
  const reason = new Error('told too much');
  const onProgress = () => {
    throw reason;
  };
  await expect(BoxScene.buildAsync(someBoxes(1000), { onProgress })).rejects.toBe(reason);
});

it('buildAsync rejects if the thread ends', async () => {
  const boxes = someBoxes(100_000);
  boxes[6 * 65_536] = 999;
  boxes[6 * 65_536 + 3] = 999;
  const workerUrl = new URL('./support/crashingWorker.js', import.meta.url);
  await expect(BoxScene.buildAsync(boxes, { workerUrl })).rejects.toThrow('a thread ended: it exited with code 3');
});

describe('buildAsync with bad input', () => {
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
  ])('buildAsync rejects with the error of addAabbs: %s', async (_, boxes) => {
    const refused = await BoxScene.buildAsync(boxes).catch((error: unknown) => error);
    expect(refused).toStrictEqual(errorOf(() => built(boxes)));
  });

  it('buildAsync rejects bad options', async () => {
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
    expect(await refused({ threads: '2' })).toMatch(/^TypeError: options\.threads must be a number/);
    for (const threads of [0, 1.5, 257, NaN]) {
      expect(await refused({ threads })).toMatch(/^RangeError: options\.threads must be an integer from 1 to 256/);
    }
    expect(await refused({ workerUrl: 1 })).toMatch(/^TypeError: options\.workerUrl must be a string or a URL/);
    expect(await refused([])).toMatch(/^TypeError: options must be an object/);
  });
});

it('buildAsync uses the calling thread if no other can be started, and gives the reason', async () => {
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

it("buildAsync uses the calling thread if the thread's script is the wrong one and never responds", async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined).mock.calls;
  const boxes = someBoxes(100);
  const scene = await secondsPass(() => BoxScene.buildAsync(boxes, { workerUrl: silentScript }));
  expectSameScene(scene, built(boxes));
  expect(warnings).toEqual([[expect.stringContaining('its script did not answer in 10 seconds')]]);
});
