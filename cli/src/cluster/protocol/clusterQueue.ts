import { checkNames, show } from './arguments';

/**
 * An error of a cluster that cannot answer. The message has the reason: no Redis, a worker with another file, a
 * crashing block.
 *
 * @example
 * ```ts
 * try {
 *   await clusterStatus({ redis: 'redis://10.0.0.1' }, { timeout: 1000 });
 * } catch (error) {
 *   if (error instanceof ClusterError) console.log(error.message);
 * }
 * ```
 */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

/** The queue in Redis that the callers and workers of a cluster share: see {@link castOnCluster}. */
export interface ClusterQueue {
  /**
   * The URL of Redis or Valkey: `redis://host:6379`, with `user:password@` before the host, `rediss:` for TLS, and the number of
   * a database at the end, if it is not 0.
   */
  redis: string;
  /** The name of the queue, `'slabtree'` by default. Workers take blocks from the queue of this name only. */
  name?: string;
}

/** The pattern of a queue's name. A name has no colons, because BullMQ puts the name between colons in keys. */
const NAME = /^[\w.-]{1,100}$/;
const DEFAULT_NAME = 'slabtree';

const QUEUE: Record<keyof ClusterQueue, boolean> = { redis: true, name: true };

export function readClusterQueue(queue: ClusterQueue): Required<ClusterQueue> {
  checkNames('queue', queue, QUEUE);
  const { redis, name = DEFAULT_NAME } = queue;
  if (typeof redis !== 'string') throw new TypeError(`queue.redis must be a string, got ${show(redis)}`);
  const url = URL.canParse(redis) ? new URL(redis) : null;
  if (url === null || (url.protocol !== 'redis:' && url.protocol !== 'rediss:')) {
    // The error for an invalid URL of Redis does not show the URL, which may contain a password.
    throw new RangeError('queue.redis must be a URL that begins with redis:// or rediss://');
  }
  checkDatabase(url);
  if (typeof name !== 'string') throw new TypeError(`queue.name must be a string, got ${show(name)}`);
  if (!NAME.test(name)) {
    throw new RangeError(
      `queue.name must have 1 to 100 letters, digits, dots, hyphens or underscores, got ${show(name)}`,
    );
  }
  return { redis, name };
}

/** ioredis takes the database 0 if the URL names one that is not a number. */
function checkDatabase({ pathname, searchParams }: URL): void {
  const database = pathname.slice(1) || (searchParams.get('db') ?? '');
  if (/^\d*$/.test(database)) return;
  throw new RangeError(
    `queue.redis must end with the number of a database or nothing, as in redis://host:6379/1, got ${show(database)}`,
  );
}

/** Returns the host and port of a queue's Redis, without the password in the URL. */
export function hostOf({ redis }: Required<ClusterQueue>): string {
  return new URL(redis).host;
}

/** Returns the Redis key of a block. Its value is the rays of the block, until a worker replaces them by the answers. */
export function blockKey({ name }: Required<ClusterQueue>, jobId: string): string {
  return `slabtree:${name}:${jobId}`;
}
