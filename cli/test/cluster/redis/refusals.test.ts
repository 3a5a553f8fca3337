import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type City, writeCity } from './support/city';
import { CastProcess, type CastEnded, WorkerProcess } from './support/programs';
import { RedisServer } from './support/redisServer';
import { startSentinel } from './support/sentinel';

let city: City;
let alone: CastEnded;

beforeAll(async () => {
  city = await writeCity(1000, 300_000);
});

afterAll(() => {
  city.remove();
});

function cast(redis: string, ...options: string[]): CastProcess {
  return new CastProcess(city.folder, 'city.slab', city.rays, '--cluster', redis, ...options);
}

/** Makes a Redis a replica of another, which it can never reach if there is none. */
async function follow(redis: RedisServer, port: number): Promise<void> {
  await redis.ask((client) => client.replicaof('127.0.0.1', port));
}

it('a cast in one process gives the bytes for the comparison', async () => {
  alone = await new CastProcess(city.folder, 'city.slab', city.rays).ended;
  expect(alone).toMatchObject({ status: 0, lines: 300_000, errors: '' });
});

describe('a Redis that is full', () => {
  const full = '--maxmemory 3mb --maxmemory-policy noeviction';

  it('a caller at a full Redis names the cause, and ends after the timeout', async () => {
    const redis = await RedisServer.start({ settings: full });
    const { status, errors } = await cast(redis.url, '--timeout', '4').ended;
    expect(status).toBe(1);
    expect(errors).toMatch(/refuses: it is full \(OOM\): raise its maxmemory.* Waiting up to 4 s/);
    expect(errors).toContain('Waited 4 s for it');
    expect(errors).not.toContain('bug');
    expect(await redis.leftovers()).toEqual([]);
  });

  it('a caller and a worker at a full Redis go on when it has room again, with the same bytes', async () => {
    const redis = await RedisServer.start({ settings: full });
    const worker = WorkerProcess.start(city.folder, redis.url);
    await worker.untilReady();
    await redis.ask((client) => client.config('SET', 'maxmemory', '1mb'));
    const caller = cast(redis.url);
    await caller.untilPrinted('it is full (OOM)');
    await redis.ask((client) => client.config('SET', 'maxmemory', '0'));
    const { status, answers, errors } = await caller.ended;
    expect({ status, answers }).toEqual({ status: 0, answers: alone.answers });
    expect(errors).toMatch(/Redis at .* answers\n$/);
    expect(await redis.leftovers()).toEqual([]);
  });
});

describe('a Redis that is a replica', () => {
  it('a caller at a read-only replica names the cause, and a worker there is not ready', async () => {
    const [primary, replica] = [await RedisServer.start(), await RedisServer.start()];
    await follow(replica, primary.port);
    const worker = WorkerProcess.start(city.folder, replica.url);
    const { status, errors } = await cast(replica.url, '--timeout', '3').ended;
    expect(status).toBe(1);
    expect(errors).toContain('it is a read-only replica (READONLY): give the URL of the primary');
    expect(errors).not.toContain('bug');
    await worker.untilPrinted('it is a read-only replica (READONLY)');
    expect(worker.isReady).toBe(false);
    await replica.ask((client) => client.replicaof('NO', 'ONE'));
    await worker.untilReady();
    expect((await cast(replica.url).ended).answers).toBe(alone.answers);
  });

  it('a cast goes on when its Redis becomes a replica and a primary again', async () => {
    const [other, redis] = [await RedisServer.start(), await RedisServer.start()];
    const worker = WorkerProcess.start(city.folder, redis.url);
    await worker.untilReady();
    const caller = cast(redis.url);
    while (caller.lines === 0) await after(1);
    await follow(redis, other.port);
    await after(3000);
    await redis.ask((client) => client.replicaof('NO', 'ONE'));
    const { status, answers } = await caller.ended;
    expect({ status, answers }).toEqual({ status: 0, answers: alone.answers });
    expect(await redis.leftovers()).toEqual([]);
  });

  it('a caller at a replica that has lost its primary names the remedy', async () => {
    const redis = await RedisServer.start({ settings: '--replica-serve-stale-data no' });
    await follow(redis, 1);
    const { status, errors } = await cast(redis.url, '--timeout', '3').ended;
    expect(status).toBe(1);
    expect(errors).toContain('give the URL of the primary');
    expect(errors).not.toContain('Warning');
  });
});

it('signals end a caller within 2 s, and a worker within 10 s, that a Redis refuses', async () => {
  const redis = await RedisServer.start();
  await follow(redis, 1);
  const [caller, worker] = [cast(redis.url), WorkerProcess.start(city.folder, redis.url)];
  await Promise.all([caller, worker].map((program) => program.untilPrinted('refuses: ')));
  caller.kill('SIGINT');
  worker.kill('SIGTERM');
  const ends = Promise.all([caller.ended, worker.ended]);
  expect(await Promise.race([caller.ended, after(2000)])).toMatchObject({ status: 130, lines: 0 });
  expect(await Promise.race([ends.then(([, status]) => status), after(8000)])).toBe(0);
});

it('a worker that waits for a Redis that loads its data says so', async () => {
  const redis = await RedisServer.start({ keepsFile: true });
  const keys = Array.from({ length: 8000 }, (_, i) => `key${i}`);
  await redis.ask((client) => Promise.all(keys.map((key) => client.set(key, key))));
  await redis.stop();
  // A thousandth of a second for each key.
  await redis.begin('--key-load-delay 1000', false);
  const worker = WorkerProcess.start(city.folder, redis.url);
  await worker.untilPrinted('it is loading its data (LOADING)');
  expect(worker.isReady).toBe(false);
  await worker.untilReady();
});

it('a caller at a Redis that cannot write its snapshot names the cause', async () => {
  const redis = await RedisServer.start({ settings: '--save 3600 1' });
  redis.preventSnapshots();
  await redis.ask(async (client) => {
    await client.bgsave();
    while (!(await client.info('persistence')).includes('rdb_last_bgsave_status:err')) await after(50);
  });
  const { status, errors } = await cast(redis.url, '--timeout', '3').ended;
  expect(status).toBe(1);
  expect(errors).toContain('it cannot write its snapshot to disk (MISCONF)');
});

describe('a Redis that is not a single Redis', () => {
  it('a caller and a worker reject a node of a Redis Cluster by name', async () => {
    const redis = await RedisServer.start({ settings: '--cluster-enabled yes' });
    const worker = WorkerProcess.start(city.folder, redis.url);
    const message = 'is a node of a Redis Cluster: give the URL of a single Redis';
    expect(await cast(redis.url).ended).toMatchObject({
      status: 1,
      errors: expect.stringContaining(message) as string,
    });
    expect(await worker.ended).toBe(1);
    expect(worker.errors).toContain(message);
  });

  it('a caller and a worker reject a Sentinel by name', async () => {
    const url = await startSentinel();
    const worker = WorkerProcess.start(city.folder, url);
    const message = 'is a Redis Sentinel: give the URL of the primary';
    expect(await cast(url).ended).toMatchObject({ status: 1, errors: expect.stringContaining(message) as string });
    expect(await worker.ended).toBe(1);
    expect(worker.errors).toContain(message);
  });
});
