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
