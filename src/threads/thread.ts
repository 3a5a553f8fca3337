import { proxy, transfer, wrap } from 'comlink';
import type { Channel } from './channel';

/**
 * How many seconds a new thread may take for its next sign of life, until its script runs. A wrong script may never give one. On a busy
 * machine, each step of a start takes long.
 */
const START_LIMIT = 10;

/** The functions that a thread's script makes callable, by name. See {@link TaskPool}. */
export type TaskTable<Tasks> = Record<keyof Tasks, (...given: never[]) => unknown>;

type Remote<Tasks> = Record<keyof Tasks, (...given: unknown[]) => Promise<unknown>>;

/** The error of a call to a thread that has ended, or ends before it answers the call. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/** Returns whether an error is a {@link ThreadEndedError}. Each bundle has its own class, so the names are compared. */
export function isThreadEnded(error: unknown): boolean {
  return error instanceof Error && error.name === 'ThreadEndedError';
}

/** A thread, and the functions that its script makes callable. It keeps Node's process alive only during calls. */
export class Thread<Tasks extends TaskTable<Tasks>> {
  readonly #channel: Channel;
  readonly #tasks: Remote<Tasks>;
  #end: ThreadEndedError | null = null;
  /** The reject functions of the calls that the thread has not answered yet. */
  readonly #calls = new Set<(reason: Error) => void>();
  /** The timer that limits how long a new thread may be silent after its first call. */
  #startTimer: ReturnType<typeof setInterval> | null = null;
  /** How many seconds the new thread has been silent. */
  #silence = 0;
  /** Whether the script of the thread has said that it runs, or has answered: its calls may then take any time. */
  #isRunning = false;

  constructor(channel: Channel) {
    this.#channel = channel;
    // Comlink's own type of `wrap` would map every property of the arguments, so a simpler type replaces it.
    this.#tasks = wrap(channel.endpoint) as unknown as Remote<Tasks>;
    channel.onEnd((reason) => void this.#endWith(`a thread ended: ${reason}`));
    channel.onProgress?.(() => {
      this.#silence = 0;
    });
    const onMessage = (event: object) => {
      if (!('data' in event && isFromTasks(event.data))) return;
      this.#isRunning = true;
      this.#stopStartTimer();
      channel.endpoint.removeEventListener('message', onMessage);
    };
    channel.endpoint.addEventListener('message', onMessage);
    channel.holdProcess(false);
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /**
   * Calls a function of the thread. The thread runs one call after the other.
   *
   * @param given the arguments of the function. Functions among them can be called by the thread.
   * @param moved arrays that are moved to the thread and not copied: the caller's arrays are empty afterwards. Each is an argument,
   *   or a field of an argument, and has memory of its own.
   * @returns a promise that rejects with the error of the function, or with a {@link ThreadEndedError} if the thread ends.
   */
  call<Name extends keyof Tasks>(
    name: Name,
    given: Parameters<Tasks[Name]>,
    moved: readonly ArrayBufferView<ArrayBuffer>[] = [],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#end !== null) {
        reject(this.#end);
        return;
      }
      this.#calls.add(reject);
      if (this.#calls.size === 1) this.#channel.holdProcess(true);
      this.#limitStart();
      const settle = () => {
        // While the thread is being ended, #calls is empty already, and the process stays held until the end.
        if (this.#calls.delete(reject) && this.#calls.size === 0) this.#channel.holdProcess(false);
      };
      if (moved.length > 0) for (const each of given) moveWith(each, moved);
      const wired = given.map((each: unknown) => (typeof each === 'function' ? proxy(each) : each));
      this.#tasks[name](...wired).then(
        (answer) => {
          settle();
          resolve(answer as Awaited<ReturnType<Tasks[Name]>>);
        },
        (reason: unknown) => {
          settle();
          reject(withItsClass(reason));
        },
      );
    });
  }

  #limitStart(): void {
    if (this.#isRunning || this.#startTimer !== null) return;
    // The timer counts single seconds: while the calling thread is busy, no second counts, so an answer that has
    // arrived meanwhile is read before the limit is reached.
    this.#startTimer = setInterval(() => {
      if (++this.#silence < START_LIMIT) return;
      void this.#endWith(
        `a thread was ended because its script did not answer in ${START_LIMIT} seconds: check that it is the right script`,
      );
    }, 1000);
  }

  #stopStartTimer(): void {
    if (this.#startTimer !== null) clearInterval(this.#startTimer);
    this.#startTimer = null;
  }

  /** Ends the thread at once. Calls that it has not answered reject. */
  terminate(): Promise<void> {
    return this.#endWith('the thread was ended');
  }

  async #endWith(message: string): Promise<void> {
    if (this.#end !== null) return;
    this.#end = new ThreadEndedError(message);
    this.#stopStartTimer();
    for (const reject of this.#calls) reject(this.#end);
    this.#calls.clear();
    await this.#channel.terminate();
  }
}

/**
 * Returns whether a message comes from a script that has exposed tasks: it says that it runs (see `exposeTasks`), or is an answer of
 * comlink, which has an `id`. A wrong script may send anything else, and never answer.
 */
function isFromTasks(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { isRunning, id } = message as { isRunning?: unknown; id?: unknown };
  return isRunning === true || (typeof id === 'string' && id !== '');
}

const ERROR_CLASSES: Partial<Record<string, new (message: string) => Error>> = { RangeError, TypeError };

/** Returns an error from a thread with its class restored, as messages between threads keep only the class's name. */
function withItsClass(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const ErrorClass = ERROR_CLASSES[thrown.name];
  return ErrorClass === undefined ? thrown : Object.assign(new ErrorClass(thrown.message), { stack: thrown.stack });
}

/** Moves those of the arrays that are an argument or its fields. Comlink looks for what to move only at each argument. */
function moveWith(argument: unknown, moved: readonly ArrayBufferView<ArrayBuffer>[]): void {
  if (typeof argument !== 'object' || argument === null) return;
  const parts: unknown[] = ArrayBuffer.isView(argument) ? [argument] : Object.values(argument);
  const buffers = moved.filter((array) => parts.includes(array)).map(({ buffer }) => buffer);
  if (buffers.length > 0) transfer(argument, buffers);
}
