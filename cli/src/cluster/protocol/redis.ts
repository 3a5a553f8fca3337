import type * as bullmq from 'bullmq';
import type * as ioredis from 'ioredis';
import type { Redis } from 'ioredis';
import type { RayBlock } from './blockBytes';
import { ClusterError, type ClusterQueue, hostOf } from './clusterQueue';
import { evictionPolicyIn, evictionProblemOf } from './evictionPolicy';
import { RedisWatch, type WaitOptions } from './redisWatch';
import { DEAD_CONNECTION } from './retries';
import { checkRights, type Rights } from './rights';
import { serverProblemOf } from './serverInfo';

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

/** The shortest time, in milliseconds, between two connections that are made again because a replica refused a command. */
const RECONNECT_PAUSE = 200;

/**
 * Returns the options of a connection to Redis. BullMQ requires that commands wait for the connection, however long that takes.
 *
 * @param isOpen whether the connection is still needed. A lost connection that is not needed is not made again.
 */
export function connectionOptions(isOpen: () => boolean) {
  let reconnectedAt = 0;
  return {
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) => (isOpen() ? Math.min(LONGEST_WAIT, 100 * times) : null),
    // After a failover, the address of the primary may lead to another server. Many commands may be refused at once.
    reconnectOnError: ({ message }: Error) => {
      const isDue = message.startsWith('READONLY') && Date.now() - reconnectedAt > RECONNECT_PAUSE;
      if (isDue) reconnectedAt = Date.now();
      return isDue;
    },
    socketTimeout: DEAD_CONNECTION,
    maxLoadingRetryTime: LONGEST_WAIT,
    // A server that does not answer does not close its end of a connection either.
    disconnectTimeout: 100,
  };
}

/** An open connection to Redis. */
export interface Connection {
  readonly redis: Redis;
  readonly watch: RedisWatch;
  /** Closes the connection at once, whatever Redis does. Commands that have no answer yet are rejected. */
  readonly close: () => void;
}

/**
 * Connects to Redis, and waits until Redis accepts all commands of `rights`. After a lost connection, ioredis connects again and
 * sends the pending commands again, so each command must be idempotent.
 *
 * @param rights null for a connection that changes nothing in Redis.
 * @param aborted a promise that rejects when the connection is no longer needed.
 * @throws ClusterError if Redis does not answer in time, or refuses the connection or one of the commands.
 */
export async function connect(
  { ioredis }: Packages,
  queue: Required<ClusterQueue>,
  rights: Rights | null,
  wait: WaitOptions,
  aborted?: Promise<never>,
): Promise<Connection> {
  let isOpen = true;
  const redis = withoutEvictionPolicy(
    new ioredis.Redis(
      queue.redis,
      connectionOptions(() => isOpen),
    ),
  );
  const watch = new RedisWatch(redis, queue, wait);
  aborted?.catch((reason: unknown) => {
    watch.fail(reason);
  });
  const close = () => {
    isOpen = false;
    watch.close();
    disconnect(redis);
  };
  try {
    await watch.guard(new Promise((resolve) => redis.once('ready', resolve)));
    await checkServer(redis, queue, watch);
    if (rights !== null) {
      await checkRights(redis, queue, rights, watch);
      await noticeEviction(redis, watch);
    }
    return { redis, watch, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

/** Closes a connection at once. Between two attempts to reconnect, ioredis's own `disconnect` would leave its commands waiting. */
export function disconnect(redis: { status: string; connect: () => Promise<unknown>; disconnect: () => void }): void {
  if (redis.status === 'reconnecting') redis.connect().catch(() => undefined);
  redis.disconnect();
}

/**
 * Makes INFO without sections answer with the section `server` only, for this connection and its duplicates, and returns the
 * connection. BullMQ sends INFO without sections to read the version of Redis, and would print a warning of the eviction policy
 * by `console.warn`: see {@link noticeEviction}. With a callback, INFO is a check of ioredis, which needs all sections.
 */
function withoutEvictionPolicy(redis: Redis): Redis {
  const info = redis.info.bind(redis);
  const duplicate = redis.duplicate.bind(redis);
  return Object.assign(redis, {
    info: (...given: Parameters<typeof info>) => (given.length === 0 ? info('server') : info(...given)),
    duplicate: (...given: Parameters<typeof duplicate>) => withoutEvictionPolicy(duplicate(...given)),
  });
}

/** @throws ClusterError if the server is too old, or not a single Redis, but a node of a Redis Cluster, or a Sentinel. */
async function checkServer(redis: Redis, queue: Required<ClusterQueue>, watch: RedisWatch): Promise<void> {
  const problem = serverProblemOf(await watch.untilAccepted(() => redis.info('server')));
  if (problem !== null) throw new ClusterError(`Redis at ${hostOf(queue)} ${problem}`);
}

/** Notifies the user if Redis may remove blocks. */
async function noticeEviction(redis: Redis, watch: RedisWatch): Promise<void> {
  const info = await watch.untilAccepted(() => redis.info('memory'));
  const problem = evictionProblemOf(evictionPolicyIn(info));
  if (problem !== null) watch.notify(problem);
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
