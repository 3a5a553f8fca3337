import { hostname } from 'node:os';
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
  /** The paths of the scenes that the worker has open, as callers name them. */
  scenes: string[];
}

/** What a cast that runs publishes about itself: see {@link clusterStatus}. */
export interface CallerPresence {
  /** The name of the cast: the host and process id of the caller. */
  name: string;
  /** The caller's version of slabtree. */
  version: string;
  /** The path of the scene, as the caller names it. */
  scene: string;
  /** When the cast started, in milliseconds since the epoch. */
  since: number;
  /** How many blocks are sent and not answered yet. */
  blocks: number;
  /** How many rays are answered. */
  rays: number;
}

/** What a worker or a caller publishes. */
export interface Presences {
  worker: WorkerPresence;
  caller: CallerPresence;
}

export type Role = keyof Presences;

/** How often a presence is published, in milliseconds. */
export const PRESENCE_INTERVAL = 5000;
/** After how many milliseconds Redis removes the presence of a process that has ended without a word, or stands still. */
export const PRESENCE_EXPIRY = 15_000;

/** Returns the name of the `count`-th worker or cast of this process: its host and process id, and the count if it is not 1. */
export function nameInProcess(count: number): string {
  return `${hostname()}:${process.pid}${count === 1 ? '' : `:${count}`}`;
}

/** Publishes a presence in a key that expires, and its name in the set of names. */
export async function publishPresence<R extends Role>(
  redis: Redis,
  queue: Required<ClusterQueue>,
  role: R,
  presence: Presences[R],
): Promise<void> {
  await Promise.all([
    redis.set(presenceKey(queue, role, presence.name), JSON.stringify(presence), 'PX', PRESENCE_EXPIRY),
    redis.sadd(namesKey(queue, role), presence.name),
    redis.pexpire(namesKey(queue, role), PRESENCE_EXPIRY),
  ]);
}

/** Removes the presence of a worker or caller that ends. */
export async function removePresence(
  redis: Redis,
  queue: Required<ClusterQueue>,
  role: Role,
  name: string,
): Promise<void> {
  await Promise.all([redis.unlink(presenceKey(queue, role, name)), redis.srem(namesKey(queue, role), name)]);
}

/** Removes the names of processes that have ended without a word. While others run, these names would not expire. */
export async function removeGoneNames(redis: Redis, queue: Required<ClusterQueue>, role: Role): Promise<void> {
  const names = await redis.smembers(namesKey(queue, role));
  // Not MGET: callers need not have the permission.
  const isThere = await Promise.all(names.map((name) => redis.exists(presenceKey(queue, role, name))));
  const gone = names.filter((_, i) => isThere[i] === 0);
  if (gone.length > 0) await redis.srem(namesKey(queue, role), ...gone);
}

/** Returns the presence of all workers of a queue, sorted by name. */
export async function presentWorkers(redis: Redis, queue: Required<ClusterQueue>): Promise<WorkerPresence[]> {
  return (await readPresences(redis, queue, 'worker')).map(({ name, version, numberOf, members }) => ({
    name,
    version,
    threads: numberOf('threads'),
    since: numberOf('since'),
    blocks: numberOf('blocks'),
    rays: numberOf('rays'),
    scenes: Array.isArray(members['scenes']) ? members['scenes'].map(String) : [],
  }));
}

/** Returns the presence of all casts of a queue, sorted by name. */
export async function presentCallers(redis: Redis, queue: Required<ClusterQueue>): Promise<CallerPresence[]> {
  return (await readPresences(redis, queue, 'caller')).map(({ name, version, numberOf, members }) => ({
    name,
    version,
    scene: String(members['scene']),
    since: numberOf('since'),
    blocks: numberOf('blocks'),
    rays: numberOf('rays'),
  }));
}

/** Returns the number of workers of a queue that run. Needs no other commands than a caller sends anyway. */
export async function countWorkers(redis: Redis, queue: Required<ClusterQueue>): Promise<number> {
  const names = await redis.smembers(namesKey(queue, 'worker'));
  return names.length === 0 ? 0 : redis.exists(...names.map((name) => presenceKey(queue, 'worker', name)));
}

/** A presence as it is in Redis, of which only the name and the version are checked. */
interface StoredPresence {
  name: string;
  version: string;
  numberOf: (member: string) => number;
  members: Readonly<Record<string, unknown>>;
}

/** Returns all presences, sorted by name. Leaves out processes that have ended without a word. */
async function readPresences(redis: Redis, queue: Required<ClusterQueue>, role: Role): Promise<StoredPresence[]> {
  const names = await redis.smembers(namesKey(queue, role));
  if (names.length === 0) return [];
  const texts = await redis.mget(names.map((name) => presenceKey(queue, role, name)));
  const presences = texts.flatMap((text) => (text === null ? [] : readPresence(text)));
  return presences.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns a list of one presence, or an empty list if the text is no presence. */
function readPresence(text: string): StoredPresence[] {
  const members = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { name, version } = members;
  if (typeof name !== 'string' || typeof version !== 'string') return [];
  return [{ name, version, numberOf: (member) => Number(members[member]), members }];
}

/** Returns the key of the set with the names. A set is read in one step, and a scan would read all keys of Redis. */
function namesKey({ name: queue }: Required<ClusterQueue>, role: Role): string {
  return `slabtree:${queue}:${role}s`;
}

function presenceKey({ name: queue }: Required<ClusterQueue>, role: Role, name: string): string {
  return `slabtree:${queue}:${role}:${name}`;
}
