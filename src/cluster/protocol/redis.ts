import type { Redis } from 'ioredis';
import { ClusterError, type ClusterQueue, hostOf } from './clusterQueue';
import type * as bullmq from 'bullmq';
import type * as ioredis from 'ioredis';
import type { RayBlock } from './blockBytes';

/** The packages that connect to Redis. They are imported on first use, so only users of a cluster need to install them. */
export interface Packages {
  bullmq: typeof bullmq;
  ioredis: typeof ioredis;
}

export async function loadPackages(): Promise<Packages> {
  try {
    const [queues, connections] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq: queues, ioredis: connections };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new ClusterError('a cluster needs two more packages: npm install bullmq ioredis', { cause });
  }
}

function isMissing(thrown: unknown): boolean {
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

/** The longest pause, in milliseconds, between two attempts to reconnect to Redis. */
const LONGEST_WAIT = 1000;

/** Options of a connection to Redis. BullMQ requires that commands wait for the connection, however long that takes. */
export const CONNECTION = {
  maxRetriesPerRequest: null,
  retryStrategy: (times: number): number => Math.min(LONGEST_WAIT, 100 * times),
};

/**
 * Connects to Redis. After a lost connection, ioredis connects again and sends the pending commands again, so each command must
 * be idempotent.
 *
 * @throws ClusterError if the first connection fails.
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

/**
 * Sets `key` to the rays of a block, if Redis has no such key: `SET key rays PX milliseconds NX`. The rays are sent without a
 * copy. ioredis alone would copy the rays to join the parts of the command.
 *
 * @param block must not change before the promise has settled: its bytes are sent again after a lost connection.
 */
export async function setRays(
  { ioredis }: Packages,
  redis: Redis,
  key: string,
  block: RayBlock,
  milliseconds: number,
): Promise<void> {
  const bytes = block.bytes();
  const { buffer, byteOffset, byteLength } = bytes;
  const options = ['PX', String(milliseconds), 'NX'];
  const command = new ioredis.Command('set', [key, Buffer.from(buffer, byteOffset, byteLength), ...options]);
  const before = `*6\r\n${bulk('set')}${bulk(key)}$${byteLength}\r\n`;
  const framed = block.framed(before, bytes, `\r\n${options.map(bulk).join('')}`);
  command.toWritable = () => Buffer.from(framed.buffer, framed.byteOffset, framed.byteLength);
  await redis.sendCommand(command);
}

/** Returns a text as a bulk string of the Redis protocol. */
function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
