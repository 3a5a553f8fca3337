import { nodeChannel } from '../../threads/channel';
import { Thread } from '../../threads/thread';
import { ThreadPool } from '../../threads/threadPool';
import { whyNoThread } from '../../threads/whyNoThread';
import type { TileJob } from '../jobs/tileJobs';
import type { BuiltTile, BuildContext } from './tileBuilder';
import { tileTasks, type TileTasks } from './tileTasks';

/** The most jobs under way per thread. More than 1, so that threads do not wait while the caller writes tiles to the file. */
const JOBS_PER_THREAD = 3;

/** Threads that build tiles. The first starts at once, each other one when it first gets a job. If none can start, the caller builds. */
export class BuildThreads {
  readonly #pool: ThreadPool<TileTasks>;
  readonly #mostJobs: number;

  constructor(script: string, most: number, context: BuildContext) {
    this.#mostJobs = JOBS_PER_THREAD * most;
    this.#pool = new ThreadPool<TileTasks>(most, {
      start: async () => new Thread<TileTasks>(await nodeChannel(script)),
      begin: (thread) => thread.call('begin', [context]),
      substitute: (reason) => {
        console.warn(`slabtree/tile-writer builds tiles on the calling thread: ${whyNoThread(reason)}`);
        const tasks = tileTasks();
        tasks.begin(context);
        return tasks;
      },
    });
    this.#pool.prepare();
  }

  /** Builds the tiles of each job in a thread, and yields the tiles in the order of the jobs. */
  async *build(jobs: AsyncIterable<TileJob>): AsyncGenerator<BuiltTile[]> {
    // mapInOrder is not used, because it reads one job ahead: jobs are read from files, which may be closed when the loop ends.
    const underWay: Promise<BuiltTile[]>[] = [];
    for await (const job of jobs) {
      const tiles = this.#pool.call('build', [job], [job.records]);
      // The promise of a job is awaited later. If it rejected before, Node would end the process without this handler.
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
