import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BlockExchange } from '../../src/cluster/caller/blockExchange';
import { answersToBytes, RayBlock } from '../../src/cluster/protocol/blockBytes';
import { blockJob } from '../../src/cluster/protocol/blockJob';
import { CALLER_CHECK } from '../../src/cluster/protocol/retries';

/** What Redis holds. */
const keys = new Map<string, Buffer>();
/** Commands on their way to Redis. */
const pending: (() => void)[] = [];
let sendDone: (event: { jobId: string }) => void;

/** Redis runs a command, and replies, when `runCommands` is called. */
function send(run: () => unknown): Promise<unknown> {
  return new Promise((reply) =>
    pending.push(() => {
      reply(run());
    }),
  );
}

/** Runs all commands that are on their way, and sends the replies together. */
function runCommands(): void {
  for (const run of pending.splice(0)) run();
}

class FakeRedis extends EventEmitter {
  status = 'ready';
  constructor() {
    super();
    setTimeout(() => this.emit('ready'));
  }
  connect = () => Promise.resolve();
  disconnect = () => undefined;
  duplicate = () => new FakeRedis();
  ping = () => Promise.resolve('PONG');
  info = () => Promise.resolve('redis_mode:standalone');
  call = () => Promise.resolve(null);
  eval = () => Promise.resolve(null);
  lrange = () => Promise.resolve([]);
  /** `SET key bytes PX milliseconds NX`. */
  sendCommand = ({ args: [key, bytes] }: SetCommand) => send(() => keys.has(key) || keys.set(key, bytes));
  pexpire = (key: string) => send(() => (keys.has(key) ? 1 : 0));
  getrangeBuffer = (key: string, from: number, to: number) =>
    send(() => keys.get(key)?.subarray(from, to + 1) ?? Buffer.alloc(0));
  getdelBuffer = (key: string) =>
    send(() => {
      const bytes = keys.get(key) ?? null;
      keys.delete(key);
      return bytes;
    });
  unlink = () => Promise.resolve(0);
}

class SetCommand {
  constructor(
    readonly name: 'set',
    readonly args: readonly [key: string, bytes: Buffer],
  ) {}
}

/** A queue, and its events. */
class FakeQueue {
  on = (event: string, listener: (event: { jobId: string }) => void) => {
    if (event === 'completed') sendDone = listener;
  };
  waitUntilReady = () => Promise.resolve();
  toKey = (name: string) => `bull:q:${name}`;
  add = () => Promise.resolve();
  remove = () => Promise.resolve(1);
  close = () => Promise.resolve();
}

vi.mock('../../src/cluster/protocol/redis', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  loadPackages: () =>
    Promise.resolve({
      ioredis: { Redis: FakeRedis, Command: SetCommand },
      bullmq: { Queue: FakeQueue, QueueEvents: FakeQueue },
    }),
}));

beforeEach(() => {
  vi.useFakeTimers();
  keys.clear();
  pending.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

it('a block leaves nothing in Redis once its caller has the answers, even if the caller checks it at that moment', async () => {
  const reference = { path: 'city.slab', bytes: 1, header: '', tiled: false };
  const wait = { timeout: 1000, onNotice: () => undefined, onWorkers: undefined };
  const queue = { redis: 'redis://localhost', name: 'q' };
  const opening = BlockExchange.open(queue, blockJob(reference, {}), wait, new Promise<never>(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  const exchange = await opening;
  const asked = exchange.cast(new RayBlock(1));
  runCommands();
  const [key] = keys.keys();
  // The commands of the check are on their way when a worker answers.
  await vi.advanceTimersByTimeAsync(CALLER_CHECK);
  keys.set(key, Buffer.from(answersToBytes({ ids: Int32Array.of(7), ts: Float64Array.of(2) })));
  sendDone({ jobId: key.slice('slabtree:q:'.length) });
  runCommands();
  expect(Array.from((await asked).ids)).toEqual([7]);
  for (let round = 0; round < 5; round++) {
    runCommands();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect([...keys.keys()]).toEqual([]);
  await exchange.close();
});
