import { MessageChannel } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Thread, ThreadEndedError } from '../../src/threads/thread';

it('a thread that is ending keeps the process alive until it has ended, even if an answer arrives', async () => {
  const { port1: here, port2: there } = new MessageChannel();
  onTestFinished(() => {
    here.close();
  });
  let answer: (value: number) => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    const ask = () => {
      resolve();
      return new Promise<number>((answerWith) => (answer = answerWith));
    };
    expose({ ask }, nodeEndpoint(there));
  });

  const held: boolean[] = [];
  const thread = new Thread<{ ask: () => number }>({
    endpoint: nodeEndpoint(here),
    onEnd: () => undefined,
    holdProcess: (isHeld) => held.push(isHeld),
    terminate: () => Promise.resolve(),
  });
  const call = thread.call('ask', []);
  const rejected = expect(call).rejects.toBeInstanceOf(ThreadEndedError);
  await asked;
  await thread.terminate();
  await rejected;
  const heldUntilEnded = [...held];
  const received = new Promise((resolve) => here.once('message', resolve));
  answer(1);
  await received;
  await new Promise((resolve) => setImmediate(resolve));
  expect(held).toEqual(heldUntilEnded);
  expect(held.at(-1)).toBe(true);
});

it('arrays that are arguments, or fields of arguments, are moved to the thread and not copied', async () => {
  const { port1: here, port2: there } = new MessageChannel();
  onTestFinished(() => {
    here.close();
  });
  const tasks = { sum: (numbers: Float64Array, { more }: { more: Float64Array }) => numbers[0] + more[0] };
  expose(tasks, nodeEndpoint(there));
  const thread = new Thread<typeof tasks>({
    endpoint: nodeEndpoint(here),
    onEnd: () => undefined,
    holdProcess: () => undefined,
    terminate: () => Promise.resolve(),
  });
  const [numbers, more, kept] = [1, 2, 3].map((number) => new Float64Array([number]));
  expect(await thread.call('sum', [numbers, { more }], [numbers, more])).toBe(3);
  expect([numbers.length, more.length]).toEqual([0, 0]);
  expect(await thread.call('sum', [kept, { more: kept }])).toBe(6);
  expect(kept.length).toBe(1);
});

describe('the start of a thread', () => {
  /** A thread whose script runs when a test says so, and the functions that say so. */
  function slowThread() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { port1: here, port2: there } = new MessageChannel();
    onTestFinished(() => {
      vi.useRealTimers();
      here.close();
    });
    let progress: () => void = () => undefined;
    const thread = new Thread<{ ask: () => number }>({
      endpoint: nodeEndpoint(here),
      onEnd: () => undefined,
      onProgress: (listener) => (progress = listener),
      holdProcess: () => undefined,
      terminate: () => Promise.resolve(),
    });
    /** Lets the script send its first message. */
    const run = async () => {
      const received = new Promise((resolve) => here.once('message', resolve));
      there.postMessage({ isRunning: true });
      await received;
    };
    const seconds = (count: number) => vi.advanceTimersByTime(1000 * count);
    const showProgress = () => {
      progress();
    };
    return { thread, there, run, seconds, progress: showProgress };
  }

  it('a thread that is silent for 10 seconds is ended', async () => {
    const { thread, seconds } = slowThread();
    const call = thread.call('ask', []);
    seconds(9);
    expect(thread.hasEnded).toBe(false);
    seconds(1);
    await expect(call).rejects.toThrow('its script did not answer in 10 seconds');
    expect(thread.hasEnded).toBe(true);
  });

  it('each sign of life gives a thread 10 more seconds', async () => {
    const { thread, seconds, progress } = slowThread();
    const call = expect(thread.call('ask', [])).rejects.toThrow('10 seconds');
    seconds(9);
    progress();
    seconds(9);
    expect(thread.hasEnded).toBe(false);
    seconds(1);
    await call;
  });

  it.each(['before', 'after'])(
    'a script that runs %s the first call may take any time for its answer',
    async (when) => {
      const { thread, there, run, seconds } = slowThread();
      let answer: (value: number) => void = () => undefined;
      if (when === 'before') await run();
      const call = thread.call('ask', []);
      seconds(9);
      if (when === 'after') await run();
      seconds(1000);
      expect(thread.hasEnded).toBe(false);
      expose({ ask: () => new Promise<number>((answerWith) => (answer = answerWith)) }, nodeEndpoint(there));
      await expect.poll(() => answer.length).toBe(1);
      answer(7);
      expect(await call).toBe(7);
    },
  );
});
