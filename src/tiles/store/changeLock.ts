/**
 * Keeps the tiles in memory as they are while threads read them: a change waits until those that read have finished, and
 * others begin to read after it. With nobody reading, a change is made at once.
 */
export class ChangeLock {
  #reading = 0;
  /** Changes that wait, in order. */
  readonly #changes: (() => void)[] = [];
  /** Those who wait for these changes. */
  readonly #readers: (() => void)[] = [];

  /** Nothing changes until the promise of `task` has settled. */
  async read<Result>(task: () => Promise<Result>): Promise<Result> {
    while (this.#changes.length > 0) await new Promise<void>((resolve) => this.#readers.push(resolve));
    this.#reading++;
    try {
      return await task();
    } finally {
      this.#reading--;
      if (this.#reading === 0) this.#change();
    }
  }

  /** Changes something, now or as soon as nobody reads. */
  change<Result>(change: () => Result): Result | Promise<Result> {
    if (this.#reading === 0) return change();
    return new Promise<Result>((resolve, reject) => {
      this.#changes.push(() => {
        try {
          resolve(change());
        } catch (error) {
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the change has thrown
          reject(error);
        }
      });
    });
  }

  #change(): void {
    for (const change of this.#changes.splice(0)) change();
    for (const begin of this.#readers.splice(0)) begin();
  }
}
