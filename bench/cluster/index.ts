import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { BoxScene } from 'slabtree';
import { castOnCluster } from 'slabtree-cli/cluster';
import { answersToBytes, bytesToAnswers, bytesToRays, RayBlock } from '../../cli/src/cluster/protocol/blockBytes';
import { nearOrder } from '../../cli/src/cluster/caller/nearOrder';
import { Random } from '../../test/support/random';
import { type Measurement, median, millisecondsEach, once as single, raysPerSecond } from '../measure';
import { readOrigin } from '../origin';
import { type Result, formatResult } from '../report';
import { mergeResult, readResults, writeResults } from '../resultsFile';
import { raysOver } from './rays';

/**
 * How a cluster scales, and what its parts cost: `npm run bench:cluster`. Needs Linux and `redis-server`. Caller, Redis and
 * workers share the cores of this machine. Two processes that cast the same blocks from memory tell what the cores can do at
 * best. `--write` puts the results into bench/elsewhere.json.
 */
const isWriting = process.argv.includes('--write');
const changed = ['BOXES', 'RAYS', 'ROUNDS', 'BLOCK'].filter((name) => process.env[name] !== undefined);
if (isWriting && changed.length > 0)
  throw new RangeError(`--write keeps figures of the usual sizes: leave out ${changed.join(', ')}.`);
const BOXES = Number(process.env['BOXES'] ?? 1_000_000);
const RAYS = Number(process.env['RAYS'] ?? 4_194_304);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const BLOCK = Number(process.env['BLOCK'] ?? 65_536);
const PORT = 7399;
const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

const command = resolve(import.meta.dirname, '../../cli/dist/command.js');
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

const timed = (work: () => unknown): Measurement => {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return millisecondsEach(times, 1);
};

// The parts of one block.
const block = rays.slice(0, 6 * BLOCK);
const answers = scene.raycastMany(block);
const sent = new RayBlock(BLOCK);
sent.rays.set(block);
const [rayBytes, answerBytes] = [sent.bytes(), answersToBytes(answers)];
const parts: Record<string, Measurement> = {
  cast: timed(() => scene.raycastMany(block)),
  'order near': timed(() => nearOrder(block)),
  'rays to bytes': timed(() => sent.bytes()),
  'bytes to rays': timed(() => bytesToRays(rayBytes)),
  'answers to bytes': timed(() => answersToBytes(answers)),
  'bytes to answers': timed(() => bytesToAnswers(answerBytes, BLOCK)),
};

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

/** Returns the milliseconds of processor time that all workers have taken. */
function timeOfWorkers(): number {
  const ticks = workers.map(({ pid }) => {
    // After the name of the program in parentheses, which may have spaces: fields 3 and later.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (1000 * ticks.reduce((sum, each) => sum + each)) / TICKS_A_SECOND;
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

// What a block takes of the processor: in this process, in Redis and in the workers. And its commands.
await redis.call('CONFIG', 'RESETSTAT');
const [mine, theirs, others] = [process.cpuUsage(), await redisTime(), timeOfWorkers()];
await castBy('two');
const { user, system } = process.cpuUsage(mine);
const blocks = Math.ceil(RAYS / BLOCK);
const aBlock = (milliseconds: number) => single('ms', milliseconds / blocks);
parts['a worker, in all'] = aBlock(timeOfWorkers() - others);
parts['the caller, in all'] = aBlock((user + system) / 1000);
parts['Redis, in all'] = aBlock(1000 * ((await redisTime()) - theirs));
const stats = [...(await redis.info('commandstats')).matchAll(/cmdstat_(\S+?):calls=(\d+)/g)];
const commands = stats
  .filter(([, , calls]) => Number(calls) >= blocks / 2)
  .map(([, name, calls]) => `${name} ${(Number(calls) / blocks).toFixed(1)}`);

const setting = { question: 'cluster', scene: 'city', boxes: BOXES } as const;
const results: Record<string, Result> = {
  cluster: {
    ...setting,
    title: `Rays on a cluster, ${BOXES.toLocaleString('en')} boxes, ${RAYS.toLocaleString('en')} rays`,
    columns: [{ name: 'Mray/s', baselines: ['one worker'] }],
    rows: Object.entries({
      'one worker': times.one,
      'two workers': times.two,
      'one process, without Redis': plainTimes.one,
      'two processes, without Redis': plainTimes.two,
    }).map(([contender, passes]) => ({ contender, values: { 'Mray/s': raysPerSecond(passes, RAYS) } })),
    notes: [],
  },
  'cluster parts': {
    ...setting,
    title: `A block of ${BLOCK.toLocaleString('en')} rays on a cluster`,
    columns: [{ name: 'ms', baselines: [] }],
    rows: Object.entries(parts).map(([contender, value]) => ({ contender, values: { ms: value } })),
    notes: [
      `${rayBytes.length.toLocaleString('en')} bytes of rays, ${answerBytes.length.toLocaleString('en')} bytes of answers.`,
      `The median cast with two workers takes ${median(times.two).toFixed(0)} ms.`,
      `Commands a block: ${commands.join(', ')}.`,
    ],
  },
};
for (const result of Object.values(results)) console.log(formatResult(result));
if (isWriting) {
  const file = resolve(import.meta.dirname, '../elsewhere.json');
  const origin = readOrigin();
  const fresh = Object.entries(results).map(([job, result]) => ({ job, origin, ...result }));
  await writeResults(file, fresh.reduce(mergeResult, readResults(file)));
}

for (const worker of workers) worker.kill('SIGTERM');
await Promise.all(workers.map((worker) => once(worker, 'exit')));
redis.disconnect();
server.kill();
rmSync(folder, { recursive: true, force: true });
