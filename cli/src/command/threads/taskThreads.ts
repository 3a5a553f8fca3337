import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
import type { SceneHandle } from 'slabtree';

/** What a thread needs before its first task. */
export interface Attachment {
  /** The handle of a shared scene. Null if the tasks need no scene. */
  handle: SceneHandle | null;
  /** The serialized names of the scene's boxes. Null for answers without names. */
  namesBytes: Uint8Array | null;
}

/** The functions of a thread, by name. The argument of a call is copied to the thread, and the answer is copied back. */
type TaskTable<Tasks> = Record<keyof Tasks, (given: never) => unknown>;

/** How many blocks are under way per thread, in each of its tasks: the current and the next. */
export const BLOCKS_PER_THREAD = 2;

/**
 * Threads with the same script. The first starts at once, and each other one only when all others are busy. If the first cannot be
 * started, the calling thread does all the work, and the standard error says so.
 */
export class TaskThreads<Tasks extends TaskTable<Tasks>> {
  readonly #pool: Piscina<unknown, unknown>;
  /** The functions on the calling thread, which then does the work. Null if threads do. */
  readonly #substitute: Promise<Tasks | null>;
  #isEnding = false;

  /**
   * @param script the URL of the threads' script. It exports the functions of `tasksFor(workerData)`, and `start`, which does nothing.
   * @param count the most threads.
   */
  constructor(script: string, count: number, attachment: Attachment, tasksFor: (attachment: Attachment) => Tasks) {
    this.#pool = new Piscina({
      filename: script,
      workerData: attachment,
      minThreads: 1,
      maxThreads: count,
      idleTimeout: Infinity,
      concurrentTasksPerWorker: BLOCKS_PER_THREAD,
      // By default, a thread inherits the options of the process, and some, such as --input-type, keep it from starting.
      execArgv: [],
    });
    // A thread beside the first that cannot be started leaves its tasks to the others.
    this.#pool.on('error', () => undefined);
    this.#substitute = this.#pool.run(undefined, { name: 'start' }).then(
      () => null,
      (reason: unknown) => {
        if (this.#isEnding) throw reason;
        const why = reason instanceof Error ? reason.message : String(reason);
        process.stderr.write(`one thread does all the work: threads could not be started (${why})\n`);
        return tasksFor(attachment);
      },
    );
    // The promise may reject before the first call awaits it.
    this.#substitute.catch(() => undefined);
  }

  /** Calls a function of a thread. @param moved arrays in `given` that are moved to the thread and not copied. */
  async call<Name extends keyof Tasks & string>(
    name: Name,
    given: Parameters<Tasks[Name]>[0],
    moved: readonly ArrayBufferView<ArrayBuffer>[] = [],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const substitute = await this.#substitute;
    const answer =
      substitute === null
        ? this.#pool.run(given, { name, transferList: moved.map(({ buffer }) => buffer) })
        : substitute[name](given);
    return (await answer) as Awaited<ReturnType<Tasks[Name]>>;
  }

  /** Ends all threads, even in the middle of a task. */
  end(): Promise<void> {
    this.#isEnding = true;
    return this.#pool.destroy();
  }
}

/** Returns the answer of a task, with a mark that an array in it is moved to the calling thread and not copied. */
export function withMoved<Answer extends object>(answer: Answer, { buffer }: ArrayBufferView<ArrayBuffer>): Answer {
  const marked = Object.assign(answer, { [transferableSymbol]: [buffer], [valueSymbol]: answer });
  move(marked);
  return answer;
}
