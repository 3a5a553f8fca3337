import type { BoxScene, SceneHandle } from 'slabtree';
import { INTERNALS } from '../scene/internals';
import { Pace } from '../scene/longWork';
import type { WorkerTasks } from '../scene/threads/workerTasks';
import type { PooledThread, ThreadPool } from '../threads/threadPool';
import { whyNoThreads } from '../scene/threads/workerOptions';
import type { Batch, Executor } from './batch';
import { InlineExecutor } from './inlineExecutor';

/** The most rays or points in a run of a batch: as many as the kernel sorts at once. */
const LONGEST_RUN = 65_536;
/** The fewest rays or points in a run, except the last run. Fewer take longer to send to a thread than to answer. */
const SHORTEST_RUN = 256;
/**
 * How many runs a batch is cut into per thread. Some runs take longer than others, and threads should finish together.
 */
const RUNS_PER_THREAD = 4;
/** The most runs that a thread has at once: the current run, and the next run so that the thread never idles. */
const RUNS_AHEAD = 2;

/** The most versions of the scene that batches pin at once. Each version is a copy of the scene. */
const MOST_VERSIONS = 16;

/** A batch that threads are answering. */
interface ThreadedBatch {
  readonly batch: Batch;
  /** The version of the scene that the batch is answered from. It stays pinned as long as a thread reads it. */
  readonly version: number;
  isPinned: boolean;
  readonly runLength: number;
  /** The number of the batch's runs that threads have received and have not answered. */
  runs: number;
}

/**
 * Answers batches in threads that are attached to a scene. Each batch is cut into runs of rays or points, and any
 * thread may answer any run.
 */
export class ThreadExecutor implements Executor {
  readonly #scene: BoxScene;
  readonly #pool: ThreadPool<WorkerTasks>;
  /** The batches that have runs left to hand out to threads. The batches take turns. */
  readonly #waiting: ThreadedBatch[] = [];
  /** How many batches pin each version of the scene, by version. */
  readonly #pins = new Map<number, number>();
  /** Answers on the calling thread, while all threads have ended and no thread can be started. */
  #inline: InlineExecutor | null = null;
  /** The error of the last run that failed. */
  #lastFailure: unknown = null;

  private constructor(scene: BoxScene, pool: ThreadPool<WorkerTasks>) {
    this.#scene = scene;
    this.#pool = pool;
  }

  /**
   * Starts threads and attaches them to a shared scene. Rejects if a thread cannot be started. Between batches, the
   * threads pin no version of the scene.
   *
   * @param threads how many threads to start. By default as many as the machine runs at once, at most 16.
   */
  static async start(
    scene: BoxScene,
    handle: SceneHandle,
    threads: number | undefined,
    workerUrl: string | undefined,
  ): Promise<ThreadExecutor> {
    const { startWorkers } = await import('../scene/startWorker.js');
    // Also called when a thread takes the place of one that has ended: the scene may have other versions then.
    const pool = await startWorkers(threads, workerUrl, async (thread) => {
      const version = scene[INTERNALS].pinVersion();
      try {
        await thread.call('attach', [handle, version, scene.backend]);
      } finally {
        scene[INTERNALS].unpinVersion(version);
      }
    });
    return new ThreadExecutor(scene, pool);
  }

  get threads(): number {
    return this.#pool.count;
  }

  get notice(): string | null {
    return this.#inline?.notice ?? null;
  }

  begin(batch: Batch): void {
    if (this.threads === 0 && !this.#pool.mayStart) {
      this.#inline ??= InlineExecutor.withWarning(this.#scene, whyNoThreads(this.#lastFailure));
      this.#inline.begin(batch);
      return;
    }
    this.#inline = null;
    const evenRun = Math.ceil(batch.count / (Math.max(this.threads, 1) * RUNS_PER_THREAD));
    const runLength = Math.max(SHORTEST_RUN, Math.min(LONGEST_RUN, evenRun));
    const threaded = { batch, version: this.#pinVersion(), isPinned: true, runLength, runs: 0 };
    const unpin = () => {
      this.#unpinIfOver(threaded);
    };
    batch.columns.then(unpin, unpin);
    this.#waiting.push(threaded);
    void this.#handOut();
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Hands out runs of batches, while there are runs left and a thread with fewer than {@link RUNS_AHEAD} runs. */
  async #handOut(): Promise<void> {
    // The loop pauses for other work, because copying the numbers of many runs takes time.
    const pace = new Pace();
    for (;;) {
      const thread = this.#pool.leastBusy(RUNS_AHEAD);
      const threaded = this.#nextBatch();
      if (thread === undefined || threaded === undefined) return;
      void this.#answerRun(thread, threaded);
      await pace.pause();
    }
  }

  /** Returns the batch whose turn it is to hand out a run, or undefined if no batch has runs left. */
  #nextBatch(): ThreadedBatch | undefined {
    for (let threaded = this.#waiting.shift(); threaded !== undefined; threaded = this.#waiting.shift()) {
      if (!threaded.batch.hasMore) continue;
      this.#waiting.push(threaded);
      return threaded;
    }
    return undefined;
  }

  async #answerRun(thread: PooledThread<WorkerTasks>, threaded: ThreadedBatch): Promise<void> {
    const { batch, version, runLength } = threaded;
    const run = batch.take(runLength);
    threaded.runs++;
    try {
      const numbers = batch.numbersOf(run);
      batch.put(run, await thread.call('answer', [batch.name, version, numbers, batch.settings], [numbers]));
    } catch (reason) {
      this.#lastFailure = reason;
      await batch.failAtRun(reason);
      // If no thread is left and none can be started, no thread will answer the batches with runs left, so they are rejected.
      if (this.threads > 0 || this.#pool.mayStart) return;
      for (const { batch } of this.#waiting) batch.fail(new Error(whyNoThreads(reason)));
    } finally {
      threaded.runs--;
      this.#unpinIfOver(threaded);
      void this.#handOut();
    }
  }

  /** Unpins the batch's version of the scene, once the batch is settled and no thread works on it. */
  #unpinIfOver(threaded: ThreadedBatch): void {
    if (!threaded.isPinned || threaded.runs > 0 || !threaded.batch.isSettled) return;
    threaded.isPinned = false;
    this.#unpin(threaded.version);
  }

  /** Pins the current version of the scene for a batch. */
  #pinVersion(): number {
    const version = this.#scene[INTERNALS].pinVersion();
    this.#pins.set(version, (this.#pins.get(version) ?? 0) + 1);
    if (this.#pins.size <= MOST_VERSIONS) return version;
    this.#unpin(version);
    throw new Error(
      `calls on ${MOST_VERSIONS} states of the scene are under way, and each state is a copy of the scene: ` +
        'await some of these calls before you change the scene and call again',
    );
  }

  #unpin(version: number): void {
    const others = (this.#pins.get(version) ?? 1) - 1;
    if (others > 0) this.#pins.set(version, others);
    else this.#pins.delete(version);
    this.#scene[INTERNALS].unpinVersion(version);
  }
}
