import type { TileRunAnswer } from '../../scene/tiles/castRun';
import type { AbsentTiles } from '../absent/absentTiles';
import type { RayRun, RunCaster } from '../casting/runCaster';
import type { TileThreads } from '../casting/tileThreads';
import type { BatchOptions, CallerCaster } from './callerCaster';

/** Fewer rays are cast on the calling thread in less time than it takes to send them. */
const SHORTEST_RUN = 256;
/** As many as the kernel puts in order at once. A tile that comes waits for the runs under way: tens of milliseconds. */
const LONGEST_RUN = 2 ** 16;

/** Casts runs of rays in threads, and those that threads cannot cast on the calling one. */
export class ThreadCaster implements RunCaster {
  readonly lanes: number;
  readonly longestRun = LONGEST_RUN;
  readonly shortestRun = SHORTEST_RUN;
  readonly #threads: TileThreads;
  readonly #options: BatchOptions;
  readonly #absent: AbsentTiles;
  readonly #caller: CallerCaster;

  constructor(threads: TileThreads, options: BatchOptions, absent: AbsentTiles, caller: CallerCaster) {
    this.lanes = threads.lanes;
    this.#threads = threads;
    this.#options = options;
    this.#absent = absent;
    this.#caller = caller;
  }

  async cast(run: RayRun, take: (answer: TileRunAnswer) => void): Promise<void> {
    const { rays } = run;
    if (rays.length >= 6 * SHORTEST_RUN && this.#absent.areWithin(rays)) {
      // A thread that ends leaves its run to the calling thread.
      if (await this.#threads.cast(run, this.#options, take)) return;
    }
    await this.#caller.cast(run, take);
  }
}
