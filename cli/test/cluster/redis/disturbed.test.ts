import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type City, writeCity } from './support/city';
import { CastProcess, type CastEnded, WorkerProcess } from './support/programs';
import { RedisServer } from './support/redisServer';

/** 10,000,000 in the long form, which takes some minutes. */
const RAYS = Number(process.env['SLABTREE_CLUSTER_RAYS'] ?? 1_000_000);
const WORKERS = 4;

let city: City;
let expected: CastEnded;

beforeAll(async () => {
  city = await writeCity(200_000, RAYS);
});

afterAll(() => {
  city.remove();
});

/**
 * Workers of which the oldest is killed every two seconds, and replaced. On a machine that takes longer to start a worker, the
 * next is killed when all of them are ready: otherwise none would live long enough to answer anything.
 */
class KilledWorkers {
  kills = 0;
  readonly #workers: WorkerProcess[];
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly redis: RedisServer) {
    this.#workers = Array.from({ length: WORKERS }, () => this.#start());
    this.#timer = setInterval(() => {
      if (!this.#workers.every(({ isReady }) => isReady)) return;
      this.kills++;
      this.#workers.shift()?.kill('SIGKILL');
      this.#workers.push(this.#start());
    }, 2000);
  }

  end(): void {
    clearInterval(this.#timer);
    for (const worker of this.#workers) worker.kill('SIGTERM');
  }

  #start(): WorkerProcess {
    return WorkerProcess.start(city.folder, this.redis.url);
  }
}

describe('castOnCluster with disturbances', () => {
  it('a cast in one process gives the bytes for the comparison', async () => {
    expected = await new CastProcess(city.folder, 'city.slab', city.rays).ended;
    expect(expected).toMatchObject({ status: 0, lines: RAYS, errors: '' });
  });

  it.each([
    ['with an append-only file', true],
    ['which forgets everything', false],
  ])('a cast gives the same bytes while workers are killed and Redis, %s, is restarted', async (_, keepsFile) => {
    const redis = await RedisServer.start({ keepsFile });
    const workers = new KilledWorkers(redis);
    const cast = new CastProcess(city.folder, 'city.slab', city.rays, '--cluster', redis.url);
    const start = Date.now();
    const isOver = cast.ended.then(() => true);
    while (cast.lines < RAYS / 4 && !(await Promise.race([isOver, after(20)]))) continue;
    await redis.stop();
    await after(500);
    await redis.begin();
    const ended = await cast.ended;
    workers.end();
    console.log(`${RAYS} rays in ${((Date.now() - start) / 1000).toFixed(1)} s, ${workers.kills} workers killed`);
    // On a slow machine, the caller says that Redis is away, or that no worker is ready.
    expect({ ...ended, errors: '' }).toEqual(expected);
    expect(await redis.leftovers()).toEqual([]);
  });
});
