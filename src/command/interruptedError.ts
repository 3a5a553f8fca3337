/** A person or the system has told the process to end. */
export class InterruptedError extends Error {
  /** @param signal its number. */
  constructor(readonly signal: number) {
    super(`interrupted by signal ${signal}`);
  }
}
