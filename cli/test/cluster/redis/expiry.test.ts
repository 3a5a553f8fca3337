import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { castOnCluster } from 'slabtree-cli/cluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type City, writeCity } from './support/city';
import { CastProcess, type CastEnded, WorkerProcess } from './support/programs';
import { RedisServer } from './support/redisServer';

/** The times in milliseconds that docs/cluster.md states. */
const [CALLER_GONE, QUEUE_GONE] = [120_000, 600_000];

let city: City;
let alone: CastEnded;

beforeAll(async () => {
  city = await writeCity(1000, 500_000);
});

afterAll(() => {
  city.remove();
});

function cast(redis: RedisServer): CastProcess {
  return new CastProcess(city.folder, 'city.slab', city.rays, '--cluster', redis.url);
}

/** Returns for each key in Redis when it expires, in milliseconds. -1 if it stays for ever. */
async function expiries(redis: RedisServer): Promise<Map<string, number>> {
  return redis.ask(async (client) => {
    const keys = await client.keys('*');
    const times = await Promise.all(keys.map((key) => client.pttl(key)));
    return new Map(keys.map((key, i) => [key, times[i]]));
  });
}

/** Checks that all keys expire: jobs and rays as those of a killed caller, and other keys as those of an unused queue. */
async function expectExpiry(redis: RedisServer): Promise<void> {
  const times = await expiries(redis);
  expect(times.size).toBeGreaterThan(0);
  for (const [key, time] of times) {
    expect([key, time > 0]).toEqual([key, true]);
    const isOfCaller = /^slabtree:|^bull:slabtree:[0-9a-f]{8}-/.test(key);
    expect([key, time <= (isOfCaller ? CALLER_GONE : QUEUE_GONE)]).toEqual([key, true]);
  }
}

it('a cast in one process gives the bytes for the comparison', async () => {
  alone = await new CastProcess(city.folder, 'city.slab', city.rays).ended;
  expect(alone).toMatchObject({ status: 0, lines: 500_000, errors: '' });
});

describe('keys in Redis', () => {
  it('keys in Redis expire after a cast', async () => {
    const redis = await RedisServer.start();
    // A worker that starts slowly would make the caller print that no worker takes blocks.
    await WorkerProcess.start(city.folder, redis.url).untilReady();
    expect(await cast(redis).ended).toEqual(alone);
    expect(await redis.leftovers()).toEqual([]);
    await expectExpiry(redis);
  });

  it('keys in Redis expire while a worker waits for its first block, and after it has ended', async () => {
    const redis = await RedisServer.start();
    const worker = WorkerProcess.start(city.folder, redis.url);
    const meta = () => redis.ask((client) => client.pttl('bull:slabtree:meta'));
    // BullMQ makes the key when the worker looks for a block.
    await expect.poll(meta).toBeGreaterThan(0);
    await expectExpiry(redis);
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    await expectExpiry(redis);
  });

  it('keys in Redis expire after a cast without rays', async () => {
    const redis = await RedisServer.start();
    const answers = castOnCluster({ redis: redis.url }, join(city.folder, 'city.slab'), new Float64Array());
    expect(await answers.next()).toEqual({ done: true, value: undefined });
    expect((await expiries(redis)).has('bull:slabtree:meta')).toBe(true);
    await expectExpiry(redis);
  });

  it('keys in Redis expire after a caller without a worker was killed', async () => {
    const redis = await RedisServer.start();
    const caller = cast(redis);
    await caller.untilPrinted('no worker has taken a block');
    caller.kill('SIGKILL');
    await caller.ended;
    expect((await redis.leftovers()).length).toBeGreaterThan(0);
    await expectExpiry(redis);
  });

  it('keys in Redis of a killed caller and worker expire, and no later cast trips over them', async () => {
    const redis = await RedisServer.start();
    const caller = cast(redis);
    await caller.untilPrinted('no worker has taken a block');
    const worker = WorkerProcess.start(city.folder, redis.url);
    await redis.ask(async (client) => {
      while ((await client.llen('bull:slabtree:active')) === 0) await after(1);
    });
    worker.kill('SIGKILL');
    // The worker may have been killed before it let the list expire. The caller does so at its next check, a second or two later.
    await redis.ask(async (client) => {
      const start = Date.now();
      while ((await client.pttl('bull:slabtree:active')) === -1 && Date.now() - start < 10_000) await after(50);
    });
    caller.kill('SIGKILL');
    await Promise.all([worker.ended, caller.ended]);
    expect((await redis.leftovers()).length).toBeGreaterThan(0);
    await expectExpiry(redis);
    // Two minutes later: the rays and jobs have expired, and the lists of BullMQ still name the jobs.
    await redis.ask(async (client) => {
      const times = await expiries(redis);
      const expired = [...times].filter(([, time]) => time <= CALLER_GONE).map(([key]) => key);
      await client.del(...expired);
      expect((await client.llen('bull:slabtree:wait')) + (await client.llen('bull:slabtree:active'))).toBeGreaterThan(
        0,
      );
    });
    WorkerProcess.start(city.folder, redis.url);
    const { status, answers } = await cast(redis).ended;
    expect({ status, answers }).toEqual({ status: 0, answers: alone.answers });
    // A worker looks for stalled jobs every 2.5 seconds.
    const start = Date.now();
    while ((await redis.leftovers()).length > 0 && Date.now() - start < 30_000) await after(200);
    expect(await redis.leftovers()).toEqual([]);
    await expectExpiry(redis);
  });

  it('keys in Redis of a caller that ended while Redis stood still expire', async () => {
    const redis = await RedisServer.start();
    const caller = cast(redis);
    await caller.untilPrinted('no worker has taken a block');
    redis.standStill();
    caller.kill('SIGINT');
    await caller.ended;
    redis.goOn();
    await expectExpiry(redis);
  });
});
