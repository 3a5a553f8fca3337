import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { BoxScene } from 'slabtree';
import { RaycastPool, type RaycastPoolOptions } from 'slabtree/workers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { poolFor } from './support/pools';
import { someScene } from './support/scene';

const script = createRequire(import.meta.url).resolve('../../dist/worker.js');

/** A growing list of the threads that start until the test ends. */
function startedThreads(): Worker[] {
  const started: Worker[] = [];
  const note = (worker: Worker) => started.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return started;
}

describe('options.threads', () => {
  it.each([0, -1, 1.5, NaN, Infinity, 257, 1e9])(
    'options.threads is rejected if it is %d, and no thread is started',
    async (threads) => {
      const started = startedThreads();
      await expect(RaycastPool.create(someScene('wasm'), { threads })).rejects.toThrow(
        new RangeError(`options.threads must be an integer from 1 to 256, got ${threads}`),
      );
      // It is also rejected if the calling thread would answer.
      await expect(RaycastPool.create(new BoxScene(), { threads })).rejects.toThrow(RangeError);
      expect(started).toEqual([]);
    },
  );

  it.each(['2', null, 2n])('options.threads is rejected if it is not a number: %s', async (threads) => {
    const created = RaycastPool.create(someScene('wasm'), { threads } as unknown as RaycastPoolOptions);
    await expect(created).rejects.toThrow(/^options\.threads must be a number, got/);
    await expect(created).rejects.toThrow(TypeError);
  });

  it('options.threads may be more than the threads that start at once', async () => {
    const pool = await poolFor(someScene('wasm'), { threads: 20 });
    expect([pool.threads, pool.notice]).toEqual([20, null]);
  });

  it('no thread is left running if one of the later threads fails to start', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    });
    const probe = new Worker('', { eval: true });
    vi.stubEnv('FIRST_TO_END', String(probe.threadId + 20));
    await once(probe, 'exit');
    const started = startedThreads();
    const workerUrl = new URL('./support/endingWorker.js', import.meta.url);
    const pool = await RaycastPool.create(someScene('wasm'), { threads: 40, workerUrl });
    expect(pool.notice).toContain('a thread ended: it exited with code 3');
    expect(started.length).toBeGreaterThan(20);
    expect(started.length).toBeLessThan(40);
    // Node gives this id to threads that have ended.
    expect(new Set(started.map(({ threadId }) => threadId))).toEqual(new Set([-1]));
  });
});

describe('options.workerUrl', () => {
  it.each([
    ['a path, as require.resolve gives it', script],
    ['a file URL', new URL(`file://${script}`)],
    ['a file URL as a string', `file://${script}`],
  ])('options.workerUrl may be %s', async (_, workerUrl) => {
    const pool = await poolFor(someScene('wasm'), { threads: 1, workerUrl });
    expect([pool.threads, pool.notice]).toEqual([1, null]);
    expect((await BoxScene.buildAsync(new Float64Array(6), { workerUrl })).size).toBe(1);
  });

  it.each([5, null, {}, { href: 5 }])('options.workerUrl is rejected if it is neither: %j', async (workerUrl) => {
    const options = { workerUrl } as unknown as RaycastPoolOptions;
    await expect(RaycastPool.create(someScene('wasm'), options)).rejects.toThrow(
      /^options\.workerUrl must be a string or a URL, got/,
    );
  });
});

it('each option of a pool is read once', async () => {
  const read: string[] = [];
  const options = {
    get threads() {
      read.push('threads');
      return read.length > 2 ? 1e9 : 1;
    },
    get workerUrl() {
      read.push('workerUrl');
      return {
        get href() {
          read.push('href');
          return `file://${script}`;
        },
      };
    },
  };
  const pool = await poolFor(someScene('wasm'), options);
  expect(pool.threads).toBe(1);
  expect(read).toEqual(['threads', 'workerUrl', 'href']);
});

it.each([null, 5, 'threads', [], () => undefined])(
  'options of a pool are rejected if they are not an object of options: %j',
  async (options) => {
    await expect(RaycastPool.create(someScene('wasm'), options as RaycastPoolOptions)).rejects.toThrow(
      /^options must be an object of options, got/,
    );
  },
);
