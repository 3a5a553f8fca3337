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
    /** Lets the script send a message. */
    const send = async (message: unknown) => {
      const received = new Promise((resolve) => here.once('message', resolve));
      there.postMessage(message);
      await received;
    };
    /** Lets the script say that it runs. */
    const run = () => send({ isRunning: true });
    const seconds = (count: number) => vi.advanceTimersByTime(1000 * count);
    const showProgress = () => {
      progress();
    };
    return { thread, there, send, run, seconds, progress: showProgress };
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

  it.each(['ready', null, { type: 'ready' }, { isRunning: 'yes' }])(
    'a message that is no sign of the right script, %j, does not end the limit of 10 seconds',
    async (message) => {
      const { thread, send, seconds } = slowThread();
      const call = expect(thread.call('ask', [])).rejects.toThrow('its script did not answer in 10 seconds');
      await send(message);
      seconds(10);
      expect(thread.hasEnded).toBe(true);
      await call;
    },
  );

  it('an answer ends the limit of 10 seconds, although nothing has said that the script runs', async () => {
    const { thread, there, seconds } = slowThread();
    const answers: ((value: number) => void)[] = [];
    expose({ ask: () => new Promise<number>((answer) => answers.push(answer)) }, nodeEndpoint(there));
    const first = thread.call('ask', []);
    await expect.poll(() => answers.length).toBe(1);
    answers[0](1);
    expect(await first).toBe(1);
    const second = thread.call('ask', []);
    seconds(1000);
    await expect.poll(() => answers.length).toBe(2);
    answers[1](2);
    expect(await second).toBe(2);
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
