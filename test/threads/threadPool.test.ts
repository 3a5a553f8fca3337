import { MessageChannel } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { Thread } from '../../src/threads/thread';
import { type ThreadLifecycle, ThreadPool } from '../../src/threads/threadPool';

interface Tasks {
  work: () => number;
}

/** A thread in this one: its work ends when a test says so. */
class FakeThread {
  isTerminated = false;
  end: (reason: string) => void = () => undefined;
  readonly thread: Thread<Tasks>;
  readonly answers: ((value: number) => void)[] = [];
  readonly #ports = new MessageChannel();

  constructor() {
    const work = () => new Promise<number>((answer) => this.answers.push(answer));
    expose({ work }, nodeEndpoint(this.#ports.port2));
    this.thread = new Thread<Tasks>({
      endpoint: nodeEndpoint(this.#ports.port1),
      onEnd: (listener) => (this.end = listener),
      holdProcess: () => undefined,
      terminate: () => {
        this.isTerminated = true;
        this.#ports.port1.close();
        return Promise.resolve();
      },
    });
  }
}

const fakes: FakeThread[] = [];

type Begin = ThreadLifecycle<Tasks>['begin'];

function poolOf(
  size: number,
  begin: Begin = () => Promise.resolve(),
  substitute?: ThreadLifecycle<Tasks>['substitute'],
): ThreadPool<Tasks> {
  return new ThreadPool<Tasks>(size, {
    ...(substitute && { substitute }),
    start: () => {
      const fake = new FakeThread();
      fakes.push(fake);
      return Promise.resolve(fake.thread);
    },
    begin,
  });
}

afterEach(async () => {
  await Promise.all(fakes.splice(0).map(({ thread }) => thread.terminate()));
});

it('a pool starts no thread at all if one cannot be started', async () => {
  const reason = new Error('no memory');
  const pool = poolOf(20, (_, index) => (index === 17 ? Promise.reject(reason) : Promise.resolve()));
  await expect(pool.startAll()).rejects.toBe(reason);
  expect(fakes.map(({ isTerminated }) => isTerminated)).toEqual(new Array(20).fill(true));
  expect(pool.count).toBe(0);
});

it('a pool that is ended while its threads start ends them, and starts no others', async () => {
  const pool = poolOf(20, (thread) => thread.call('work', []));
  const started = expect(pool.startAll()).rejects.toThrow('the thread was ended');
  await expect.poll(() => fakes.length).toBe(16);
  await pool.end();
  await started;
  expect(fakes.map(({ isTerminated }) => isTerminated)).toEqual(new Array(16).fill(true));
});

it('a pool starts another thread only if no thread is idle, and gives calls to the least busy', async () => {
  const pool = poolOf(2);
  const calls = [pool.call('work', []), pool.call('work', []), pool.call('work', [])];
  expect(pool.threads.map(({ jobs }) => jobs)).toEqual([2, 1]);
  await expect.poll(() => fakes.map(({ answers }) => answers.length)).toEqual([2, 1]);
  fakes[1].answers[0](7);
  expect(await calls[1]).toBe(7);
  expect(pool.leastBusy()).toBe(pool.threads[1]);
  expect(pool.leastBusy(0)).toBeUndefined();
  fakes[0].answers.forEach((answer) => {
    answer(8);
  });
  expect(await Promise.all(calls)).toEqual([8, 7, 8]);
});

it('a pool replaces a thread that has ended when a call needs it, and gives the ended thread no calls', async () => {
  const pool = poolOf(2);
  await pool.startAll();
  fakes[0].end('exited');
  expect(pool.count).toBe(1);
  const call = pool.call('work', []);
  await expect.poll(() => fakes[1].answers.length).toBe(1);
  fakes[1].end('exited');
  await expect(call).rejects.toThrow('a thread ended: exited');
  expect(pool.count).toBe(0);
  const calls = [pool.call('work', []), pool.call('work', []), pool.call('work', [])];
  await expect.poll(() => fakes.map(({ answers }) => answers.length)).toEqual([0, 1, 2, 1]);
  for (const { answers } of fakes.slice(2)) for (const answer of answers) answer(7);
  expect(await Promise.all(calls)).toEqual([7, 7, 7]);
});

it('a pool whose threads cannot be started pauses after three attempts, and tries again later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const begin = vi.fn<Begin>(() => Promise.reject(new Error('no memory')));
  const pool = poolOf(1, begin);
  for (let i = 0; i < 3; i++) await expect(pool.call('work', [])).rejects.toThrow('no memory');
  await expect(pool.call('work', [])).rejects.toThrow('all threads have ended');
  expect([begin.mock.calls.length, pool.mayStart]).toEqual([3, false]);
  vi.advanceTimersByTime(10_000);
  expect(pool.mayStart).toBe(true);
  begin.mockResolvedValue(undefined);
  const call = pool.call('work', []);
  await expect.poll(() => fakes[3]?.answers.length).toBe(1);
  fakes[3].answers[0](7);
  expect(await call).toBe(7);
});

it('a call goes to another thread if one cannot be started', async () => {
  let starts = 0;
  const pool = new ThreadPool<Tasks>(2, {
    start: () => {
      if (starts++ === 0) return Promise.reject(new Error('no memory'));
      const fake = new FakeThread();
      fakes.push(fake);
      return Promise.resolve(fake.thread);
    },
    begin: () => Promise.resolve(),
  });
  await expect(pool.call('work', [])).rejects.toThrow('no memory');
  expect(pool.count).toBe(0);
  const answer = pool.call('work', []);
  await expect.poll(() => fakes[0]?.answers.length).toBe(1);
  fakes[0].answers[0](7);
  expect(await answer).toBe(7);
  expect(pool.count).toBe(1);
});

it('a call whose thread cannot be started is answered by another thread, if the calling thread could stand in', async () => {
  const begin = vi.fn<Begin>(() => Promise.resolve());
  begin.mockRejectedValueOnce(new Error('no memory'));
  const substitute = vi.fn(() => ({ work: () => 9 }));
  const pool = poolOf(2, begin, substitute);
  const calls = [pool.call('work', []), pool.call('work', [])];
  await expect.poll(() => fakes[1]?.answers.length).toBe(2);
  fakes[1].answers.forEach((answer) => {
    answer(7);
  });
  expect(await Promise.all(calls)).toEqual([7, 7]);
  expect(substitute).not.toHaveBeenCalled();
});

it('if no thread can be started, the calling thread answers, and threads are tried again later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const begin = vi.fn<Begin>(() => Promise.reject(new Error('no memory')));
  const substitute = vi.fn(() => ({ work: () => 9 }));
  const pool = poolOf(2, begin, substitute);
  expect(await Promise.all([1, 2, 3].map(() => pool.call('work', [])))).toEqual([9, 9, 9]);
  expect(await pool.call('work', [])).toBe(9);
  expect(substitute.mock.calls).toEqual([[new Error('no memory')]]);
  expect(begin.mock.calls.length).toBe(2);
  vi.advanceTimersByTime(10_000);
  begin.mockResolvedValue(undefined);
  const call = pool.call('work', []);
  await expect.poll(() => fakes[2]?.answers.length).toBe(1);
  fakes[2].answers[0](7);
  expect(await call).toBe(7);
});

it('the calling thread does not repeat a call that a thread has received', async () => {
  const substitute = vi.fn(() => ({ work: () => 9 }));
  const pool = poolOf(1, () => Promise.resolve(), substitute);
  const call = pool.call('work', []);
  await expect.poll(() => fakes[0]?.answers.length).toBe(1);
  fakes[0].end('exited');
  await expect(call).rejects.toThrow('a thread ended: exited');
  expect(substitute).not.toHaveBeenCalled();
});

it('after the end of a pool, the calling thread answers no call, not even one that waits for a start', async () => {
  const substitute = vi.fn(() => ({ work: () => 9 }));
  const pool = poolOf(1, (thread) => thread.call('work', []), substitute);
  const call = expect(pool.call('work', [])).rejects.toThrow('ended');
  await expect.poll(() => fakes[0]?.answers.length).toBe(1);
  await pool.end();
  await call;
  await expect(pool.call('work', [])).rejects.toThrow('all threads have ended');
  expect(substitute).not.toHaveBeenCalled();
});

it('a prepared pool has begun to start one thread, which the first call waits for', async () => {
  const pool = poolOf(2);
  pool.prepare();
  pool.prepare();
  expect(pool.threads.length).toBe(1);
  const call = pool.call('work', []);
  await expect.poll(() => fakes[0]?.answers.length).toBe(1);
  fakes[0].answers[0](7);
  expect(await call).toBe(7);
  expect(fakes.length).toBe(1);
});
