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

/** Publishes the presence of a worker in a key that expires, and its name in the set of names. */
export async function publishPresence(
  redis: Redis,
  queue: Required<ClusterQueue>,
  presence: WorkerPresence,
): Promise<void> {
  await Promise.all([
    redis.set(presenceKey(queue, presence.name), JSON.stringify(presence), 'PX', PRESENCE_EXPIRY),
    redis.sadd(namesKey(queue), presence.name),
    redis.pexpire(namesKey(queue), PRESENCE_EXPIRY),
  ]);
}

/** Removes the presence of a worker that ends. */
export async function removePresence(redis: Redis, queue: Required<ClusterQueue>, name: string): Promise<void> {
  await Promise.all([redis.unlink(presenceKey(queue, name)), redis.srem(namesKey(queue), name)]);
}

/** Removes the names of workers that have ended without a word. While other workers run, these names would not expire. */
export async function removeGoneNames(redis: Redis, queue: Required<ClusterQueue>): Promise<void> {
  const { names, texts } = await readPresences(redis, queue);
  const gone = names.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(namesKey(queue), ...gone);
}

/** Returns the presence of all workers of a queue, sorted by name. */
export async function presentWorkers(redis: Redis, queue: Required<ClusterQueue>): Promise<WorkerPresence[]> {
  const { texts } = await readPresences(redis, queue);
  const workers = texts.flatMap((text) => (text === null ? [] : readPresence(text)));
  return workers.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the number of workers of a queue that run. Needs no other commands than a caller sends anyway. */
export async function countWorkers(redis: Redis, queue: Required<ClusterQueue>): Promise<number> {
  const names = await redis.smembers(namesKey(queue));
  return names.length === 0 ? 0 : redis.exists(...names.map((name) => presenceKey(queue, name)));
}

/** Returns the names in the set, and the presence of each as a text. Null for a worker that has ended without a word. */
async function readPresences(
  redis: Redis,
  queue: Required<ClusterQueue>,
): Promise<{ names: string[]; texts: (string | null)[] }> {
  const names = await redis.smembers(namesKey(queue));
  return { names, texts: names.length === 0 ? [] : await redis.mget(names.map((name) => presenceKey(queue, name))) };
}

/** Returns a list of one presence, or an empty list if the text is no presence. */
function readPresence(text: string): WorkerPresence[] {
  const { name, version, threads, since, blocks, rays } = JSON.parse(text) as Partial<WorkerPresence>;
  if (typeof name !== 'string' || typeof version !== 'string') return [];
  const counts = [threads, since, blocks, rays].map(Number);
  return [{ name, version, threads: counts[0], since: counts[1], blocks: counts[2], rays: counts[3] }];
}

/** Returns the key of the set with the names of workers. A set is read in one step, and a scan would read all keys of Redis. */
function namesKey({ name: queue }: Required<ClusterQueue>): string {
  return `slabtree:${queue}:workers`;
}

function presenceKey({ name: queue }: Required<ClusterQueue>, name: string): string {
  return `slabtree:${queue}:worker:${name}`;
}
