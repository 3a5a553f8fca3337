import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Random } from '../../../../test/support/random';
import { program } from '../../command/support/command';
import { partialHitsName } from '../../command/support/partialHits';
import { type City, writeCity } from './support/city';
import { WorkerProcess } from './support/programs';
import { RedisServer } from './support/redisServer';

/** `SLABTREE_CLUSTER_RAYS=10000000` casts more. */
const COUNT = Number(process.env['SLABTREE_CLUSTER_RAYS'] ?? 2_000_000);

let city: City;

beforeAll(async () => {
  city = await writeCity(5000, 100_000);
  const random = new Random(36);
  const rays = Float64Array.from({ length: 6 * COUNT }, (_, i) =>
    i % 6 < 3 ? random.between(0, 10_000) : random.between(-1, 1),
  );
  writeFileSync(join(city.folder, 'rays.f64'), new Uint8Array(rays.buffer));
});

afterAll(() => {
  city.remove();
});

/** Lets workers run for a sixth of the time only, so that a cast takes some seconds on a fast machine, too. Returns what ends it. */
function slowDown(workers: readonly WorkerProcess[]): () => void {
  const send = (signal: NodeJS.Signals): void => {
    for (const worker of workers) worker.kill(signal);
  };
  let turn = 0;
  const timer = setInterval(() => {
    send(turn++ % 6 === 0 ? 'SIGCONT' : 'SIGSTOP');
  }, 100);
  return () => {
    clearInterval(timer);
    send('SIGCONT');
  };
}

function bytesOf(name: string): Buffer {
  return readFileSync(join(city.folder, name));
}

/** Casts the rays as one process, and returns the bytes of the hits. */
function castAlone(rays: string, ...options: string[]): Buffer {
  const { stdout, status } = spawnSync(process.execPath, [program, 'raycast', 'city.slab', rays, ...options], {
    cwd: city.folder,
    maxBuffer: Infinity,
  });
  expect(status).toBe(0);
  return stdout;
}

describe('slabtree raycast --cluster with files', () => {
  it('a cast on a cluster that is killed twice leaves the hits of a cast that is not', async () => {
    const redis = await RedisServer.start();
    const workers = [1, 2].map(() => WorkerProcess.start(city.folder, redis.url));
    await Promise.all(workers.map((worker) => worker.untilReady()));
    const endSlowness = slowDown(workers);
    onTestFinished(endSlowness);
    const hits = join(city.folder, partialHitsName(city.folder, 'hits.f64', 'cast.resume'));
    const checkpoint = join(city.folder, 'cast.resume');
    const files = readdirSync(city.folder);
    const start = () => {
      const options = ['-o', 'hits.f64', '--resume', 'cast.resume', '--cluster', redis.url];
      const cast = spawn(process.execPath, [program, 'raycast', 'city.slab', 'rays.f64', ...options], {
        cwd: city.folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      onTestFinished(() => void cast.kill('SIGKILL'));
      let errors = '';
      cast.stderr.on('data', (chunk) => (errors += String(chunk)));
      return { cast, exit: once(cast, 'exit'), errors: () => errors };
    };
    let saved = '';
    for (let kills = 0; kills < 2; kills++) {
      const { cast, exit } = start();
      // Kills it when it has saved another checkpoint, and has written more hits than that.
      const isSaved = () => existsSync(checkpoint) && readFileSync(checkpoint, 'utf8') !== saved;
      while (cast.exitCode === null && !isSaved()) await after(2);
      const { size } = statSync(hits);
      while (cast.exitCode === null && statSync(hits).size === size) await after(2);
      cast.kill('SIGKILL');
      expect(await exit).toEqual([null, 'SIGKILL']);
      saved = readFileSync(checkpoint, 'utf8');
    }
    endSlowness();
    const { exit, errors } = start();
    expect(await exit).toEqual([0, null]);
    expect(errors()).toMatch(/^cast\.resume: the cast goes on after [1-9]\d* rays\n$/);
    expect(bytesOf('hits.f64').equals(castAlone('rays.f64', '--output-format', 'f64'))).toBe(true);
    expect(readdirSync(city.folder).sort()).toEqual([...files, 'cast.resume', 'hits.f64'].sort());
    const again = start();
    expect(await again.exit).toEqual([0, null]);
    expect(again.errors()).toContain('cast.resume: this cast is complete, hits.f64 has the hits of its');
  });

  it('raycast --cluster reads flat rays and writes flat hits, also with triangles', async () => {
    const redis = await RedisServer.start();
    WorkerProcess.start(city.folder, redis.url);
    const some = bytesOf('rays.f64').subarray(0, 48 * 3000);
    writeFileSync(join(city.folder, 'some.f64'), some);
    writeFileSync(join(city.folder, 'cut.f64'), some.subarray(0, -8));
    const cast = async (rays: string, ...options: string[]) => {
      const given = ['raycast', 'city.slab', rays, '-o', 'some.hits', '--cluster', redis.url, ...options];
      const child = spawn(process.execPath, [program, ...given], {
        cwd: city.folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let errors = '';
      child.stderr.on('data', (chunk) => (errors += String(chunk)));
      const [status] = (await once(child, 'close')) as [number | null];
      return { status, errors, hits: bytesOf('some.hits') };
    };
    for (const options of [[], ['--output-format', 'f64'], ['--output-format', 'f64', '--triangles']]) {
      expect(await cast('some.f64', ...options)).toEqual({
        status: 0,
        errors: '',
        hits: castAlone('some.f64', ...options),
      });
    }
    const before = bytesOf('some.hits');
    expect(await cast('cut.f64')).toEqual({
      status: 1,
      errors: 'cut.f64: it ends after 40 of the 48 bytes of ray 2999\n',
      hits: before,
    });
  });
});
