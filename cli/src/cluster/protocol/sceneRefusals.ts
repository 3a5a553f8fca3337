import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import type { ClusterQueue } from './clusterQueue';

/** How long, in milliseconds, blocks wait after all workers have refused them. Then the blocks fail. */
const LONGEST_REFUSAL = 10_000;
/** After how many milliseconds without a refusal Redis removes the refusals of a scene. */
const REFUSALS_EXPIRY = 2 * LONGEST_REFUSAL;

/** The field of the hash in Redis that has the time since when all workers refuse. No worker has this name. */
const BY_ALL_SINCE = '';

/**
 * Stores the refusal of a worker in a hash that expires, as a worker may be killed at any time. Returns the advice, and all
 * refusals. All in one script: between two commands, the refusal of another worker could make the result wrong. The clock is the one
 * of Redis, because the clocks of workers differ. After a failure, the refusals begin anew, so that another cast of the scene gets its time.
 */
const REFUSE = `
  local key, byAllSince, worker, reason = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
  redis.call('HSET', key, worker, reason)
  redis.call('PEXPIRE', key, ARGV[5])
  local refusals = redis.call('HGETALL', key)
  for i = 6, #ARGV do
    if redis.call('HEXISTS', key, ARGV[i]) == 0 then
      redis.call('HDEL', key, byAllSince)
      return {'others', refusals}
    end
  end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local since = redis.call('HGET', key, byAllSince) or now
  redis.call('HSET', key, byAllSince, since)
  if now - since < tonumber(ARGV[4]) then return {'wait', refusals} end
  redis.call('DEL', key)
  return {'fail', refusals}`;

/** What the workers of a queue together say about the blocks of a scene. */
export interface Verdict {
  /** `'others'`: another worker may cast the blocks. `'wait'`: all refuse, but may change. `'fail'`: they have not changed. */
  readonly advice: 'others' | 'wait' | 'fail';
  /** The reasons of all workers that run, with their names. Each reason is given once. */
  readonly reasons: string;
}

/**
 * The refusals of all workers of a queue. Redis has a hash of them for each scene and for each version of slabtree that callers run:
 * from the name of a worker to its reason. So when a worker refuses one block, the refusal counts for all blocks of the scene, in all
 * casts by callers of this version.
 */
export class SceneRefusals {
  constructor(
    private readonly redis: Redis,
    private readonly queue: Required<ClusterQueue>,
  ) {}

  /**
   * Adds the refusal of a worker.
   *
   * @param job the data of the job that is refused.
   * @param running the names of all workers that run.
   */
  async add(job: unknown, worker: string, reason: string, running: readonly string[]): Promise<Verdict> {
    const given = [BY_ALL_SINCE, worker, reason, LONGEST_REFUSAL, REFUSALS_EXPIRY, ...running];
    const reply = await this.redis.eval(REFUSE, 1, this.#keyOf(job), ...given);
    const [advice, fields] = reply as [Verdict['advice'], string[]];
    const refusals = new Map(
      Array.from({ length: fields.length / 2 }, (_, i) => [fields[2 * i], fields[2 * i + 1]] as const),
    );
    const counted = [...refusals].filter(([name]) => name === worker || running.includes(name));
    return { advice, reasons: reasonsText(new Map(counted)) };
  }

  /** Removes the refusal of a worker that now casts blocks of the scene. */
  async remove(job: unknown, worker: string): Promise<void> {
    await this.redis.hdel(this.#keyOf(job), worker, BY_ALL_SINCE);
  }

  #keyOf(job: unknown): string {
    return `slabtree:${this.queue.name}:refusals:${sceneKeyOf(job)}`;
  }
}

/** Returns a text that is equal for all jobs with the same scene, by callers of the same version of slabtree. */
export function sceneKeyOf(job: unknown): string {
  const { version, scene } = job as { version?: unknown; scene?: unknown };
  return createHash('sha256')
    .update(JSON.stringify([version, scene]))
    .digest('hex')
    .slice(0, 32);
}

/** Returns the reasons of workers as a text in which each reason is given once, after the names of its workers. */
function reasonsText(refusals: ReadonlyMap<string, string>): string {
  const namesByReason = new Map<string, string[]>();
  for (const [name, reason] of refusals) namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), name]);
  return [...namesByReason]
    .map(([reason, names]) => `worker${names.length === 1 ? '' : 's'} ${names.sort().join(', ')}: ${reason}`)
    .join('; ');
}
