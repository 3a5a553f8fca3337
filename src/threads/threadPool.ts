import { importNode } from './importNode';
import { type TaskTable, type Thread, ThreadEndedError } from './thread';

/** Threads that start at once. On few cores they wait for one another, and each must answer in 10 seconds. */
const STARTED_AT_ONCE = 16;

/** The most threads by default. Rays and builds wait for memory, and more threads rarely have enough of its bandwidth. */
const MOST_THREADS = 16;

/** Returns the default number of threads: as many as the machine runs at once, at most 16. */
export async function defaultThreads(): Promise<number> {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  const cores = navigator?.hardwareConcurrency ?? (await importNode('os')).availableParallelism();
  return Math.min(cores, MOST_THREADS);
}

/** How the threads of a pool start and end. */
export interface ThreadLifecycle<Tasks extends TaskTable<Tasks>> {
  /** Starts a thread. */
  start(): Promise<Thread<Tasks>>;
  /** Makes the first call to a thread. The thread has started when this resolves, and ends if it rejects. */
  begin(thread: Thread<Tasks>, index: number): Promise<unknown>;
  /** Makes the last call to a thread. Without it, a thread ends even in the middle of a call. */
  finish?(thread: Thread<Tasks>): Promise<unknown>;
}

/** A thread of a pool, and how many jobs it has. */
export class PooledThread<Tasks extends TaskTable<Tasks>> {
  /** The calls that have not been answered yet. */
  jobs = 0;
  /** Resolves with the thread once it has started. */
  readonly started: Promise<Thread<Tasks>>;
  readonly #lifecycle: ThreadLifecycle<Tasks>;
  #thread: Thread<Tasks> | null = null;
  #isEnding = false;
  /** Whether the thread could not be started. */
  #hasFailed = false;

  constructor(lifecycle: ThreadLifecycle<Tasks>, index: number) {
    this.#lifecycle = lifecycle;
    this.started = this.#start(index);
    // It may reject before it is awaited, which must not count as an unhandled rejection.
    this.started.catch(() => {
      this.#hasFailed = true;
    });
  }

  get hasEnded(): boolean {
    return this.#hasFailed || this.#thread?.hasEnded === true;
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

  /** Ends the thread, even while it starts. */
  async end(): Promise<void> {
    this.#isEnding = true;
    // A thread that has ended cannot make its last call.
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

/** Threads with the same script. Calls go to the thread with the fewest jobs. */
export class ThreadPool<Tasks extends TaskTable<Tasks>> {
  readonly threads: PooledThread<Tasks>[] = [];
  readonly #size: number;
  readonly #lifecycle: ThreadLifecycle<Tasks>;
  #ending: Promise<void> | null = null;

  /** @param size the most threads. They start with {@link startAll}, or one by one when there are jobs for them. */
  constructor(size: number, lifecycle: ThreadLifecycle<Tasks>) {
    this.#size = size;
    this.#lifecycle = lifecycle;
  }

  /** The number of threads that have not ended. */
  get count(): number {
    return this.threads.filter(({ hasEnded }) => !hasEnded).length;
  }

  /** Starts all threads, or none: if one cannot be started, it ends the others and rejects. */
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
   * Returns the thread with the fewest jobs. Starts another one if none is idle and there may be more.
   *
   * @param limit the thread must have fewer jobs.
   * @returns undefined if no thread has fewer, or all have ended.
   */
  leastBusy(limit = Infinity): PooledThread<Tasks> | undefined {
    let least: PooledThread<Tasks> | undefined;
    for (const thread of this.threads) {
      if (!thread.hasEnded && thread.jobs < (least?.jobs ?? limit)) least = thread;
    }
    const isIdle = least?.jobs === 0;
    return isIdle || this.#ending !== null || this.threads.length === this.#size ? least : this.#add();
  }

  /** Calls a function of the thread with the fewest jobs. Rejects if all threads have ended. */
  async call<Name extends keyof Tasks>(
    name: Name,
    given: Parameters<Tasks[Name]>,
    moved: readonly ArrayBufferView<ArrayBuffer>[] = [],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const thread = this.leastBusy();
    if (thread === undefined) throw new ThreadEndedError('all threads have ended');
    return thread.call(name, given, moved);
  }

  /** Ends all threads. Later calls end nothing more, and resolve with the first. */
  end(): Promise<void> {
    this.#ending ??= Promise.all(this.threads.splice(0).map((thread) => thread.end())).then(() => undefined);
    return this.#ending;
  }

  #add(): PooledThread<Tasks> {
    const thread = new PooledThread(this.#lifecycle, this.threads.length);
    this.threads.push(thread);
    return thread;
  }
}
