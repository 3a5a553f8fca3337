import type { Redis } from 'ioredis';
import type { ClusterQueue } from '../protocol/clusterQueue';
import {
  PRESENCE_INTERVAL,
  publishPresence,
  removeGoneNames,
  removePresence,
  type WorkerPresence,
} from '../protocol/presence';
import { LONGEST_CLOSING } from '../protocol/retries';
import { settledWithin } from '../protocol/settledWithin';

/** Publishes a worker's presence until the worker ends. */
export class Presence {
  readonly #timer: NodeJS.Timeout;
  /** Why the last attempt to publish failed. Null if it did not fail. */
  #problem: string | null = 'its presence is not published yet';

  /**
   * @param current returns what to publish.
   * @param onProblem is called when publishing fails for another reason than before.
   */
  constructor(
    private readonly redis: Redis,
    private readonly queue: Required<ClusterQueue>,
    private readonly current: () => WorkerPresence,
    private readonly onProblem: (problem: string) => void,
  ) {
    this.#timer = setInterval(() => void this.publish(), PRESENCE_INTERVAL);
    this.#timer.unref();
  }

  /** Why the worker cannot write to Redis, or null if it can. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Publishes the presence for the first time. Does not reject. */
  async begin(): Promise<void> {
    await this.publish();
    // Not awaited: a Redis that is lost at this moment would hold up the worker.
    removeGoneNames(this.redis, this.queue).catch(() => undefined);
  }

  /** Publishes the presence now. Does not reject: whoever is interested reads `problem`. */
  async publish(): Promise<void> {
    // While Redis is away, commands would only queue up.
    if (this.redis.status !== 'ready') return;
    try {
      await publishPresence(this.redis, this.queue, this.current());
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
    await settledWithin(LONGEST_CLOSING, removePresence(this.redis, this.queue, this.current().name));
  }
}
