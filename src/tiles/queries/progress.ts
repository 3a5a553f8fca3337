/** Tells a user how much of a query is done. It never falls, also if more tiles turn out to be needed, and ends with 1. */
export class Progress {
  readonly #tell: ((done: number) => void) | undefined;
  #told = 0;

  constructor(tell: ((done: number) => void) | undefined) {
    this.#tell = tell;
  }

  tell(done: number): void {
    if (this.#tell === undefined || !(done > this.#told)) return;
    this.#told = done;
    this.#tell(done);
  }
}
