import { nodeChannel } from '../../threads/channel';
import { Thread } from '../../threads/thread';
import { ThreadPool } from '../../threads/threadPool';
import type { TileJob } from '../jobs/tileJobs';
import type { BuiltTile, WholeScene } from './tileBuilder';
import type { TileTasks } from './tileThread';

/** Jobs of a thread at a time: the current one, and others while its tiles wait to be written. */
const JOBS_PER_THREAD = 3;

/** Threads that build tiles. They start when there is work for them. */
export class BuildThreads {
  readonly #pool: ThreadPool<TileTasks>;
  readonly #mostJobs: number;

  constructor(script: string, most: number, whole: WholeScene) {
    this.#mostJobs = JOBS_PER_THREAD * most;
    this.#pool = new ThreadPool<TileTasks>(most, {
      start: async () => new Thread<TileTasks>(await nodeChannel(script)),
      begin: (thread) => thread.call('begin', [whole]),
    });
  }

  /** Yields the tiles of jobs, in the order of the jobs. */
  async *build(jobs: AsyncIterable<TileJob>): AsyncGenerator<BuiltTile[]> {
    // Not mapInOrder, which reads one job ahead: jobs are read from files, which may be closed when this ends.
    const underWay: Promise<BuiltTile[]>[] = [];
    for await (const job of jobs) {
      const tiles = this.#pool.call('build', [job], [job.records]);
      // It is awaited only later. Otherwise Node ends the process if it rejects before that.
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
