import { nodeChannel } from '../../threads/nodeChannel';
import { Thread } from '../../threads/thread';
import type { TileJob } from '../jobs/tileJobs';
import type { BuiltTile, WholeScene } from './buildTiles';
import type { TileTasks } from './tileThread';

/** Jobs that a thread has at a time: the current one, and others while it waits to hand over what it has built. */
const JOBS_PER_THREAD = 3;

/** Threads that build tiles. They start when there is work for them. */
export class TileThreads {
  readonly #script: string;
  readonly #most: number;
  readonly #whole: WholeScene;
  readonly #threads: { thread: Promise<Thread<TileTasks>>; jobs: number }[] = [];

  constructor(script: string, most: number, whole: WholeScene) {
    this.#script = script;
    this.#most = most;
    this.#whole = whole;
  }

  /** The tiles of jobs, in the order of the jobs. */
  async *build(jobs: AsyncIterable<TileJob>): AsyncGenerator<BuiltTile[]> {
    const underWay: Promise<BuiltTile[]>[] = [];
    for await (const job of jobs) {
      const tiles = this.#buildOne(job);
      // It is awaited only later. Otherwise Node ends the process if it rejects before that.
      tiles.catch(() => undefined);
      underWay.push(tiles);
      while (underWay.length >= JOBS_PER_THREAD * this.#most) yield await (underWay.shift() as Promise<BuiltTile[]>);
    }
    for (const tiles of underWay) yield await tiles;
  }

  async #buildOne(job: TileJob): Promise<BuiltTile[]> {
    let idle = this.#threads.find(({ jobs }) => jobs === 0);
    if (idle === undefined && this.#threads.length < this.#most) {
      idle = { thread: this.#start(), jobs: 0 };
      this.#threads.push(idle);
    }
    const chosen = idle ?? this.#threads.reduce((best, each) => (each.jobs < best.jobs ? each : best));
    chosen.jobs++;
    try {
      const thread = await chosen.thread;
      return await thread.call('build', [job], [job.records]);
    } finally {
      chosen.jobs--;
    }
  }

  async #start(): Promise<Thread<TileTasks>> {
    const thread = new Thread<TileTasks>(await nodeChannel(this.#script));
    try {
      await thread.call('begin', [this.#whole]);
      return thread;
    } catch (thrown) {
      await thread.terminate();
      throw thrown;
    }
  }

  async end(): Promise<void> {
    // If a thread failed to start, its jobs have rejected with the reason.
    const threads = await Promise.all(this.#threads.map(({ thread }) => thread.catch(() => null)));
    await Promise.all(threads.map(async (thread) => thread?.terminate()));
  }
}
