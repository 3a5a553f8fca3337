import type { Redis } from 'ioredis';
import type { ClusterQueue } from '../protocol/clusterQueue';
import { countWorkers } from '../protocol/presence';

/** Reports how many workers run. */
export class WorkerCount {
  #count: number | null = null;

  /** @param onWorkers is called with the first count, and when the count changes. */
  constructor(
    private readonly redis: Redis,
    private readonly queue: Required<ClusterQueue>,
    private readonly onWorkers: (count: number) => void,
  ) {}

  /** Counts the workers, and reports a change. */
  async check(): Promise<void> {
    const count = await countWorkers(this.redis, this.queue);
    if (count === this.#count) return;
    this.#count = count;
    this.onWorkers(count);
  }
}
