/** How many numbers there are of each object: its world matrix, then its local box. */
export const SEEN_COUNT = 22;

/** What the boxes of many objects were placed from, in one array: comparing with it reads memory in a row. */
export class SeenNumbers {
  /** Replaced when it grows. */
  numbers = new Float64Array(16 * SEEN_COUNT);
  #end = 0;
  readonly #free: number[] = [];

  /** Returns where the numbers of another object begin. */
  take(): number {
    const at = this.#free.pop() ?? this.#end;
    if (at === this.#end) this.#end += SEEN_COUNT;
    if (this.#end > this.numbers.length) {
      const larger = new Float64Array(2 * this.numbers.length);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    return at;
  }

  giveBack(at: number): void {
    this.#free.push(at);
  }
}
