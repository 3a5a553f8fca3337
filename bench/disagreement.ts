/** Thrown if answers differ. It stops the benchmark before anything is timed. */
export class Disagreement extends Error {
  constructor(message: string) {
    super(`${message} Only contenders that give the same answers can be compared.`);
  }
}
