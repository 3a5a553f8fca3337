import { proxy, transfer, wrap } from 'comlink';
import type { Channel } from './channel';

/** Seconds until the first answer. The wrong script may never answer. */
const START_LIMIT = 10;

/** Any functions, by name. */
export type TaskTable<Tasks> = Record<keyof Tasks, (...given: never[]) => unknown>;

type Remote<Tasks> = Record<keyof Tasks, (...given: unknown[]) => Promise<unknown>>;

/** A thread has ended before it answered a call, or is called after its end. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/** Whether an error is a {@link ThreadEndedError}. Each bundle has its own class, so only the name is compared. */
export function isThreadEnded(error: unknown): boolean {
  return error instanceof Error && error.name === 'ThreadEndedError';
}

/**
 * A thread, and the functions that its script gives to `exposeTasks`. It keeps Node's process alive only while calls are
 * under way.
 */
export class Thread<Tasks extends TaskTable<Tasks>> {
  readonly #channel: Channel;
  readonly #tasks: Remote<Tasks>;
  #end: ThreadEndedError | null = null;
  /** The reject functions of the calls that are under way. */
  readonly #calls = new Set<(reason: Error) => void>();
  /** Runs from the first call to the first answer. */
  #startTimer: ReturnType<typeof setInterval> | null = null;
  #hasAnswered = false;

  constructor(channel: Channel) {
    this.#channel = channel;
    // wrap's own types follow every property of the arguments.
    this.#tasks = wrap(channel.endpoint) as unknown as Remote<Tasks>;
    channel.onEnd((reason) => void this.#endWith(`a thread ended: ${reason}`));
    channel.holdProcess(false);
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /**
   * Calls a function of the thread. The thread runs one call after the other.
   *
   * @param given the arguments. The thread can call functions among them.
   * @param moved arrays among the arguments that are moved and not copied: here they are empty afterwards.
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
        this.#hasAnswered = true;
        this.#stopStartTimer();
        // #calls is empty already if the thread is being ended: the process must wait for the end.
        if (this.#calls.delete(reject) && this.#calls.size === 0) this.#channel.holdProcess(false);
      };
      for (const array of moved) transfer(array, [array.buffer]);
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
    if (this.#hasAnswered || this.#startTimer !== null) return;
    let seconds = 0;
    // Counts single seconds: while this thread is busy, an answer may be waiting, and no second must pass.
    this.#startTimer = setInterval(() => {
      if (++seconds < START_LIMIT) return;
      void this.#endWith(
        `a thread was ended because its script did not answer in ${START_LIMIT} seconds: check that it is the right script`,
      );
    }, 1000);
  }

  #stopStartTimer(): void {
    if (this.#startTimer !== null) clearInterval(this.#startTimer);
    this.#startTimer = null;
  }

  /** Ends the thread at once. Calls under way reject. */
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

const ERROR_CLASSES: Partial<Record<string, new (message: string) => Error>> = { RangeError, TypeError };

/** Returns an error from a thread with its class. Messages between threads keep only the name of the class. */
function withItsClass(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const ErrorClass = ERROR_CLASSES[thrown.name];
  return ErrorClass === undefined ? thrown : Object.assign(new ErrorClass(thrown.message), { stack: thrown.stack });
}
