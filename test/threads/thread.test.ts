import { MessageChannel } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { expect, it, onTestFinished } from 'vitest';
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
