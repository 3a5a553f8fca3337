import { importNode } from './importNode';
import { type TaskTable, type Thread, ThreadEndedError } from './thread';

/**
 * How many threads of a pool start at once. Threads share the cores while they start, and one that is silent for 10 seconds has
 * failed: see START_LIMIT in thread.ts.
 */
const STARTED_AT_ONCE = 16;

/** The most threads of a pool by default. Memory bandwidth limits rays and builds, so more threads rarely help. */
const MOST_THREADS = 16;

/** Returns the default number of threads: as many as the machine runs at once, at most 16. */
export async function defaultThreads(): Promise<number> {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  const cores = navigator?.hardwareConcurrency ?? (await importNode('os')).availableParallelism();
  return Math.min(cores, MOST_THREADS);
}

/** After this many failed starts in a row, a pool pauses for {@link START_PAUSE} milliseconds before it starts another thread. */
const MOST_FAILED_STARTS = 3;
const START_PAUSE = 10_000;

/** How the threads of a pool start and end. */
export interface ThreadLifecycle<Tasks extends TaskTable<Tasks>> {
  /** Starts a thread of the pool. */
  start(): Promise<Thread<Tasks>>;
  /**
   * Makes the first call to a new thread. Once it resolves, the thread has started. If it rejects, the thread is ended. Called at
   * any time, as a thread that ends by itself is replaced by another.
   */
  begin(thread: Thread<Tasks>, index: number): Promise<unknown>;
  /**
   * Makes the last call to a thread before its end. Without `finish`, a thread is ended even in the middle of a call.
   */
  finish?(thread: Thread<Tasks>): Promise<unknown>;
  /**
   * Returns the functions of a thread that has begun, to be called on the calling thread, if no thread can be started. Called once.
   * Says that the calling thread does the work. Without `substitute`, calls then reject.
   *
   * @param reason why the last thread could not be started.
   */
  substitute?(reason: unknown): Tasks;
}

/** A thread of a pool, with its number of jobs: calls that it has not answered yet. */
export class PooledThread<Tasks extends TaskTable<Tasks>> {
  /** How many calls the thread has not answered yet. */
  jobs = 0;
  /** Resolves with the thread once it has started. */
  readonly started: Promise<Thread<Tasks>>;
  readonly #lifecycle: ThreadLifecycle<Tasks>;
  #thread: Thread<Tasks> | null = null;
  #isEnding = false;
  /** Whether the start of the thread has failed. */
  #hasFailed = false;

  constructor(lifecycle: ThreadLifecycle<Tasks>, index: number) {
    this.#lifecycle = lifecycle;
    this.started = this.#start(index);
    // `started` may reject before it is awaited: the handler keeps that rejection from counting as unhandled.
    this.started.catch(() => {
      this.#hasFailed = true;
    });
  }

  get hasEnded(): boolean {
    return this.#hasFailed || this.#thread?.hasEnded === true;
  }

  /** Whether the thread could not be started: then it has received no call. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Calls a function of the thread once it has started. See {@link Thread.call}. */
  async call<Name extends keyof Tasks>(
    name: Name,
    given: Parameters<Tasks[Name]>,
    moved: readonly ArrayBufferView<ArrayBuffer>[] = [],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    this.jobs++;
    try {
      const thread = await this.started;
      return await thread.call(name, given, moved);
    } finally {
      this.jobs--;
    }
  }

  /** Ends the thread, even while the thread is starting. */
  async end(): Promise<void> {
    this.#isEnding = true;
    // The last call of a thread rejects if the thread has ended already, which is not an error here.
    if (this.#thread !== null) await this.#lifecycle.finish?.(this.#thread).catch(() => undefined);
    await this.#thread?.terminate();
    await this.started.catch(() => undefined);
  }

  async #start(index: number): Promise<Thread<Tasks>> {
    const thread = await this.#lifecycle.start();
    this.#thread = thread;
    try {
      if (this.#isEnding) throw new ThreadEndedError('the thread was ended');
      await this.#lifecycle.begin(thread, index);
      return thread;
    } catch (reason) {
      await thread.terminate();
      throw reason;
    }
  }
}

/**
 * Threads with the same script. Calls go to the thread with the fewest jobs. A thread that ends by itself is replaced when a call
 * needs another. The pool repeats no call that a thread has received, so a call that ends its thread ends one thread only.
 */
export class ThreadPool<Tasks extends TaskTable<Tasks>> {
  readonly threads: PooledThread<Tasks>[] = [];
  readonly #size: number;
  readonly #lifecycle: ThreadLifecycle<Tasks>;
  #ending: Promise<void> | null = null;
  /** How many threads in a row could not be started. */
  #failedStarts = 0;
  /** Why a thread could last not be started. Null if all could. */
  #lastFailure: unknown = null;
  /** The functions that stand in for threads: see {@link ThreadLifecycle}. Null until no thread can be started. */
  #substitute: Tasks | null = null;
  /** When a thread could last not be started, by `performance.now()`. */
  #failedAt = 0;

  /**
   * @param size the most threads of the pool. {@link startAll} starts all, and calls start them one by one as needed.
   */
  constructor(size: number, lifecycle: ThreadLifecycle<Tasks>) {
    this.#size = size;
    this.#lifecycle = lifecycle;
  }

  /** The number of threads of the pool that have not ended. */
  get count(): number {
    return this.threads.filter(({ hasEnded }) => !hasEnded).length;
  }

  /** Whether calls may start threads: the pool is not full, has not been ended, and the last starts have not failed. */
  get mayStart(): boolean {
    if (this.#ending !== null || this.count === this.#size) return false;
    // Where the calling thread can do the work, no call waits for a second start.
    const most = this.#lifecycle.substitute === undefined ? MOST_FAILED_STARTS : 1;
    return this.#failedStarts < most || performance.now() - this.#failedAt >= START_PAUSE;
  }

  /** Starts all threads of the pool. If a thread cannot be started, ends the other threads and rejects. */
  async startAll(): Promise<void> {
    try {
      while (this.threads.length < this.#size) {
        if (this.#ending !== null) throw new ThreadEndedError('the threads were ended');
        const count = Math.min(STARTED_AT_ONCE, this.#size - this.threads.length);
        await Promise.all(Array.from({ length: count }, () => this.#add().started));
      }
    } catch (reason) {
      await this.end();
      throw reason;
    }
  }

  /**
   * Returns the thread of the pool with the fewest jobs. If no thread is idle and the pool may have more threads,
   * starts another thread and returns it. Threads that have ended leave the pool.
   *
   * @param limit only threads with fewer jobs than this are returned.
   * @returns undefined if all threads have at least `limit` jobs, or all have ended and no other may start.
   */
  leastBusy(limit = Infinity): PooledThread<Tasks> | undefined {
    this.#removeEnded();
    let least: PooledThread<Tasks> | undefined;
    for (const thread of this.threads) {
      if (thread.jobs < (least?.jobs ?? limit)) least = thread;
    }
    const isIdle = least?.jobs === 0;
    return isIdle || !this.mayStart ? least : this.#add();
  }

  /** Starts the first thread, if there is none, so that it starts while the caller prepares the first call. */
  prepare(): void {
    this.leastBusy();
  }

  /**
   * Calls a function of the thread with the fewest jobs. If that cannot be started, calls it of another one, or of the substitute of
   * all threads. Rejects if there is none.
   */
  async call<Name extends keyof Tasks>(
    name: Name,
    given: Parameters<Tasks[Name]>,
    moved: readonly ArrayBufferView<ArrayBuffer>[] = [],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    let failure: unknown = new ThreadEndedError('all threads have ended');
    for (;;) {
      const thread = this.leastBusy();
      if (thread === undefined) return this.#callSubstitute(name, given, failure);
      try {
        return await thread.call(name, given, moved);
      } catch (reason) {
        if (!thread.hasFailed || this.#lifecycle.substitute === undefined) throw reason;
        failure = reason;
      }
    }
  }

  /** Calls a function on the calling thread. @param reason why no thread is called. */
  async #callSubstitute<Name extends keyof Tasks>(
    name: Name,
    given: Parameters<Tasks[Name]>,
    reason: unknown,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    if (this.#ending !== null || this.#lastFailure === null) throw reason;
    this.#substitute ??= this.#lifecycle.substitute?.(this.#lastFailure) ?? null;
    if (this.#substitute === null) throw reason;
    return (await this.#substitute[name](...given)) as Awaited<ReturnType<Tasks[Name]>>;
  }

  /** Ends all threads of the pool. Every call returns the promise of the first call. */
  end(): Promise<void> {
    this.#ending ??= Promise.all(this.threads.splice(0).map((thread) => thread.end())).then(() => undefined);
    return this.#ending;
  }

  #add(): PooledThread<Tasks> {
    const thread = new PooledThread(this.#lifecycle, this.threads.length);
    this.threads.push(thread);
    thread.started.then(
      () => {
        this.#failedStarts = 0;
      },
      (reason: unknown) => {
        this.#failedStarts++;
        this.#lastFailure = reason;
        this.#failedAt = performance.now();
      },
    );
    return thread;
  }

  #removeEnded(): void {
    for (let i = this.threads.length - 1; i >= 0; i--) if (this.threads[i].hasEnded) this.threads.splice(i, 1);
  }
}
