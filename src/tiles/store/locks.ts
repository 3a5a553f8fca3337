/**
 * A readers–writer lock on the tiles in memory. Any number of readers run at once. A change is delayed until the running
 * readers have finished, and later readers run after the change. Without readers, a change is made at once.
 */
export class ChangeLock {
  #reading = 0;
  /** The changes of tiles that are delayed until the running readers have finished, in order. */
  readonly #changes: (() => void)[] = [];
  /** Functions that resolve the promises of the readers that wait for the delayed changes. */
  readonly #readers: (() => void)[] = [];

  /** Runs a reader's task. The tiles in memory do not change until the task's promise settles. */
  async read<Result>(task: () => Promise<Result>): Promise<Result> {
    while (this.#changes.length > 0) await new Promise<void>((resolve) => this.#readers.push(resolve));
    this.#reading++;
    try {
      return await task();
    } finally {
      this.#reading--;
      if (this.#reading === 0) this.#makeChanges();
    }
  }

  /** Changes the tiles in memory: at once if there is no reader, else as soon as the running readers have finished. */
  change<Result>(change: () => Result): Result | Promise<Result> {
    if (this.#reading === 0) return change();
    return new Promise<Result>((resolve, reject) => {
      this.#changes.push(() => {
        try {
          resolve(change());
        } catch (error) {
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the error of the change
          reject(error);
        }
      });
    });
  }

  #makeChanges(): void {
    for (const change of this.#changes.splice(0)) change();
    for (const resume of this.#readers.splice(0)) resume();
  }
}

/** Limits how many tasks run at once. The other tasks run later, in the order of the calls. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
