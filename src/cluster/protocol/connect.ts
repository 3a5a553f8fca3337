import type { Redis } from 'ioredis';
import { ClusterError } from './clusterError';
import { type ClusterQueue, hostOf } from './clusterQueue';
import type { Packages } from './packages';

/** The longest wait, in milliseconds, between attempts to connect again. */
const LONGEST_WAIT = 1000;

/** BullMQ wants commands to wait for a connection, however long that takes. */
export const CONNECTION = {
  maxRetriesPerRequest: null,
  retryStrategy: (times: number): number => Math.min(LONGEST_WAIT, 100 * times),
};

/**
 * Connects to Redis. A connection that is lost later is made again, and commands that were under way are sent
 * again: each command of this folder may be done twice.
 *
 * @throws ClusterError if Redis does not answer at first.
 */
export async function connect({ ioredis }: Packages, queue: Required<ClusterQueue>): Promise<Redis> {
  const redis = new ioredis.Redis(queue.redis, { ...CONNECTION, lazyConnect: true });
  let reason = 'it does not answer';
  redis.on('error', (error: Error) => {
    reason = error.message;
  });
  try {
    await redis.connect();
    return redis;
  } catch (cause) {
    redis.disconnect();
    throw new ClusterError(`no connection to Redis at ${hostOf(queue)}: ${reason}`, { cause });
  }
}
