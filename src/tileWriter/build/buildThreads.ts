import { nodeChannel } from '../../threads/channel';
import { Thread } from '../../threads/thread';
import { ThreadPool } from '../../threads/threadPool';
import type { TileJob } from '../jobs/tileJobs';
import type { BuiltTile, BuildContext } from './tileBuilder';
import type { TileTasks } from './tileThread';

/** Jobs under way per thread: more than 1, so that threads do not wait while tiles are written. */
const JOBS_PER_THREAD = 3;

/** Threads that build tiles. Each thread starts when it first gets a job. */
export class BuildThreads {
  readonly #pool: ThreadPool<TileTasks>;
  readonly #mostJobs: number;

  constructor(script: string, most: number, context: BuildContext) {
    this.#mostJobs = JOBS_PER_THREAD * most;
    this.#pool = new ThreadPool<TileTasks>(most, {
      start: async () => new Thread<TileTasks>(await nodeChannel(script)),
      begin: (thread) => thread.call('begin', [context]),
    });
  }

  /** Yields the tiles of jobs, in the order of the jobs. */
  async *build(jobs: AsyncIterable<TileJob>): AsyncGenerator<BuiltTile[]> {
    // Not mapInOrder, which reads one job ahead: jobs are read from files, which may be closed when this ends.
    const underWay: Promise<BuiltTile[]>[] = [];
    for await (const job of jobs) {
      const tiles = this.#pool.call('build', [job], [job.records]);
      // The promise is awaited only later. Without this, Node would end the process if the promise rejects before.
      tiles.catch(() => undefined);
      underWay.push(tiles);
      while (underWay.length >= this.#mostJobs) yield await (underWay.shift() as Promise<BuiltTile[]>);
    }
    for (const tiles of underWay) yield await tiles;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
