import type { Redis } from 'ioredis';
import { CALLER_GONE, QUEUE_GONE } from './retries';

/** The keys that BullMQ may keep for a queue, besides its jobs. */
const QUEUE_KEYS = [
  'meta',
  'id',
  'events',
  'wait',
  'active',
  'delayed',
  'prioritized',
  'paused',
  'pc',
  'stalled',
  'marker',
  'completed',
  'failed',
];

const EXPIRE = `for i = 1, #KEYS do redis.call('PEXPIRE', KEYS[i], i == #KEYS and ARGV[2] or ARGV[1]) end`;

/** Lets the keys of a queue expire, unless this is called again. */
export async function expireQueue(redis: Redis, keyOf: (name: string) => string): Promise<void> {
  const keys = QUEUE_KEYS.map(keyOf);
  await redis.eval(EXPIRE, keys.length, ...keys, QUEUE_GONE, QUEUE_GONE);
}

/**
 * Lets a job of BullMQ and the keys of its queue expire, unless this is called again. BullMQ itself would keep them for ever, if
 * no worker came.
 *
 * @param keyOf returns the key of BullMQ with this name: the method `toKey` of a queue.
 */
export async function expireWithJob(redis: Redis, keyOf: (name: string) => string, jobId: string): Promise<void> {
  const keys = [...QUEUE_KEYS, jobId].map(keyOf);
  await redis.eval(EXPIRE, keys.length, ...keys, QUEUE_GONE, CALLER_GONE);
}
