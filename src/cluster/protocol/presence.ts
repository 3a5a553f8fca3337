import type { Redis } from 'ioredis';
import type { ClusterQueue } from './clusterQueue';

/** What a running worker publishes about itself: see {@link clusterStatus}. */
export interface WorkerPresence {
  /** The worker's name: its host and process id. */
  name: string;
  /** The worker's version of slabtree. */
  version: string;
  /** How many threads the worker casts rays on. */
  threads: number;
  /** When the worker started, in milliseconds since the epoch. */
  since: number;
  /** How many blocks the worker has cast. */
  blocks: number;
  /** How many rays the worker has cast. */
  rays: number;
}

/** How often a worker publishes its presence, in milliseconds. */
export const PRESENCE_INTERVAL = 5000;
/** After how many milliseconds Redis removes the presence of a worker that has ended without a word, or stands still. */
export const PRESENCE_EXPIRY = 15_000;

/** Publishes the presence of a worker in a key that expires. */
export async function publishPresence(
  redis: Redis,
  queue: Required<ClusterQueue>,
  presence: WorkerPresence,
): Promise<void> {
  await redis.set(presenceKey(queue, presence.name), JSON.stringify(presence), 'PX', PRESENCE_EXPIRY);
}

/** Removes the presence of a worker that ends. */
export async function removePresence(redis: Redis, queue: Required<ClusterQueue>, name: string): Promise<void> {
  await redis.unlink(presenceKey(queue, name));
}

/** Returns the presence of all workers of a queue, sorted by name. */
export async function presentWorkers(redis: Redis, queue: Required<ClusterQueue>): Promise<WorkerPresence[]> {
  const keys = new Set<string>();
  let cursor = '0';
  do {
    // SCAN may return a key twice.
    const [next, found] = await redis.scan(cursor, 'MATCH', presenceKey(queue, '*'), 'COUNT', 1000);
    for (const key of found) keys.add(key);
    cursor = next;
  } while (cursor !== '0');
  if (keys.size === 0) return [];
  const texts = await redis.mget(...keys);
  const workers = texts.flatMap((text) => (text === null ? [] : readPresence(text)));
  return workers.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns a list of one presence, or an empty list if the text is no presence. */
function readPresence(text: string): WorkerPresence[] {
  const { name, version, threads, since, blocks, rays } = JSON.parse(text) as Partial<WorkerPresence>;
  if (typeof name !== 'string' || typeof version !== 'string') return [];
  const counts = [threads, since, blocks, rays].map(Number);
  return [{ name, version, threads: counts[0], since: counts[1], blocks: counts[2], rays: counts[3] }];
}

function presenceKey({ name: queue }: Required<ClusterQueue>, name: string): string {
  return `slabtree:${queue}:worker:${name}`;
}
