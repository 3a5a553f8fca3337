import { execFile } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import workerThreads from 'node:worker_threads';
import { pino } from 'pino';
import { version } from '../../../../package.json';
import { BoxScene } from 'slabtree';
import { castOnCluster, clusterStatus, type ClusterStatus, startWorker } from 'slabtree-cli/cluster';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../../command/support/command';
import { Random } from '../../../../test/support/random';
import { type City, writeCity } from './support/city';
import { CastProcess, WorkerProcess } from './support/programs';
import { freePort, RedisServer } from './support/redisServer';
import { rejection } from './support/rejection';

let city: City;
let path: string;
let expected: number[];

const random = new Random(7);
const rays = Float64Array.from({ length: 6 * 4000 }, (_, i) =>
  i % 6 < 3 ? random.between(0, 10_000) : random.between(-1, 1),
);

beforeAll(async () => {
  city = await writeCity(5000, 1);
  path = join(city.folder, 'city.slab');
  expected = [...BoxScene.deserialize(readFileSync(path)).raycastMany(rays).ids];
});

afterAll(() => {
  city.remove();
});

async function castIds(redis: RedisServer): Promise<number[]> {
  const ids: number[] = [];
  const answers = castOnCluster({ redis: redis.url }, path, rays, { blockRays: 1000, windowBlocks: 1 });
  for await (const part of answers) ids.push(...part.ids);
  return ids;
}

/** The threads that this process has started since the call, until the test ends. */
function startedThreads(): workerThreads.Worker[] {
  const started: workerThreads.Worker[] = [];
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      started.push(this);
    }
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    workerThreads.Worker = Worker;
    syncBuiltinESMExports();
  });
  return started;
}

describe('the log of a worker', () => {
  it('a worker logs text: its start, its scenes, a lost Redis and its end', async () => {
    const redis = await RedisServer.start();
    const worker = WorkerProcess.start(city.folder, redis.url);
    await worker.untilReady();
    expect(await castIds(redis)).toEqual(expected);
    await redis.stop();
    await expect.poll(() => worker.errors).toContain('lost the connection to Redis');
    await redis.begin();
    await expect.poll(() => worker.errors).toContain('connected again');
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    const messages = [
      'starting',
      'connected ',
      'is ready',
      'opened a scene',
      'lost the connection to Redis',
      'connected again',
      'closing',
      'closed a scene',
      'closed ',
    ];
    const places = messages.map((message) => worker.errors.indexOf(message));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    for (const line of worker.errors.trimEnd().split('\n')) {
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warn) {2}\S/);
    }
  });

  it('a worker logs JSON from the level on that is given', async () => {
    const redis = await RedisServer.start();
    const worker = WorkerProcess.start(city.folder, redis.url, '--log', 'json', '--log-level', 'debug');
    await worker.untilReady();
    await castIds(redis);
    const lines = () =>
      worker.errors
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const blocks = () => lines().filter(({ message }) => message === 'cast a block');
    await expect.poll(() => blocks().length).toBe(4);
    expect(blocks()[0]).toMatchObject({ level: 'debug', rays: 1000, milliseconds: expect.any(Number) as unknown });
    expect(lines()[0]).toMatchObject({ level: 'info', message: 'starting', version, threads: 1 });

    const quiet = WorkerProcess.start(city.folder, redis.url, '--queue', 'other', '--log-level', 'error');
    const status = () => clusterStatus({ redis: redis.url, name: 'other' });
    await expect.poll(async () => (await status()).workers.length).toBe(1);
    quiet.kill('SIGTERM');
    expect([await quiet.ended, quiet.errors]).toEqual([0, '']);
  });

  it('a worker logs a policy of Redis that loses blocks as JSON, and a caller prints it', async () => {
    const redis = await RedisServer.start({ settings: '--maxmemory-policy allkeys-lru' });
    const worker = WorkerProcess.start(city.folder, redis.url, '--log', 'json');
    await worker.untilReady();
    const problem =
      'the maxmemory-policy of Redis is allkeys-lru, so it may remove blocks: CONFIG SET maxmemory-policy noeviction';
    const lines = worker.errors
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([{ message: problem }]);
    const caller = new CastProcess(city.folder, 'city.slab', city.rays, '--cluster', redis.url);
    expect(await caller.ended).toMatchObject({ status: 0, lines: 1, errors: `${problem}\n` });
  });

  it('a worker waits for a delayed block to a fraction of a second, as the version of Redis permits', async () => {
    const redis = await RedisServer.start();
    const waits: string[] = [];
    await redis.ask(async (client) => {
      const monitor = await client.monitor();
      monitor.on('monitor', (_: string, [command, key, seconds]: string[]) => {
        if (command.toLowerCase() === 'bzpopmin' && key === 'bull:slabtree:marker') waits.push(seconds);
      });
      // The only worker refuses the scene, so the block is delayed.
      const worker = await startWorker({ redis: redis.url }, { allow: [import.meta.dirname] });
      const controller = new AbortController();
      const ended = rejection(castOnCluster({ redis: redis.url }, path, rays, { signal: controller.signal }).next());
      await expect.poll(() => waits).toContainEqual(expect.stringMatching(/^0\.[0-9]+$/));
      controller.abort();
      await ended;
      await worker.close();
      monitor.disconnect();
    });
  });

  it('startWorker logs to a logger of pino, and calls onBlock for each block', async () => {
    const redis = await RedisServer.start();
    const lines: string[] = [];
    const log = pino({ level: 'debug', messageKey: 'message' }, { write: (line) => void lines.push(line) });
    const outcomes: string[] = [];
    const onBlock = ({ outcome, rays }: { outcome: string; rays: number }) => outcomes.push(`${outcome} ${rays}`);
    const worker = await startWorker({ redis: redis.url }, { allow: [city.folder], log, onBlock });
    expect(await castIds(redis)).toEqual(expected);
    expect([worker.problem, worker.openScenes, worker.threads]).toEqual([null, 1, 1]);
    await worker.close();
    expect(worker.problem).toBe('the worker is closing');
    expect(outcomes).toEqual(new Array(4).fill('done 1000'));
    expect(lines.filter((line) => line.includes('"cast a block"'))).toHaveLength(4);
  });
});

it('a worker whose threads have all ended casts later blocks with new threads', async () => {
  const redis = await RedisServer.start();
  const threads = startedThreads();
  const worker = await startWorker({ redis: redis.url }, { concurrency: 2, allow: [city.folder] });
  for (const count of [2, 4, 6]) {
    expect(await castIds(redis)).toEqual(expected);
    expect(threads.length).toBeGreaterThan(0);
    expect(threads.length).toBeLessThanOrEqual(count);
    await Promise.all(threads.map((thread) => thread.terminate()));
    await expect.poll(() => worker.threads).toBe(1);
  }
  expect(await castIds(redis)).toEqual(expected);
  await worker.close();
});

describe('slabtree cluster status', () => {
  it('cluster status shows the workers, the queue and Redis, and warns of a policy that loses blocks', async () => {
    const redis = await RedisServer.start();
    const status = async (...options: string[]) => {
      const given = [program, 'cluster', 'status', '--redis', redis.url, ...options];
      return (await promisify(execFile)(process.execPath, given)).stdout;
    };
    const json = async () => JSON.parse(await status('--json')) as ClusterStatus;
    const none = await json();
    expect(none).toMatchObject({
      workers: [],
      callers: [],
      queue: { name: 'slabtree', waiting: 0, active: 0, delayed: 0 },
    });
    expect(none.redis).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/) as unknown,
      maxMemoryPolicy: 'noeviction',
    });
    expect(none.warnings).toEqual([expect.stringContaining('no worker runs')]);
    expect(await redis.ask((client) => client.keys('*'))).toEqual([]);

    const worker = WorkerProcess.start(city.folder, redis.url, '--concurrency', '2');
    await worker.untilReady();
    await castIds(redis);
    await expect.poll(async () => (await json()).workers[0]?.blocks).toBe(4);
    await redis.ask((client) => client.config('SET', 'maxmemory-policy', 'allkeys-lru'));
    const some = await json();
    expect(some.workers).toMatchObject([{ version, threads: 2, blocks: 4, rays: 4000, scenes: [path] }]);
    expect(Math.abs(Date.now() - some.workers[0].since)).toBeLessThan(60_000);
    expect(some.warnings).toEqual([expect.stringContaining('maxmemory-policy noeviction')]);
    const text = await status();
    expect(text).toMatch(/^redis {4}127\.0\.0\.1:\d+, version \d/);
    expect(text).toContain(`\n${some.workers[0].name}  ${version}    2        20`);
    expect(text).toMatch(new RegExp(`  4000  ${path}$`, 'm'));
    expect(text).toContain('warning: the maxmemory-policy of Redis is allkeys-lru');

    worker.kill('SIGTERM');
    await worker.ended;
    expect((await json()).workers).toEqual([]);
  });

  it('cluster status counts the blocks that wait, and names the casts and their scenes', async () => {
    const redis = await RedisServer.start();
    const controller = new AbortController();
    const answers = castOnCluster({ redis: redis.url }, path, rays, { blockRays: 1000, signal: controller.signal });
    const ended = rejection(answers.next());
    const waiting = async () => (await clusterStatus({ redis: redis.url })).queue.waiting;
    await expect.poll(waiting).toBe(4);
    const { callers } = await clusterStatus({ redis: redis.url });
    expect(callers).toMatchObject([{ version, scene: path, rays: 0 }]);
    expect(callers[0].name).toContain(`${hostname()}:${process.pid}`);
    expect(Math.abs(Date.now() - callers[0].since)).toBeLessThan(60_000);
    const given = [program, 'cluster', 'status', '--redis', redis.url];
    const { stdout } = await promisify(execFile)(process.execPath, given);
    expect(stdout).toContain('\ncasts    1\n');
    expect(stdout).toMatch(new RegExp(`^${callers[0].name}  ${version} .* 0  +${path}$`, 'm'));
    controller.abort();
    await ended;
    expect(await clusterStatus({ redis: redis.url })).toMatchObject({ callers: [], queue: { waiting: 0 } });
  });
});

describe('the number of workers', () => {
  it('onWorkers of a cast is called with the number of workers, as workers start, close and are killed', async () => {
    const redis = await RedisServer.start();
    const counts: number[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    const options = { signal, onWorkers: (count: number) => counts.push(count) };
    async function* noRays(): AsyncGenerator<Float64Array> {
      await new Promise((done) => {
        signal.addEventListener('abort', done);
      });
      yield new Float64Array();
    }
    const ended = rejection(castOnCluster({ redis: redis.url }, path, noRays(), options).next());
    const reported = (...expectedCounts: number[]) => expect.poll(() => counts).toEqual(expectedCounts);
    await reported(0);
    const one = await startWorker({ redis: redis.url }, { allow: [city.folder] });
    await reported(0, 1);
    const other = WorkerProcess.start(city.folder, redis.url);
    await reported(0, 1, 2);
    await one.close();
    await reported(0, 1, 2, 1);
    other.kill('SIGKILL');
    await reported(0, 1, 2, 1, 0);
    controller.abort();
    await ended;
  });

  it('onWorkers of a cast ends the cast if it throws', async () => {
    const redis = await RedisServer.start();
    const problem = new Error('no terminal');
    const onWorkers = () => {
      throw problem;
    };
    expect(await rejection(castOnCluster({ redis: redis.url }, path, rays, { onWorkers }).next())).toBe(problem);
    expect(await redis.leftovers()).toEqual([]);
  });

  it('a cast checks its blocks even if the workers cannot be counted', async () => {
    const redis = await RedisServer.start();
    await redis.ask((client) => client.set('slabtree:slabtree:workers', 'no set'));
    const notices: string[] = [];
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      onWorkers: () => undefined,
      onNotice: (message: string) => notices.push(message),
    };
    const ended = rejection(castOnCluster({ redis: redis.url }, path, rays, options).next());
    await expect.poll(() => notices.join()).toContain('no worker has taken a block');
    controller.abort();
    await ended;
  });

  it('the names of killed workers are removed when a worker starts', async () => {
    const redis = await RedisServer.start();
    const names = () => redis.ask((client) => client.smembers('slabtree:slabtree:workers'));
    const running = await startWorker({ redis: redis.url }, { allow: [city.folder] });
    const killed = WorkerProcess.start(city.folder, redis.url);
    await killed.untilReady();
    expect(await names()).toHaveLength(2);
    killed.kill('SIGKILL');
    const status = () => clusterStatus({ redis: redis.url });
    await expect.poll(async () => (await status()).workers.length).toBe(1);
    expect(await names()).toHaveLength(2);
    const next = await startWorker({ redis: redis.url }, { allow: [city.folder] });
    await expect.poll(async () => (await names()).sort()).toEqual([running.name, next.name].sort());
    await Promise.all([running.close(), next.close()]);
    expect(await names()).toEqual([]);
  });
});

describe('slabtree worker --http', () => {
  it('a worker serves its health and its metrics', async () => {
    const redis = await RedisServer.start();
    const port = await freePort();
    const worker = WorkerProcess.start(city.folder, redis.url, '--http', String(port), '--concurrency', '2');
    await worker.untilReady();
    const get = (at: string) => fetch(`http://127.0.0.1:${port}${at}`);
    const health = async () => {
      const response = await get('/healthz');
      return [response.status, (await response.text()).trim()];
    };
    const metrics = async () => {
      const text = await (await get('/metrics')).text();
      return new Map(text.split('\n').map((line) => line.split(' ', 2) as [string, string]));
    };
    expect(await health()).toEqual([200, 'ok']);
    expect((await metrics()).get('slabtree_worker_blocks_total{outcome="done"}')).toBe('0');
    await castIds(redis);
    const values = await metrics();
    const value = (name: string) => Number(values.get(`slabtree_worker_${name}`));
    expect(value('blocks_total{outcome="done"}')).toBe(4);
    expect(value('blocks_total{outcome="put_back"}')).toBe(0);
    expect(value('blocks_total{outcome="failed"}')).toBe(0);
    expect(value('rays_total')).toBe(4000);
    expect(value('block_seconds_count')).toBe(4);
    expect(value('block_seconds_bucket{le="+Inf"}')).toBe(4);
    expect(value('block_seconds_sum')).toBeGreaterThan(0);
    expect([value('connected'), value('threads'), value('open_scenes')]).toEqual([1, 2, 1]);
    expect(Number(values.get('process_resident_memory_bytes'))).toBeGreaterThan(1e7);
    expect((await get('/other')).status).toBe(404);

    await redis.stop();
    await expect.poll(health).toEqual([503, expect.stringContaining('does not answer')]);
    expect((await metrics()).get('slabtree_worker_connected')).toBe('0');
    await redis.begin();
    await expect.poll(health).toEqual([200, 'ok']);
    // Somebody changes the password, and the worker must connect again.
    await redis.ask(async (client) => {
      await client.config('SET', 'requirepass', 'secret');
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    });
    await expect.poll(health).toEqual([503, expect.stringContaining('refuses: it needs a password (NOAUTH)')]);
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});
