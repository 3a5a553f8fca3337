import { proxy, transfer, wrap } from 'comlink';
import type { Channel } from './channel';
import { errorOfItsKind } from './errorOfItsKind';

/**
 * Seconds in which the script must have answered for the first time. One that is loaded, but is not the one that was meant, may
 * never say anything.
 */
const START_LIMIT = 10;

/** A thread has ended with calls under way, or is asked after its end. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/** Functions by their names. */
export type TaskTable<Tasks> = Record<keyof Tasks, (...given: never[]) => unknown>;

type Remote<Tasks> = Record<keyof Tasks, (...given: unknown[]) => Promise<unknown>>;

/**
 * A thread, and what can be asked of it: the functions that its script gives to `exposeTasks`. It keeps Node's process alive
 * only while calls are under way.
 */
export class Thread<Tasks extends TaskTable<Tasks>> {
  readonly #channel: Channel;
  readonly #tasks: Remote<Tasks>;
  #end: ThreadEndedError | null = null;
  /** What rejects the calls that are under way. */
  readonly #calls = new Set<(reason: Error) => void>();
  /** Runs from the first call to the first answer. */
  #startTimer: ReturnType<typeof setInterval> | null = null;
  #hasAnswered = false;

  constructor(channel: Channel) {
    this.#channel = channel;
    // As wrap's own types have it, which follow every property of what is passed on.
    this.#tasks = wrap(channel.endpoint) as unknown as Remote<Tasks>;
    channel.onEnd((reason) => void this.#endWith(`a thread has ended: ${reason}`));
    channel.holdProcess(false);
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /**
   * Asks the thread, which answers one call after the other.
   *
   * @param given functions among them can be called from the thread.
   * @param moved arrays among what is given, whose bytes are not copied, and are gone from here.
   * @returns a promise that rejects with what the task has thrown, or with a {@link ThreadEndedError} where the thread ends.
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
        // Once the thread is being ended, the process waits for that, whatever is still answered.
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
          reject(errorOfItsKind(reason));
        },
      );
    });
  }

  #limitStart(): void {
    if (this.#hasAnswered || this.#startTimer !== null) return;
    let seconds = 0;
    // One by one: none passes while this thread is busy itself, and the answer may be waiting for it.
    this.#startTimer = setInterval(() => {
      if (++seconds < START_LIMIT) return;
      void this.#endWith(
        `a thread has been ended: its script has not answered in ${START_LIMIT} seconds: is it another one?`,
      );
    }, 1000);
  }

  #stopStartTimer(): void {
    if (this.#startTimer !== null) clearInterval(this.#startTimer);
    this.#startTimer = null;
  }

  /** Ends the thread, whatever it is at; calls under way reject. */
  terminate(): Promise<void> {
    return this.#endWith('the thread has been ended');
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
