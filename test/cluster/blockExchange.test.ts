import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BlockExchange } from '../../src/cluster/caller/blockExchange';
import { answersToBytes, RayBlock } from '../../src/cluster/protocol/blockBytes';
import { blockJob } from '../../src/cluster/protocol/blockJob';
import { CALLER_CHECK } from '../../src/cluster/protocol/timing';

/** Commands that Redis has been sent, and how it replies to each, whenever a test wants it to. */
const commands: { name: string; reply: (value: unknown) => void }[] = [];
let jobId = '';
let tellDone: (told: { jobId: string }) => void;

function send(name: string): Promise<unknown> {
  return new Promise((reply) => commands.push({ name, reply }));
}

/** A Redis that replies when it is told to. */
class SilentRedis extends EventEmitter {
  connect = () => Promise.resolve();
  disconnect = () => undefined;
  sendCommand = (command: { name: string }) => send(command.name);
  getdelBuffer = () => send('getdel');
  pexpire = () => send('pexpire');
  getrangeBuffer = () => send('getrange');
  unlink = () => Promise.resolve(0);
}

/** A queue, and its events: they tell that the job is done when a test wants it. */
class QueueOfOneJob {
  on = (event: string, listener: (told: { jobId: string }) => void) => {
    if (event === 'completed') tellDone = listener;
  };
  waitUntilReady = () => Promise.resolve();
  add = (_name: string, _data: unknown, options: { jobId: string }) => {
    jobId = options.jobId;
    return Promise.resolve();
  };
  remove = () => Promise.resolve(1);
  close = () => Promise.resolve();
}

vi.mock('../../src/cluster/protocol/packages', () => ({
  loadPackages: () =>
    Promise.resolve({
      ioredis: {
        Redis: SilentRedis,
        Command: class {
          constructor(readonly name: string) {}
        },
      },
      bullmq: {
        Queue: QueueOfOneJob,
        QueueEvents: QueueOfOneJob,
      },
    }),
}));

beforeEach(() => {
  vi.useFakeTimers();
  commands.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

it('the rays of a block are not sent again once its answers are there, even during a check', async () => {
  const reference = { path: 'city.slab', bytes: 1, header: '', tiled: false };
  const exchange = await BlockExchange.open({ redis: 'redis://localhost', name: 'q' }, blockJob(reference, {}));
  const asked = exchange.ask(new RayBlock(1));
  commands[0].reply('OK');
  await vi.advanceTimersByTimeAsync(CALLER_CHECK);
  expect(commands.map(({ name }) => name)).toEqual(['set', 'pexpire', 'getrange']);
  tellDone({ jobId });
  expect(commands.map(({ name }) => name)).toEqual(['set', 'pexpire', 'getrange', 'getdel']);

  // All replies in one chunk, after a worker has answered.
  const answers = Buffer.from(answersToBytes({ ids: Int32Array.of(7), ts: Float64Array.of(2) }));
  commands[1].reply(1);
  commands[2].reply(answers.subarray(0, 4));
  commands[3].reply(answers);
  expect(Array.from((await asked).ids)).toEqual([7]);
  await vi.advanceTimersByTimeAsync(0);
  expect(commands.map(({ name }) => name)).toEqual(['set', 'pexpire', 'getrange', 'getdel']);
  await exchange.close();
});
