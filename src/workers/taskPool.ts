import { isObject, show } from '../primitives/check';
import { Inspected } from '../primitives/inspected';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import { checkThreads, type WorkerUrl } from '../scene/threads/workerOptions';
import { startThread } from '../threads/startThread';
import type { TaskTable } from '../threads/thread';
import { defaultThreads, ThreadPool } from '../threads/threadPool';
import { whyNoThread } from '../threads/whyNoThread';
import { readList, readMoved, type TaskServer, taskServer } from './serveTasks';

/** The options of {@link TaskPool.create}. */
export interface TaskPoolOptions<Tasks> {
  /** The most threads, from 1 to 256. By default as many as the machine runs at once, at most 16. */
  threads?: number;
  /** What the script's `makeTasks` gets in each thread: see {@link serveTasks}. A copy, but for shared memory, as in a scene's handle. */
  data?: unknown;
  /**
   * Makes the tasks on the calling thread, which then does all the work, if no thread can be started. Called once, with a sentence
   * that says why. Without it, calls reject.
   */
  fallback?: (notice: string) => Tasks;
}

const OPTIONS = /* @__PURE__ */ new OptionNames<TaskPoolOptions<object>>({ threads: true, data: true, fallback: true });

/**
 * Threads that run functions of your own, which a script makes callable by {@link serveTasks}: queries that {@link RaycastPool} does
 * not have, at a shared scene that all threads attach.
 *
 * The first thread starts at once, and each other one when all others have work. A call goes to the thread with the fewest calls. A
 * thread that ends by itself rejects its calls, and a later call starts another in its place.
 *
 * @example
 * ```ts
 * // The script sum.js calls serveTasks: see there.
 * interface Sums {
 *   sum: (numbers: Float64Array) => number;
 * }
 * const sums = await TaskPool.create<Sums>(new URL('./sum.js', import.meta.url), {
 *   data: { factor: 2 },
 * });
 * await sums.call('sum', [Float64Array.of(1, 2, 3)]); // → 12
 * await sums.close();
 * ```
 */
export class TaskPool<Tasks extends TaskTable<Tasks>> extends Inspected {
  readonly #pool: ThreadPool<TaskServer>;
  #isClosed = false;

  private constructor(pool: ThreadPool<TaskServer>) {
    super();
    // TypeScript's `private` does not keep JavaScript from calling the constructor, so the argument is checked.
    if (!(pool instanceof ThreadPool)) throw new TypeError('a TaskPool must be made by TaskPool.create(script)');
    this.#pool = pool;
  }

  /**
   * Starts the first thread, and does not wait for it.
   *
   * @param script the address of a module that calls {@link serveTasks}. A `URL` or a string. On a page, what your bundler gives for a
   *   worker, or an address relative to the page. In Node, a string is a path or begins with `file:`.
   * @throws TypeError or RangeError if an argument is not valid: the promise rejects.
   *
   * @example
   * ```ts
   * const few = await TaskPool.create<Sums>(new URL('./sum.js', import.meta.url), {
   *   threads: 2,
   *   data: { factor: 1 },
   * });
   * await few.close();
   * ```
   */
  static async create<Tasks extends TaskTable<Tasks>>(
    script: WorkerUrl,
    options: TaskPoolOptions<Tasks> = NO_OPTIONS,
  ): Promise<TaskPool<Tasks>> {
    const address = addressOf(script);
    OPTIONS.check('options', options);
    const { threads, data, fallback } = options;
    if (threads !== undefined) checkThreads(threads);
    if (fallback !== undefined && typeof fallback !== 'function') {
      throw new TypeError(`options.fallback must be a function, got ${show(fallback)}`);
    }
    const pool = new ThreadPool<TaskServer>(threads ?? (await defaultThreads()), {
      start: () => startThread<TaskServer>(address),
      begin: (thread) => thread.call('begin', [data]),
      ...(fallback && { substitute: (reason) => substituteFor(fallback, whyNoThread(reason)) }),
    });
    pool.prepare();
    return new TaskPool<Tasks>(pool);
  }

  /** The number of threads that have been started, and have not ended. */
  get threads(): number {
    return this.#pool.count;
  }

  /**
   * Calls a task of a thread. A thread begins its calls in their order. While a task awaits something, the next one runs.
   *
   * @param name the name of the task.
   * @param given its arguments. They are copied, but functions among them are called on this thread.
   * @param moved typed arrays of any length that are moved to the thread and not copied: they are empty afterwards. Each is an
   *   argument, or a field of one, and has memory of its own, which is not shared.
   * @returns a promise of the answer. It rejects with the error of the task, or if the thread ends or no thread can be started. It
   *   rejects with a `TypeError` if an argument is not valid, and with an `Error` if the pool is closed.
   *
   * @example
   * ```ts
   * const pool = await TaskPool.create<Sums>(new URL('./sum.js', import.meta.url), {
   *   data: { factor: 10 },
   * });
   * const numbers = Float64Array.of(1, 2);
   * await pool.call('sum', [numbers], [numbers]); // → 30
   * numbers.length; // → 0
   * await pool.close();
   * ```
   */
  async call<Name extends keyof Tasks & string>(
    name: Name,
    given: Parameters<Tasks[Name]>,
    moved: readonly ArrayBufferView<ArrayBuffer>[] = [],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    if (typeof name !== 'string') throw new TypeError(`name must be the name of a task, got ${show(name)}`);
    const own: [string, ...unknown[]] = [name, ...readList('given', given)];
    const arrays = readMoved('moved', moved);
    if (this.#isClosed) throw new Error('the pool is closed: create a new one');
    return (await this.#pool.call('run', own, arrays)) as Awaited<ReturnType<Tasks[Name]>>;
  }

  /**
   * Ends all threads, even in the middle of a task. Calls that are under way reject.
   *
   * @example
   * ```ts
   * const idle = await TaskPool.create<Sums>(new URL('./sum.js', import.meta.url));
   * await idle.close();
   * idle.threads; // → 0
   * ```
   */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#pool.end();
  }

  /** @internal */
  inspected(): object {
    return { threads: this.threads, isClosed: this.#isClosed };
  }
}

function addressOf(script: WorkerUrl): string {
  if (typeof script === 'string') return script;
  const href: unknown = isObject(script) ? script.href : undefined;
  if (typeof href === 'string') return href;
  throw new TypeError(`script must be a string or a URL, got ${show(script)}`);
}

/** Returns the calling thread's server of tasks. Begins it at once: a substitute counts as begun. */
function substituteFor(fallback: (notice: string) => unknown, notice: string): TaskServer {
  const begun = taskServer(() => fallback(notice));
  const isReady = begun.begin(undefined);
  // It may reject before the first call awaits it.
  isReady.catch(() => undefined);
  return {
    begin: () => isReady,
    run: async (name, ...given) => {
      await isReady;
      return begun.run(name, ...given);
    },
  };
}
