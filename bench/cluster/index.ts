import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { BoxScene } from 'slabtree';
import { castOnCluster } from 'slabtree/cluster';
import { answersToBytes, bytesToAnswers, bytesToRays, RayBlock } from '../../src/cluster/protocol/blockBytes';
import { nearOrder } from '../../src/cluster/caller/nearOrder';
import { Random } from '../../test/support/random';
import { raysOver } from './rays';

/**
 * How a cluster scales, and what its parts cost: `npm run bench:cluster`. Needs `redis-server`. Caller, Redis and workers share
 * the cores of this machine. Two processes that cast the same blocks from memory tell what the cores can do at best.
 */
const BOXES = Number(process.env['BOXES'] ?? 1_000_000);
const RAYS = Number(process.env['RAYS'] ?? 4_194_304);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const BLOCK = Number(process.env['BLOCK'] ?? 65_536);
const PORT = 7399;

const command = resolve(import.meta.dirname, '../../dist/command.js');
const folder = mkdtempSync(join(tmpdir(), 'slabtree-bench-'));
const url = `redis://127.0.0.1:${PORT}`;

const random = new Random(1);
const boxes = new Float64Array(6 * BOXES);
for (let i = 0; i < boxes.length; i += 6) {
  const min = [random.between(0, 10_000), random.between(0, 10_000), random.between(0, 500)];
  boxes.set([...min, ...min.map((coordinate) => coordinate + random.between(2, 12))], i);
}
const scene = new BoxScene();
scene.addAabbs(boxes);
const path = join(folder, 'city.slab');
writeFileSync(path, scene.serialize());
const rays = raysOver(RAYS);

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1];
const milliseconds = (work: () => unknown): number => {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times);
};

// The parts of one block.
const block = rays.slice(0, 6 * BLOCK);
const answers = scene.raycastMany(block);
const sent = new RayBlock(BLOCK);
sent.rays.set(block);
const [rayBytes, answerBytes] = [sent.bytes(), answersToBytes(answers)];
console.log(`a block of ${BLOCK} rays: ${rayBytes.length} bytes of rays, ${answerBytes.length} bytes of answers`);
console.log(`  cast               ${milliseconds(() => scene.raycastMany(block)).toFixed(2)} ms`);
console.log(`  order near         ${milliseconds(() => nearOrder(block)).toFixed(2)} ms`);
console.log(`  rays to bytes      ${milliseconds(() => sent.bytes()).toFixed(2)} ms`);
console.log(`  bytes to rays      ${milliseconds(() => bytesToRays(rayBytes)).toFixed(2)} ms`);
console.log(`  answers to bytes   ${milliseconds(() => answersToBytes(answers)).toFixed(2)} ms`);
console.log(`  bytes to answers   ${milliseconds(() => bytesToAnswers(answerBytes, BLOCK)).toFixed(2)} ms`);

// The best that two processes can do here: they share memory, and perhaps more.
const plain = [0, 1].map(() => fork(join(import.meta.dirname, 'plainProcess.ts'), [path, String(RAYS), String(BLOCK)]));
await Promise.all(plain.map((each) => once(each, 'message')));
async function castPlainly(...parts: { from: number; to: number }[]): Promise<number> {
  const start = performance.now();
  await Promise.all(
    parts.map((part, i) => {
      plain[i].send(part);
      return once(plain[i], 'message');
    }),
  );
  return performance.now() - start;
}
const half = Math.ceil(RAYS / BLOCK / 2) * BLOCK;
const plainTimes: { one: number[]; two: number[] } = { one: [], two: [] };
for (let round = 0; round < ROUNDS; round++) {
  plainTimes.one.push(await castPlainly({ from: 0, to: RAYS }));
  plainTimes.two.push(await castPlainly({ from: 0, to: half }, { from: half, to: RAYS }));
}
const plainRatio = median(plainTimes.one) / median(plainTimes.two);
console.log(`two processes without Redis: ${plainRatio.toFixed(2)} times one`);
for (const each of plain) each.kill();

const server = spawn('redis-server', ['--port', String(PORT), '--save', '', '--dir', folder], { stdio: 'ignore' });
const redis = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
redis.on('error', () => undefined);
await redis.ping();

/** Starts a worker with a queue of its own, so that it can be idle while others work. */
async function startWorker(queue: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [command, 'worker', '--redis', url, '--queue', queue, '--allow', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(worker.stderr, 'data');
  return worker;
}

async function castBy(queue: string): Promise<number> {
  const start = performance.now();
  let count = 0;
  for await (const { ids } of castOnCluster({ redis: url, name: queue }, path, rays, { blockRays: BLOCK }))
    count += ids.length;
  if (count !== RAYS) throw new Error(`${count} answers to ${RAYS} rays`);
  return performance.now() - start;
}

const workers = await Promise.all(['one', 'two', 'two'].map(startWorker));
await Promise.all([castBy('one'), castBy('two')]);
await after(500);
const times: Record<'one' | 'two', number[]> = { one: [], two: [] };
/** The seconds of processor time that Redis has taken. */
async function redisTime(): Promise<number> {
  const info = await redis.info('cpu');
  const [user, system] = ['user', 'sys'].map((name) =>
    Number(new RegExp(`used_cpu_${name}:([\\d.]+)`).exec(info)?.[1]),
  );
  return user + system;
}
for (let round = 0; round < ROUNDS; round++) {
  for (const queue of ['one', 'two'] as const) times[queue].push(await castBy(queue));
}
const [one, two] = [median(times.one), median(times.two)];
const perSecond = (time: number): string => `${((RAYS / time) * 1000).toFixed(0)} rays/s`;
console.log(`one worker:  ${one.toFixed(0)} ms, ${perSecond(one)}`);
console.log(`two workers: ${two.toFixed(0)} ms, ${perSecond(two)}, ${(one / two).toFixed(2)} times one`);

// What a cast costs beside the workers: processor time of this process and of Redis, and the commands of a block.
await redis.call('CONFIG', 'RESETSTAT');
const [mine, theirs] = [process.cpuUsage(), await redisTime()];
await castBy('two');
const { user, system } = process.cpuUsage(mine);
const blocks = Math.ceil(RAYS / BLOCK);
const stats = [...(await redis.info('commandstats')).matchAll(/cmdstat_(\S+?):calls=(\d+)/g)];
console.log(`a block costs the caller ${((user + system) / 1000 / blocks).toFixed(2)} ms of processor time`);
console.log(`and Redis ${((((await redisTime()) - theirs) * 1000) / blocks).toFixed(2)} ms`);
console.log(
  `commands a block: ${stats
    .filter(([, , calls]) => Number(calls) >= blocks / 2)
    .map(([, name, calls]) => `${name} ${(Number(calls) / blocks).toFixed(1)}`)
    .join(', ')}`,
);

for (const worker of workers) worker.kill('SIGTERM');
await Promise.all(workers.map((worker) => once(worker, 'exit')));
redis.disconnect();
server.kill();
rmSync(folder, { recursive: true, force: true });
