import type { Redis } from 'ioredis';
import type { ClusterQueue } from '../protocol/clusterQueue';
import { presentWorkers } from '../protocol/presence';

/** For how many milliseconds the names are reused, so that many refusals at once do not each scan Redis. */
const NAMES_LAST = 500;

/** Finds the workers of a queue that run. */
export class RunningWorkers {
  #at = -Infinity;
  #found: Promise<string[]> = Promise.resolve([]);

  constructor(
    private readonly redis: Redis,
    private readonly queue: Required<ClusterQueue>,
  ) {}

  /** Returns the names of the workers that run now, or ran at most half a second ago. */
  names(): Promise<string[]> {
    const now = performance.now();
    if (now - this.#at > NAMES_LAST) {
      this.#at = now;
      this.#found = presentWorkers(this.redis, this.queue).then((workers) => workers.map(({ name }) => name));
    }
    return this.#found;
  }
}
