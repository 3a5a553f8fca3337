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

/** Sets the expiry time QUEUE_GONE on the keys of a queue. Each call restarts the time. */
export async function expireQueue(redis: Redis, keyOf: (name: string) => string): Promise<void> {
  const keys = QUEUE_KEYS.map(keyOf);
  await redis.eval(EXPIRE, keys.length, ...keys, QUEUE_GONE, QUEUE_GONE);
}

/**
 * Sets expiry times on a BullMQ job and on the keys of its queue: CALLER_GONE for the job, QUEUE_GONE for the queue.
 * Each call restarts both times. Without them, BullMQ keeps the keys forever if no worker runs.
 *
 * @param keyOf returns the Redis key for a BullMQ name: the method `toKey` of a queue.
 */
export async function expireWithJob(redis: Redis, keyOf: (name: string) => string, jobId: string): Promise<void> {
  const keys = [...QUEUE_KEYS, jobId].map(keyOf);
  await redis.eval(EXPIRE, keys.length, ...keys, QUEUE_GONE, CALLER_GONE);
}
