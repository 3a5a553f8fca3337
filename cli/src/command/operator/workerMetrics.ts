import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { BlockReport, ClusterWorker } from 'slabtree-cli/cluster';

/** The upper bounds of the histogram of times, in seconds. A block of 65,536 rays takes about a tenth of a second. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const OUTCOMES = { done: 'done', putBack: 'put_back', failed: 'failed' } as const;

/** The metrics of a worker in the text format of Prometheus, with the metrics of its process. */
export class WorkerMetrics {
  readonly #registry = new Registry();
  readonly #blocks: Counter<'outcome'>;
  readonly #rays: Counter;
  readonly #seconds: Histogram;

  /** @param worker returns the worker, or null until it has started. */
  constructor(worker: () => ClusterWorker | null) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#blocks = new Counter({
      name: 'slabtree_worker_blocks_total',
      help: 'Blocks that the worker has cast (done), left to other workers (put_back), or could not cast (failed)',
      labelNames: ['outcome'],
      registers,
    });
    // Counters that exist from the start let a rule find their first increase.
    for (const outcome of Object.values(OUTCOMES)) this.#blocks.inc({ outcome }, 0);
    this.#rays = new Counter({ name: 'slabtree_worker_rays_total', help: 'Rays that the worker has cast', registers });
    this.#seconds = new Histogram({
      name: 'slabtree_worker_block_seconds',
      help: 'Seconds from reading the rays of a block to storing its answers',
      buckets: BUCKETS,
      registers,
    });
    const addGauge = (name: string, help: string, value: (running: ClusterWorker) => number) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const running = worker();
          this.set(running === null ? 0 : value(running));
        },
      });
    };
    addGauge(
      'slabtree_worker_connected',
      '1 if the worker is connected to Redis and takes blocks, otherwise 0',
      ({ problem }) => (problem === null ? 1 : 0),
    );
    addGauge(
      'slabtree_worker_threads',
      'Threads that cast rays, summed over the open scenes',
      ({ threads }) => threads,
    );
    addGauge('slabtree_worker_open_scenes', 'Scenes that the worker holds open', ({ openScenes }) => openScenes);
  }

  /** The content type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Counts a block. */
  add({ outcome, rays, milliseconds }: BlockReport): void {
    this.#blocks.inc({ outcome: OUTCOMES[outcome] });
    this.#rays.inc(rays);
    if (outcome === 'done') this.#seconds.observe(milliseconds / 1000);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
