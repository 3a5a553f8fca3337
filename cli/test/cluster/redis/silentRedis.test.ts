import { setTimeout as after } from 'node:timers/promises';
import { startWorker } from 'slabtree-cli/cluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type City, writeCity } from './support/city';
import { firstConnectionTo } from './support/firstConnection';
import { CastProcess, type CastEnded, WorkerProcess } from './support/programs';
import { RedisServer } from './support/redisServer';
import { rejection } from './support/rejection';
import { silentListener } from './support/silentListener';

let city: City;
let alone: CastEnded;

beforeAll(async () => {
  city = await writeCity(1000, 500_000);
});

afterAll(() => {
  city.remove();
});

function cast(redis: string, ...options: string[]): CastProcess {
  return new CastProcess(city.folder, 'city.slab', city.rays, '--cluster', redis, ...options);
}

/** The URL of a Redis that a program can try, and what happens to the Redis once the program runs. */
interface State {
  url: string;
  begin: () => Promise<void> | void;
  /** What the program prints once it has noticed the state. */
  printed: string;
}

/** The states of a Redis. @param printed what a program prints that has found nothing wrong. */
function states(printed: string): [string, () => Promise<State>][] {
  const nothing = (): void => undefined;
  const lost = 'does not answer';
  return [
    ['is there', async () => ({ url: (await RedisServer.start()).url, begin: nothing, printed })],
    [
      'is not there',
      async () => ({ url: (await RedisServer.later()).url, begin: nothing, printed: 'no connection to Redis' }),
    ],
    ['is silent', async () => ({ url: await silentListener(), begin: nothing, printed: 'no connection to Redis' })],
    [
      'stands still',
      async () => {
        const redis = await RedisServer.start();
        const begin = () => {
          redis.standStill();
        };
        return { url: redis.url, begin, printed: lost };
      },
    ],
    [
      'has ended',
      async () => {
        const redis = await RedisServer.start();
        return { url: redis.url, begin: () => redis.stop(), printed: lost };
      },
    ],
    [
      'was restarted',
      async () => {
        const redis = await RedisServer.start();
        const begin = async () => {
          await redis.stop();
          await after(3000);
          await redis.begin();
        };
        return { url: redis.url, begin, printed: `${redis.url.slice('redis://'.length)} answers` };
      },
    ],
  ];
}

/** How many seconds a busy machine may take longer. Without the limits, programs would wait 10 seconds or more for Redis. */
const BUSY = 3;

/** Whether a promise is kept within some seconds, on a machine that has time. */
async function within(seconds: number, promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), after(1000 * (seconds + BUSY), false)]);
}

it('a cast in one process gives the bytes for the comparison', async () => {
  alone = await new CastProcess(city.folder, 'city.slab', city.rays).ended;
  expect(alone).toMatchObject({ status: 0, lines: 500_000, errors: '' });
});

describe('a signal', () => {
  it.each(states('no worker has taken a block'))('Ctrl-C ends a caller within 2 s while Redis %s', async (_, begin) => {
    const state = await begin();
    const caller = cast(state.url);
    if (state.printed !== 'no connection to Redis') await caller.untilPrinted('no worker has taken a block');
    await state.begin();
    await caller.untilPrinted(state.printed);
    caller.kill('SIGINT');
    expect(await within(2, caller.ended)).toBe(true);
    expect(await caller.ended).toMatchObject({ status: 130, lines: 0 });
  });

  it.each(states('is ready'))('TERM ends a worker within 10 s while Redis %s', async (_, begin) => {
    const state = await begin();
    const worker = WorkerProcess.start(city.folder, state.url);
    if (state.printed !== 'no connection to Redis') await worker.untilReady();
    await state.begin();
    await worker.untilPrinted(state.printed);
    worker.kill('SIGTERM');
    expect(await within(10, worker.ended)).toBe(true);
    expect(await worker.ended).toBe(0);
  });

  it('Ctrl-C ends a caller within 2 s while workers cast its blocks, and nothing is left in Redis', async () => {
    const redis = await RedisServer.start();
    await WorkerProcess.start(city.folder, redis.url).untilReady();
    const caller = cast(redis.url);
    while (caller.lines === 0) await after(1);
    caller.kill('SIGINT');
    expect(await within(2, caller.ended)).toBe(true);
    expect(await caller.ended).toMatchObject({ status: 130, errors: '' });
    while ((await redis.leftovers()).length > 0) await after(50);
  });

  it('TERM ends a worker within 10 s while its blocks are cast and Redis stands still', async () => {
    const redis = await RedisServer.start();
    const worker = WorkerProcess.start(city.folder, redis.url, '--concurrency', '2');
    await worker.untilReady();
    const caller = cast(redis.url);
    while (caller.lines === 0) await after(1);
    redis.standStill();
    worker.kill('SIGTERM');
    expect(await within(10, worker.ended)).toBe(true);
    redis.goOn();
    WorkerProcess.start(city.folder, redis.url);
    expect(await caller.ended).toMatchObject({ status: 0, lines: alone.lines, answers: alone.answers });
  });

  it.each(['SIGHUP', 'SIGTERM'] as const)('%s ends a caller and a worker while Redis is silent', async (signal) => {
    const url = await silentListener();
    const [caller, worker] = [cast(url), WorkerProcess.start(city.folder, url)];
    await Promise.all([caller, worker].map((program) => program.untilPrinted('no connection to Redis')));
    for (const program of [caller, worker]) program.kill(signal);
    expect(await within(2, caller.ended)).toBe(true);
    expect(await within(10, worker.ended)).toBe(true);
  });
});

it.each(['silent', 'closed'] as const)(
  'startWorker that is aborted while all connections after the first are %s rejects within 5 s',
  async (others) => {
    const url = await firstConnectionTo(await RedisServer.start(), others);
    const controller = new AbortController();
    const starting = rejection(startWorker({ redis: url }, { allow: [city.folder], signal: controller.signal }));
    await after(2000);
    const reason = new Error('no longer needed');
    controller.abort(reason);
    expect(await within(5, starting)).toBe(true);
    expect(await starting).toBe(reason);
  },
);

describe('a caller', () => {
  it('a caller ends with an error when a Redis has been silent for the timeout', async () => {
    const url = await silentListener();
    const start = Date.now();
    const { status, errors } = await cast(url, '--timeout', '4').ended;
    expect(Date.now() - start).toBeGreaterThanOrEqual(4000);
    expect(status).toBe(1);
    expect(errors).toContain(`no connection to Redis at ${url.slice(8)}: it does not answer. Waiting up to 4 s`);
    expect(errors).toContain('Waited 4 s for it, see --timeout\n');
  });

  it('a caller ends with an error when Redis stands still for the timeout, and not while workers are late', async () => {
    const redis = await RedisServer.start();
    const caller = cast(redis.url, '--timeout', '3');
    const isOver = caller.ended.then(() => true);
    await caller.untilPrinted('no worker has taken a block');
    expect(await Promise.race([isOver, after(4000, false)])).toBe(false);
    redis.standStill();
    const { status, errors } = await caller.ended;
    expect(status).toBe(1);
    expect(errors).toMatch(/Redis at 127.0.0.1:\d+ does not answer. Waited 3 s/);
  });

  it('a caller says that Redis does not answer, and that it answers, and gives the same bytes', async () => {
    const redis = await RedisServer.start();
    const worker = WorkerProcess.start(city.folder, redis.url);
    await worker.untilReady();
    const caller = cast(redis.url);
    while (caller.lines === 0) await after(1);
    redis.standStill();
    await Promise.all([caller, worker].map((program) => program.untilPrinted('does not answer')));
    redis.goOn();
    expect(await caller.ended).toMatchObject({ status: 0, lines: alone.lines, answers: alone.answers });
    expect(worker.errors.match(/does not answer/g)).toHaveLength(1);
    await worker.untilPrinted(`Redis at 127.0.0.1:${redis.port} answers`);
    expect(await redis.leftovers()).toEqual([]);
  });

  it('a caller that stood still longer than the timeout goes on', async () => {
    const redis = await RedisServer.start();
    const caller = cast(redis.url, '--timeout', '2');
    await caller.untilPrinted('no worker has taken a block');
    caller.kill('SIGSTOP');
    await after(4000);
    caller.kill('SIGCONT');
    WorkerProcess.start(city.folder, redis.url);
    const { status, answers, errors } = await caller.ended;
    expect({ status, answers }).toEqual({ status: 0, answers: alone.answers });
    expect(errors).not.toContain('does not answer');
  });

  it('a caller says that no worker takes its blocks, and that one does', async () => {
    const redis = await RedisServer.start();
    const caller = cast(redis.url);
    await caller.untilPrinted('no worker has taken a block of the queue "slabtree" for 5 s');
    WorkerProcess.start(city.folder, redis.url);
    const { errors, answers } = await caller.ended;
    expect(answers).toBe(alone.answers);
    expect(errors).toContain('a worker takes blocks of the queue "slabtree" now');
  });
});

describe('a worker', () => {
  it('a worker that starts before Redis waits for it, says so once, and casts', async () => {
    const redis = await RedisServer.later();
    const worker = WorkerProcess.start(city.folder, redis.url);
    await worker.untilPrinted(`no connection to Redis at 127.0.0.1:${redis.port}: connect ECONNREFUSED`);
    await after(2000);
    expect(worker.errors.match(/no connection/g)).toHaveLength(1);
    expect(worker.isReady).toBe(false);
    await redis.begin();
    await worker.untilReady();
    await worker.untilPrinted(`Redis at 127.0.0.1:${redis.port} answers`);
    expect(await cast(redis.url).ended).toEqual(alone);
  });

  it('a worker takes blocks again after Redis was away', async () => {
    const redis = await RedisServer.start();
    const worker = WorkerProcess.start(city.folder, redis.url);
    await worker.untilReady();
    await redis.stop();
    await worker.untilPrinted('does not answer');
    await redis.begin();
    const { status, answers } = await cast(redis.url).ended;
    expect({ status, answers }).toEqual({ status: 0, answers: alone.answers });
  });
});
