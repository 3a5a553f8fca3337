import type { BoxScene } from 'slabtree';
import { copyNumbers } from '../../scene/arguments/floatArray';
import type { ManyRaysSettings } from '../../scene/arguments/raycastOptions';
import { INTERNALS } from '../../scene/internals';
import type { ScenePair, WorkerTasks } from '../../scene/threads/workerTasks';
import type { RayRun, TileRunAnswer } from '../../scene/batches/castRun';
import type { ThreadPool } from '../../threads/threadPool';
import type { AbsentTiles } from '../absent/absentTiles';
import { type ChangeLock, Semaphore } from '../store/locks';

/** How many runs of rays are under way per thread: the run being cast, and the next run, which is ready to be sent. */
const RUNS = 2;

/** How many threads to start (`'auto'`: as many as the machine runs at once), and the URL of the threads' code. */
export interface ThreadsWanted {
  readonly threads: number | 'auto';
  readonly workerUrl: string | undefined;
}

/** Threads that cast rays at the tiles in memory. The tiles are in shared memory, so the threads read them without a copy. */
export class TileThreads {
  readonly #pool: ThreadPool<WorkerTasks>;
  readonly #scenes: ScenePair<BoxScene>;
  readonly #absent: AbsentTiles;
  readonly #lock: ChangeLock;
  readonly #semaphore: Semaphore;

  private constructor(
    pool: ThreadPool<WorkerTasks>,
    scenes: ScenePair<BoxScene>,
    absent: AbsentTiles,
    lock: ChangeLock,
  ) {
    this.#pool = pool;
    this.#scenes = scenes;
    this.#absent = absent;
    this.#lock = lock;
    this.#semaphore = new Semaphore(pool.count);
  }

  /**
   * Starts threads that cast rays at tiles. If a thread cannot be started, ends the other threads and rejects.
   *
   * @param resident the tiles in memory. Both `resident` and the scene of `absent` must be in shared memory, and must change
   *   only while the lock is held.
   */
  static start(
    resident: BoxScene,
    absent: AbsentTiles,
    lock: ChangeLock,
    { threads: wanted, workerUrl }: ThreadsWanted,
  ): Promise<TileThreads> {
    return lock.read(async () => {
      const { startWorkers } = await import('../../scene/startWorker.js');
      const count = wanted === 'auto' ? undefined : wanted;
      const scenes = { resident, index: absent.scene };
      const handles = { resident: resident[INTERNALS].shareInPlace(), index: absent.scene[INTERNALS].shareInPlace() };
      // Also called when a thread takes the place of one that has ended. The cast that needs the thread holds the lock then.
      const pool = await startWorkers(count, workerUrl, (thread) =>
        withVersions(scenes, (versions) => thread.call('attachTiles', [handles, versions, resident.backend])),
      );
      return new TileThreads(pool, scenes, absent, lock);
    });
  }

  /** How many runs of rays can be under way at once. */
  get lanes(): number {
    return RUNS * Math.max(this.count, 1);
  }

  get count(): number {
    return this.#pool.count;
  }

  /**
   * Casts a run of rays in one of the threads.
   *
   * @param take gets the answer. No tile is loaded or evicted between the cast and the end of `take`.
   * @returns whether the run was cast. False if the thread has ended, or no thread is free: the calling thread then casts the
   *   run.
   */
  cast({ rays, last }: RayRun, settings: ManyRaysSettings, take: (answer: TileRunAnswer) => void): Promise<boolean> {
    const copy = copyNumbers('rays', rays, 0, rays.length);
    // The lock is taken after the semaphore, so that a run that waits for a thread does not delay the loading of tiles.
    return this.#semaphore.run(() =>
      this.#lock.read(async () => {
        // Each thread gets at most one run at a time: the semaphore admits as many runs as there were threads at the start.
        const thread = this.#pool.leastBusy(1);
        if (thread === undefined) return false;
        let answer: TileRunAnswer;
        try {
          answer = await withVersions(this.#scenes, ({ resident, index }) => {
            const versions = { resident, index: this.#absent.count === 0 ? null : index };
            return thread.call('castRun', [versions, copy, last, settings], [copy]);
          });
        } catch (error) {
          if (thread.hasEnded) return false;
          throw error;
        }
        take(answer);
        return true;
      }),
    );
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Runs a task, and pins the current versions of both shared scenes until the task's promise settles. */
async function withVersions<Result>(
  { resident, index }: ScenePair<BoxScene>,
  task: (versions: ScenePair<number>) => Promise<Result>,
): Promise<Result> {
  const versions = { resident: resident[INTERNALS].pinVersion(), index: index[INTERNALS].pinVersion() };
  try {
    return await task(versions);
  } finally {
    resident[INTERNALS].unpinVersion(versions.resident);
    index[INTERNALS].unpinVersion(versions.index);
  }
}
