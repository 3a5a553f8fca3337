/** Stops the benchmark before anything is timed. */
export class Disagreement extends Error {
  constructor(message: string) {
    super(`${message} Contenders that do not do the same work cannot be timed against each other.`);
  }
}
