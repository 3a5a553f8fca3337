import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { BoxScene } from 'slabtree';
import { castOnCluster, referenceTo, type SceneReference } from 'slabtree-cli/cluster';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFolders } from '../../../../entries';
import { version } from '../../../../package.json';
import { Random } from '../../../../test/support/random';
import cliManifest from '../../../package.json';
import { type City, writeCity } from './support/city';
import { CastProcess, WorkerProcess } from './support/programs';
import { RedisServer } from './support/redisServer';
import { rejection } from './support/rejection';

/** 10,000,000 in the long form, which takes some minutes. */
const RAYS = Number(process.env['SLABTREE_CLUSTER_RAYS'] ?? 1_000_000);

const root = resolve(import.meta.dirname, '../../../..');

const SMALL = { blockRays: 500, windowBlocks: 4 };

let city: City;
let reference: SceneReference;
/** A folder without the scene, and a folder with another scene of that name. */
let empty: string;
let other: string;

beforeAll(async () => {
  city = await writeCity(200_000, RAYS);
  reference = { ...(await referenceTo(join(city.folder, 'city.slab'))), path: 'city.slab' };
  [empty, other] = ['empty', 'other'].map((name) => join(city.folder, name));
  for (const folder of [empty, other]) mkdirSync(folder);
  const scene = new BoxScene();
  scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
  writeFileSync(join(other, 'city.slab'), scene.serialize());
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

/** Returns the ids that a cast of the caller's own file gives. */
async function castIds(redis: RedisServer, rays: Float64Array, scene = reference): Promise<number[]> {
  const ids: number[] = [];
  for await (const part of castOnCluster({ redis: redis.url }, scene, rays, SMALL)) ids.push(...part.ids);
  return ids;
}

function expectedIds(rays: Float64Array): number[] {
  return [...BoxScene.deserialize(readFileSync(join(city.folder, 'city.slab'))).raycastMany(rays).ids];
}

/** Copies both built packages, with another version in them, and returns the program. */
function writeOtherVersion(): string {
  const modules = join(city.folder, 'otherVersion/node_modules');
  for (const [name, folder] of Object.entries(packageFolders)) {
    for (const part of ['package.json', 'dist']) {
      cpSync(join(root, folder, part), join(modules, name, part), { recursive: true });
    }
  }
  for (const name of [...Object.keys(cliManifest.dependencies), 'bullmq', 'ioredis']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  const file = join(modules, 'slabtree/dist/index.js');
  const code = readFileSync(file, 'utf8');
  const other = code.replaceAll(`"${version}"`, '"0.0.1"');
  expect(other).not.toBe(code);
  writeFileSync(file, other);
  return join(modules, 'slabtree-cli/dist/command.js');
}

/** Four workers that are restarted one after the other, two of them now and then without the file or with another version. */
class RollingWorkers {
  /** The exit codes of the workers that were restarted. */
  readonly statuses: (number | null)[] = [];
  #isOver = false;
  readonly #rolling: Promise<void>;

  constructor(
    private readonly url: string,
    private readonly otherVersion: string,
  ) {
    this.#rolling = this.#roll();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#rolling;
  }

  async #roll(): Promise<void> {
    const able = () => WorkerProcess.start(city.folder, this.url);
    const withoutFile = () => WorkerProcess.start(empty, this.url);
    const withOtherFile = () => WorkerProcess.start(other, this.url);
    const ofOtherVersion = () => WorkerProcess.startOf(this.otherVersion, city.folder, this.url);
    const kinds = [[able], [able], [withoutFile, able, withOtherFile], [ofOtherVersion, able]];
    const workers = kinds.map(([start]) => start());
    await Promise.all(workers.map((worker) => worker.untilReady()));
    for (let turn = 0; !this.#isOver; turn++) {
      const i = turn % kinds.length;
      const round = 1 + Math.floor(turn / kinds.length);
      workers[i].kill('SIGTERM');
      this.statuses.push(await workers[i].ended);
      workers[i] = kinds[i][round % kinds[i].length]();
      await workers[i].untilReady();
    }
    for (const worker of workers) worker.kill('SIGTERM');
  }
}

describe('castOnCluster with workers that differ', () => {
  it('a cast goes to the workers that have the file, while others have none, or another', async () => {
    const redis = await RedisServer.start();
    const unable = [empty, other].map((folder) => WorkerProcess.start(folder, redis.url));
    await Promise.all(unable.map((worker) => worker.untilReady()));
    const rays = raysOver(20_000);
    const ids = castIds(redis, rays);
    await redis.untilUsed();
    await after(1000);
    WorkerProcess.start(city.folder, redis.url);
    expect(await ids).toEqual(expectedIds(rays));
    expect(await redis.leftovers()).toEqual([]);
  });

  it('a cast that no worker can do ends within some seconds, with the reason of each worker', async () => {
    const redis = await RedisServer.start();
    const workers = [empty, empty, other].map((folder) => WorkerProcess.start(folder, redis.url));
    await Promise.all(workers.map((worker) => worker.untilReady()));
    const start = Date.now();
    const { message } = await rejection(castIds(redis, raysOver(20_000)));
    expect(Date.now() - start).toBeLessThan(20_000);
    expect(message).toMatch(/workers \S+:\d+, \S+:\d+: "city.slab" is not a file in the folders/);
    expect(message).toMatch(/worker \S+:\d+: "city.slab" is not the file that the caller means/);
    expect(await redis.leftovers()).toEqual([]);
  });

  it('a cast continues when its file is copied to a worker that has refused it', async () => {
    const redis = await RedisServer.start();
    const folder = join(city.folder, 'later');
    mkdirSync(folder);
    const worker = WorkerProcess.start(folder, redis.url);
    await worker.untilReady();
    const rays = raysOver(5000);
    const ids = castIds(redis, rays);
    await redis.untilUsed();
    await after(3000);
    copyFileSync(join(city.folder, 'city.slab'), join(folder, 'city.slab'));
    expect(await ids).toEqual(expectedIds(rays));
  });

  it('a cast that all workers have refused waits for its file again when it is repeated at once', async () => {
    const redis = await RedisServer.start();
    const folder = join(city.folder, 'repeated');
    mkdirSync(folder);
    await WorkerProcess.start(folder, redis.url).untilReady();
    const rays = raysOver(5000);
    expect((await rejection(castIds(redis, rays))).message).toContain('is not a file in the folders');
    const ids = castIds(redis, rays);
    await redis.untilUsed();
    await after(3000);
    copyFileSync(join(city.folder, 'city.slab'), join(folder, 'city.slab'));
    expect(await ids).toEqual(expectedIds(rays));
  });

  it('a worker that casts counts no refusal of an earlier worker of its name, as in a restarted container', async () => {
    const redis = await RedisServer.start();
    const earlier = WorkerProcess.start(empty, redis.url);
    await earlier.untilReady();
    const rays = raysOver(5000);
    const ids = castIds(redis, rays);
    await earlier.untilPrinted('put back a block');
    const [key] = await redis.ask((client) => client.keys('slabtree:slabtree:refusals:*'));
    earlier.kill('SIGKILL');
    await redis.ask((client) => client.del(key));
    const worker = WorkerProcess.start(city.folder, redis.url);
    await worker.untilReady();
    const name = /worker="([^"]+)"/.exec(worker.errors)?.[1] ?? '';
    await redis.ask((client) => client.hset(key, name, 'it had no file'));
    expect(await ids).toEqual(expectedIds(rays));
    expect(await redis.ask((client) => client.hexists(key, name))).toBe(0);
  });

  it('a cast that no worker can do does not hold up a cast that some can', async () => {
    const redis = await RedisServer.start();
    await WorkerProcess.start(city.folder, redis.url).untilReady();
    const hopeless = rejection(castIds(redis, raysOver(50_000), { ...reference, path: 'none.slab' }));
    await redis.untilUsed();
    const rays = raysOver(20_000);
    let isHopelessOver = false;
    void hopeless.then(() => (isHopelessOver = true));
    expect(await castIds(redis, rays)).toEqual(expectedIds(rays));
    expect(isHopelessOver).toBe(false);
    expect((await hopeless).message).toContain('"none.slab" is not a file in the folders');
  });

  it('a cast gives the same bytes while all workers are restarted, some without the file or with another version', async () => {
    const expected = await new CastProcess(city.folder, 'city.slab', city.rays).ended;
    expect(expected).toMatchObject({ status: 0, lines: RAYS, errors: '' });
    const redis = await RedisServer.start();
    const workers = new RollingWorkers(redis.url, writeOtherVersion());
    const start = Date.now();
    // On a fast machine, one cast ends before all workers were restarted.
    do {
      const cast = new CastProcess(city.folder, 'city.slab', city.rays, '--cluster', redis.url);
      // While no worker is ready, the caller may say so.
      expect({ ...(await cast.ended), errors: '' }).toEqual(expected);
    } while (workers.statuses.length < 4);
    await workers.end();
    const seconds = (Date.now() - start) / 1000;
    console.log(`casts of ${RAYS} rays in ${seconds.toFixed(1)} s, ${workers.statuses.length} workers restarted`);
    expect(workers.statuses).toEqual(workers.statuses.map(() => 0));
    expect(await redis.leftovers()).toEqual([]);
  });
});
