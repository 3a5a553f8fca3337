import type { Redis } from 'ioredis';
import type { ClusterQueue } from './clusterQueue';
import {
  PRESENCE_INTERVAL,
  type Presences,
  publishPresence,
  removeGoneNames,
  removePresence,
  type Role,
} from './presence';
import { expireQueue } from './expiry';
import { LONGEST_CLOSING } from './retries';
import { settledWithin } from './settledWithin';

/** Publishes the presence of a worker or a caller until it ends, and lets the keys of its queue expire after that. */
export class Publisher<R extends Role> {
  readonly #timer: NodeJS.Timeout;
  /** Why the last attempt to publish failed. Null if it did not fail. */
  #problem: string | null = 'its presence is not published yet';

  /**
   * @param keyOf returns the key of BullMQ with this name.
   * @param current returns what to publish.
   * @param onProblem is called when publishing fails for another reason than before.
   */
  constructor(
    private readonly redis: Redis,
    private readonly queue: Required<ClusterQueue>,
    private readonly keyOf: (name: string) => string,
    private readonly role: R,
    private readonly current: () => Presences[R],
    private readonly onProblem: (problem: string) => void,
  ) {
    this.#timer = setInterval(() => void this.publish(), PRESENCE_INTERVAL);
    this.#timer.unref();
  }

  /** Why nothing can be written to Redis, or null if it can. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Publishes the presence for the first time. Does not reject. */
  async begin(): Promise<void> {
    await this.publish();
    // Not awaited: a Redis that is lost at this moment would hold up the work.
    removeGoneNames(this.redis, this.queue, this.role).catch(() => undefined);
  }

  /** Publishes the presence now. Does not reject: whoever is interested reads `problem`. */
  async publish(): Promise<void> {
    // While Redis is away, commands would only queue up.
    if (this.redis.status !== 'ready') return;
    try {
      await Promise.all([
        publishPresence(this.redis, this.queue, this.role, this.current()),
        expireQueue(this.redis, this.keyOf),
      ]);
      this.#problem = null;
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : String(thrown);
      if (this.#problem !== problem) this.onProblem(problem);
      this.#problem = problem;
    }
  }

  /** Removes the presence from Redis, if Redis answers soon. Otherwise the presence expires. Does not reject. */
  async remove(): Promise<void> {
    clearInterval(this.#timer);
    if (this.redis.status !== 'ready') return;
    const removed = removePresence(this.redis, this.queue, this.role, this.current().name);
    await settledWithin(LONGEST_CLOSING, Promise.all([removed, expireQueue(this.redis, this.keyOf)]));
  }
}
