import { Queue, QueueEvents } from 'bullmq';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { BoxScene, type FloatArray } from 'slabtree';
import { castOnCluster, type ClusterCastOptions, type RayAnswers, startWorker } from 'slabtree-cli/cluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejection } from './support/rejection';
import { Random } from '../../../../test/support/random';
import { type City, writeCity } from './support/city';
import { CastProcess, WorkerProcess } from './support/programs';
import { RedisServer } from './support/redisServer';

/** Small blocks, so that few rays are many jobs. */
const SMALL = { blockRays: 500, windowBlocks: 4 };

let city: City;
let scene: BoxScene;
let path: string;

beforeAll(async () => {
  city = await writeCity(5000, 20_000);
  path = join(city.folder, 'city.slab');
  scene = BoxScene.deserialize(readFileSync(path));
});

afterAll(() => {
  city.remove();
});

function raysOver(count: number): Float64Array {
  const random = new Random(count);
  return Float64Array.from({ length: 6 * count }, (_, i) =>
    i % 6 < 3 ? random.between(0, 10_000) : random.between(-1, 1),
  );
}

async function allOf(answers: AsyncIterable<RayAnswers>): Promise<RayAnswers> {
  const ids: number[] = [];
  const ts: number[] = [];
  for await (const part of answers) {
    ids.push(...part.ids);
    ts.push(...part.ts);
  }
  return { ids: Int32Array.from(ids), ts: Float64Array.from(ts) };
}

function cast(redis: RedisServer, rays: Parameters<typeof castOnCluster>[2], options: ClusterCastOptions = {}) {
  return castOnCluster({ redis: redis.url }, path, rays, { ...SMALL, ...options });
}

function worker(redis: RedisServer, ...options: string[]): WorkerProcess {
  return WorkerProcess.start(city.folder, redis.url, ...options);
}

describe('castOnCluster', () => {
  it('castOnCluster returns the answers of the scene, in the order of the rays, however the rays come', async () => {
    const redis = await RedisServer.start();
    worker(redis);
    worker(redis, '--concurrency', '2');
    const rays = raysOver(7001);
    const expected = scene.raycastMany(rays);
    const progress: number[] = [];
    expect(await allOf(cast(redis, rays, { onProgress: (done) => progress.push(done) }))).toEqual(expected);
    expect(progress).toEqual([2000, 4000, 6000, 7001]);

    async function* parts(): AsyncGenerator<FloatArray> {
      for (const [from, to] of [
        [0, 1],
        [1, 1],
        [1, 4000],
        [4000, 7001],
      ]) {
        yield await Promise.resolve(rays.slice(6 * from, 6 * to));
      }
    }
    expect(await allOf(cast(redis, parts()))).toEqual(expected);
    expect(await allOf(cast(redis, []))).toEqual({ ids: new Int32Array(), ts: new Float64Array() });

    const options = { tMin: -Infinity, tMax: 2000, solid: true, mask: 1, boxesOnly: true } as const;
    const rounded = Float32Array.from(rays);
    expect(await allOf(cast(redis, rounded, options))).toEqual(scene.raycastMany(rounded, options));
    expect(await redis.leftovers()).toEqual([]);
  });

  it('castOnCluster returns triangles if they are requested', async () => {
    const redis = await RedisServer.start();
    worker(redis);
    const rays = raysOver(10);
    for await (const answers of cast(redis, rays, { triangles: true })) {
      expect(answers).toEqual(scene.raycastMany(rays, { triangles: true }));
    }
  });

  it('castOnCluster waits for workers that join late', async () => {
    const redis = await RedisServer.start();
    const rays = raysOver(3000);
    const answers = allOf(cast(redis, rays));
    await redis.untilUsed();
    await after(500);
    worker(redis);
    expect(await answers).toEqual(scene.raycastMany(rays));
  });

  it('castOnCluster continues when a worker stands still, and counts its late answers once', async () => {
    const redis = await RedisServer.start();
    const still = worker(redis);
    await still.untilReady();
    const rays = raysOver(50_000);
    const answers = allOf(cast(redis, rays));
    await redis.untilUsed();
    still.kill('SIGSTOP');
    worker(redis);
    expect(await answers).toEqual(scene.raycastMany(rays));
    still.kill('SIGCONT');
    await after(500);
    expect(await redis.leftovers()).toEqual([]);
  });

  it('castOnCluster reads rays no faster than its answers are taken', async () => {
    const redis = await RedisServer.start();
    worker(redis);
    let read = 0;
    async function* endless(): AsyncGenerator<FloatArray> {
      for (;;) {
        read++;
        yield await Promise.resolve(raysOver(500));
      }
    }
    for await (const { ids } of cast(redis, endless(), { backlog: 8 })) {
      expect(ids.length).toBe(2000);
      await after(300);
      break;
    }
    // Two windows of four blocks are under way, one is given, and one is gathered.
    expect(read).toBeLessThanOrEqual(16);
    expect(await redis.leftovers()).toEqual([]);
  });

  it('an aborted cast leaves nothing in Redis, without a worker and while rays are awaited', async () => {
    const redis = await RedisServer.start();
    async function* andNoMore(): AsyncGenerator<FloatArray> {
      yield raysOver(4000);
      await new Promise(() => undefined);
    }
    const controller = new AbortController();
    const answers = rejection(allOf(cast(redis, andNoMore(), { signal: controller.signal })));
    await redis.untilUsed();
    controller.abort(new Error('enough'));
    expect((await answers).message).toBe('enough');
    expect(await redis.leftovers()).toEqual([]);
  });

  it('an invalid ray is rejected by its place among all rays, and leaves nothing in Redis', async () => {
    const redis = await RedisServer.start();
    worker(redis);
    const bad = raysOver(3000);
    bad[6 * 2500 + 1] = NaN;
    const parts = [raysOver(100), bad];
    expect((await rejection(allOf(cast(redis, parts)))).message).toContain('rays[15601] (ray 2600)');
    expect(await redis.leftovers()).toEqual([]);
  });

  it('the error names the host of a Redis that is not there, and not its password', async () => {
    const queue = { redis: 'redis://:secret@127.0.0.1:1' };
    const { message } = await rejection(allOf(castOnCluster(queue, path, raysOver(1), { timeout: 500 })));
    expect(message).toContain('no connection to Redis at 127.0.0.1:1');
    expect(message).not.toContain('secret');
  });
});

it('a caller and a worker keep no connection if the Redis user lacks a permission', async () => {
  const redis = await RedisServer.start();
  const rules = ['on', '>secret', '~*', '&*', '+@all', '-info'];
  await redis.ask((client) => client.call('ACL', 'SETUSER', 'limited', ...rules));
  const queue = { redis: redis.url.replace('//', '//limited:secret@') };
  expect((await rejection(allOf(castOnCluster(queue, path, raysOver(1))))).message).toContain('NOPERM');
  expect((await rejection(startWorker(queue))).message).toContain('NOPERM');
  const clients = () => redis.ask(async (client) => String(await client.client('LIST')).match(/user=limited/g));
  while ((await clients()) !== null) await after(50);
});

describe('a worker of a cluster', () => {
  it('a worker names at its start the folder that is not there', async () => {
    const missing = worker(await RedisServer.start(), '--allow', city.folder, join(city.folder, 'none'));
    expect(await missing.ended).toBe(1);
    expect(missing.errors).toContain('none" is not a folder: see --allow');
  });

  it("a worker rejects a file that differs from the caller's", async () => {
    const redis = await RedisServer.start();
    const other = await writeCity(100, 1);
    WorkerProcess.start(other.folder, redis.url);
    const cast = castOnCluster({ redis: redis.url }, { ...(await reference()), path: 'city.slab' }, raysOver(10));
    expect((await rejection(allOf(cast))).message).toMatch(
      /worker .*: "city.slab" is not the file that the caller means/,
    );
    expect(await redis.leftovers()).toEqual([]);
    other.remove();
  });

  it('a worker reads no file outside of its folders', async () => {
    const redis = await RedisServer.start();
    const other = await writeCity(100, 1);
    WorkerProcess.start(other.folder, redis.url);
    for (const wanted of [path, `../${path}`]) {
      const cast = castOnCluster({ redis: redis.url }, { ...(await reference()), path: wanted }, raysOver(10));
      expect((await rejection(allOf(cast))).message).toContain('not a file in the folders that this worker may read');
    }
    WorkerProcess.start(other.folder, redis.url, '--queue', 'two', '--allow', other.folder, city.folder);
    const allowed = castOnCluster({ redis: redis.url, name: 'two' }, path, raysOver(10));
    expect(await allOf(allowed)).toEqual(scene.raycastMany(raysOver(10)));
    other.remove();
  });

  it('a worker rejects blocks of another version of slabtree', async () => {
    const redis = await RedisServer.start();
    worker(redis);
    const connection = { url: redis.url };
    const [queue, events] = [new Queue('slabtree', { connection }), new QueueEvents('slabtree', { connection })];
    await events.waitUntilReady();
    await redis.ask((client) => client.set('slabtree:slabtree:one', 'rays'));
    const job = await queue.add('rays', { version: '0.0.1', scene: await reference() }, { jobId: 'one', attempts: 3 });
    expect((await rejection(job.waitUntilFinished(events))).message).toMatch(
      /this worker runs slabtree .*, and the caller 0.0.1/,
    );
    await Promise.all([queue.close(), events.close()]);
  });

  it('a worker finishes the blocks that it has when a signal ends it', async () => {
    const redis = await RedisServer.start();
    const first = worker(redis);
    const rays = raysOver(50_000);
    const answers = allOf(cast(redis, rays));
    await redis.untilUsed();
    await first.untilReady();
    first.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(await redis.ask((client) => client.llen('bull:slabtree:active'))).toBe(0);
    worker(redis);
    expect(await answers).toEqual(scene.raycastMany(rays));
  });

  const reference = async () => (await import('slabtree-cli/cluster')).referenceTo(path);
});

describe('slabtree raycast --cluster', () => {
  it('raycast --cluster prints the bytes of raycast, also names, triangles, a header and the first bad line', async () => {
    const redis = await RedisServer.start();
    worker(redis);
    const header = 'originX,originY,originZ,directionX,directionY,directionZ\n';
    const rays = join(city.folder, 'some.csv');
    const lines = readFileSync(city.rays, 'utf8').split('\n').slice(0, 3000);
    for (const content of [header, `${header}${lines.join('\n')}`, [...lines.slice(0, 2000), '1,2,x'].join('\n')]) {
      writeFileSync(rays, content);
      const options = ['--names', '--triangles', '--solid'];
      const alone = await new CastProcess(city.folder, 'city.slab', rays, ...options).ended;
      expect(await new CastProcess(city.folder, 'city.slab', rays, ...options, '--cluster', redis.url).ended).toEqual(
        alone,
      );
    }
    expect(await redis.leftovers()).toEqual([]);
  });

  it('raycast --cluster prints for a file of tiles the bytes that it prints for a scene', async () => {
    const redis = await RedisServer.start();
    worker(redis, '--memory', '1');
    worker(redis, '--memory', '1', '--concurrency', '2');
    const alone = await new CastProcess(city.folder, 'city.slab', city.rays, '--triangles').ended;
    expect(alone.lines).toBe(20_000);
    expect(await new CastProcess(city.folder, 'city.slabs', city.rays, '--triangles').ended).toEqual(alone);
    const onCluster = new CastProcess(city.folder, 'city.slabs', city.rays, '--triangles', '--cluster', redis.url);
    expect(await onCluster.ended).toEqual(alone);
    expect(await redis.leftovers()).toEqual([]);
  });

  it('raycast --cluster leaves no jobs behind when Ctrl-C ends it', async () => {
    const redis = await RedisServer.start();
    const cast = new CastProcess(city.folder, 'city.slab', city.rays, '--cluster', redis.url);
    await redis.untilUsed();
    cast.kill('SIGINT');
    expect(await cast.ended).toMatchObject({ status: 130, lines: 0, errors: '' });
    expect(await redis.leftovers()).toEqual([]);
  });
});
