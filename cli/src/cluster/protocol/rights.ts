import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import type { ClusterQueue } from './clusterQueue';
import { refusalOf } from './redisErrors';
import type { RedisWatch } from './redisWatch';

/**
 * Commands that a user of Redis must be allowed to send. Each command has arguments with which it changes nothing: `BULL` stands
 * for a key of BullMQ with a text, which most commands then refuse as the wrong type, and `RAYS` for a key of a block.
 */
export type Rights = readonly string[];

/** The commands that callers and workers send, most of them by scripts of BullMQ. */
const BOTH: Rights = [
  'ping',
  'exists BULL',
  'get BULL',
  'hget BULL field',
  'hgetall BULL',
  'hmget BULL field',
  'hmset BULL field 1',
  'hset BULL field 1',
  'incr BULL',
  'llen BULL',
  'lpush BULL 1',
  'lrange BULL 0 0',
  'lrem BULL 1 1',
  'rpush BULL 1',
  'scard BULL',
  'smembers BULL',
  'srem BULL 1',
  'xadd BULL * field 1',
  'zadd BULL 1 1',
  'zrange BULL 0 0',
  'zrem BULL 1',
  'zrevrangebyscore BULL 1 0',
  'zscore BULL 1',
  'pexpire BULL 60000',
  'del BULL:none',
];

/** The commands of a caller. */
export const CALLER_RIGHTS: Rights = [
  ...BOTH,
  // BullMQ receives no events if this is refused. For the connections of a worker, it ignores a refusal.
  'client setname slabtree',
  'sadd BULL 1',
  'xread COUNT 1 STREAMS BULL 0',
  'getdel RAYS:none',
  'getrange RAYS 0 3',
  'pexpire RAYS 60000',
  'smembers RAYS',
  'exists RAYS',
  'sadd RAYS 1',
  'srem RAYS 1',
];

/** The commands of a worker. */
export const WORKER_RIGHTS: Rights = [
  ...BOTH,
  'bzpopmin BULL 0.01',
  'hdel BULL field',
  'hexists BULL field',
  'hincrby BULL field 1',
  'ltrim BULL 0 0',
  'pttl BULL',
  'rpoplpush BULL BULL',
  'sadd BULL 1',
  'xtrim BULL MAXLEN 1',
  'zcard BULL',
  'zpopmin BULL',
  'zrangebyscore BULL 0 1',
  'zremrangebyrank BULL 0 0',
  'zremrangebyscore BULL 0 1',
  'zrevrange BULL 0 0',
  'get RAYS',
  'exists RAYS',
  'hgetall RAYS',
  'hset RAYS field 1',
  'hdel RAYS field',
  'pexpire RAYS 60000',
  'sadd RAYS 1',
  'smembers RAYS',
  'srem RAYS 1',
  'mget RAYS',
  'time',
];

/**
 * Sends each of the commands once, on keys that expire. So a worker whose user may not write ends at its start, and a worker at
 * a read-only replica waits, instead of waiting for blocks that it could never take.
 *
 * @throws ClusterError if the user of the connection lacks a permission.
 */
export async function checkRights(
  redis: Redis,
  { name }: Required<ClusterQueue>,
  rights: Rights,
  watch: RedisWatch,
): Promise<void> {
  const id = `try-${randomUUID()}`;
  const keys = { BULL: `bull:${name}:${id}`, RAYS: `slabtree:${name}:${id}` };
  const commands = [
    'set BULL text PX 60000',
    'set RAYS text PX 60000',
    ...rights,
    'eval return(1) 1 BULL',
    'evalsha 0000000000000000000000000000000000000000 1 BULL',
    'unlink BULL',
    'unlink RAYS',
  ].map((line) => line.replaceAll('BULL', keys.BULL).replaceAll('RAYS', keys.RAYS).split(' '));
  await watch.untilAccepted(async () => {
    const replies = await Promise.allSettled(commands.map(([command, ...rest]) => redis.call(command, ...rest)));
    for (const reply of replies) {
      if (reply.status === 'rejected' && !isAboutTheKey(reply.reason)) throw reply.reason;
    }
  });
}

/** Returns whether Redis allows a command, and refuses the command only because of the trial's key. */
function isAboutTheKey(thrown: unknown): boolean {
  if (refusalOf(thrown) === null || !(thrown instanceof Error)) return false;
  return /^(WRONGTYPE|NOSCRIPT) |^ERR value is not an integer/.test(thrown.message);
}
