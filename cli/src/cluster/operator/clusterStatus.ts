import type { Redis } from 'ioredis';
import { VERSION } from 'slabtree';
import { checkNames } from '../protocol/arguments';
import { type ClusterQueue, hostOf, readClusterQueue } from '../protocol/clusterQueue';
import { evictionPolicyIn, evictionProblemOf } from '../protocol/evictionPolicy';
import { type CallerPresence, presentCallers, presentWorkers, type WorkerPresence } from '../protocol/presence';
import { connect, loadPackages } from '../protocol/redis';
import { readTimeout } from '../protocol/redisWatch';
import { asClusterError } from '../protocol/redisErrors';

/** The state of a cluster: its workers, its casts, its queue and its Redis. It is the answer of {@link clusterStatus}. */
export interface ClusterStatus {
  /** The workers that run, sorted by name. A worker that was killed is listed for 15 seconds more. */
  workers: WorkerPresence[];
  /** The casts that run, sorted by name. A caller that was killed is listed for 15 seconds more. */
  callers: CallerPresence[];
  /** The number of blocks in the queue. Delayed blocks are tried again soon: a worker has failed, or no worker has the scene. */
  queue: { name: string; waiting: number; active: number; delayed: number };
  /** Memory is in bytes. `maxMemory` is 0 if there is no limit. */
  redis: { host: string; version: string; usedMemory: number; maxMemory: number; maxMemoryPolicy: string };
  /** Sentences about problems that an operator should mend. */
  warnings: string[];
}

/** The options of {@link clusterStatus}: how long it waits. */
export interface ClusterStatusOptions {
  /** How many milliseconds to wait for a Redis that does not answer. 5000 by default. */
  timeout?: number;
}

const STATUS_OPTIONS: Record<keyof ClusterStatusOptions, boolean> = { timeout: true };

/**
 * Returns the state of a cluster. Changes nothing in Redis.
 *
 * @throws ClusterError if Redis does not answer in time, or refuses a command.
 *
 * @example
 * ```ts
 * const { workers, callers, queue, warnings } = await clusterStatus({ redis: 'redis://10.0.0.1' });
 * console.log(workers.length, callers.length, queue.waiting, warnings);
 * ```
 */
export async function clusterStatus(queue: ClusterQueue, options: ClusterStatusOptions = {}): Promise<ClusterStatus> {
  const checked = readClusterQueue(queue);
  checkNames('options', options, STATUS_OPTIONS);
  const timeout = readTimeout(options, 5000);
  const packages = await loadPackages();
  const { redis, watch, close } = await connect(packages, checked, null, { timeout, onNotice: () => undefined });
  try {
    const answers = Promise.all([
      presentWorkers(redis, checked),
      presentCallers(redis, checked),
      countBlocks(redis, checked),
      readServer(redis, checked),
    ]);
    const [workers, callers, counts, server] = await watch.guard(answers);
    const status = { workers, callers, queue: counts, redis: server };
    return { ...status, warnings: warningsOf(status) };
  } catch (thrown) {
    throw asClusterError(hostOf(checked), thrown);
  } finally {
    close();
  }
}

async function countBlocks(redis: Redis, { name }: Required<ClusterQueue>): Promise<ClusterStatus['queue']> {
  // BullMQ itself would count in a script, with commands that a worker's user need not have.
  const [waiting, active, delayed] = await Promise.all([
    redis.llen(`bull:${name}:wait`),
    redis.llen(`bull:${name}:active`),
    redis.zcard(`bull:${name}:delayed`),
  ]);
  return { name, waiting, active, delayed };
}

async function readServer(redis: Redis, queue: Required<ClusterQueue>): Promise<ClusterStatus['redis']> {
  const info = await redis.info('default');
  const fields = new Map(info.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string | undefined]));
  const text = (name: string) => fields.get(name) ?? '';
  return {
    host: hostOf(queue),
    version: text('valkey_version') || text('redis_version'),
    usedMemory: Number(text('used_memory')),
    maxMemory: Number(text('maxmemory')),
    maxMemoryPolicy: evictionPolicyIn(info),
  };
}

function warningsOf({ workers, queue, redis }: Omit<ClusterStatus, 'warnings'>): string[] {
  const warnings: string[] = [];
  if (workers.length === 0) warnings.push(`no worker runs for the queue ${queue.name}: start slabtree worker`);
  const problem = evictionProblemOf(redis.maxMemoryPolicy);
  if (problem !== null) warnings.push(problem);
  const others = workers.filter((worker) => worker.version !== VERSION);
  if (others.length > 0) {
    const named = others.map((worker) => `${worker.name} has ${worker.version}`).join(', ');
    warnings.push(`workers with another version than ${VERSION} refuse the blocks of its callers: ${named}`);
  }
  return warnings;
}
