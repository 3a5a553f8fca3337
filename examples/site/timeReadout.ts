/** The time on screen is the median of so many times. It stays for so many milliseconds, so that people can read it. */
const KEPT = 60;
const SHOWN_FOR = 200;

/** How long a query is repeated before its time counts, and then to measure it, in milliseconds. */
const WARM_UP = 20;
const LONG_ENOUGH = 1;

/** Shows how long something takes: the median of the last times. It does not flicker, and forgets slow first times. */
export class TimeReadout {
  readonly #output: HTMLOutputElement;
  readonly #times: number[] = [];
  #isDue = false;
  #isWarm = false;

  constructor(output: HTMLOutputElement) {
    this.#output = output;
    // Screen readers announce each change of an output, and this one changes all the time.
    output.ariaLive = 'off';
  }

  /** Notes a time, in milliseconds. */
  note(milliseconds: number): void {
    this.#times.push(milliseconds);
    if (this.#times.length > KEPT) this.#times.shift();
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      if (this.#times.length > 0) this.#output.value = timeInWords(this.median);
    }, SHOWN_FOR);
  }

  /** Whether there are times. */
  get isTimed(): boolean {
    return this.#times.length > 0;
  }

  /** The median of the last times, in milliseconds. There must be one. */
  get median(): number {
    return medianOf(this.#times);
  }

  /** Forgets all times so far. */
  forget(): void {
    this.#times.length = 0;
    this.#output.value = '';
  }

  /** Runs something once, and notes how long it took. */
  measure<Result>(run: () => Result): Result {
    const start = performance.now();
    const result = run();
    this.note(performance.now() - start);
    return result;
  }

  /**
   * Runs a query, and notes how long one answer takes. The query must change nothing.
   *
   * The clock of a page ticks every 0.1 ms, too slowly for an answer of a few microseconds. So the query is repeated
   * for a millisecond. The first answer does not count, because it may wait for preparations of the scene. Nor do the
   * answers while the browser still compiles the code.
   */
  measureQuery<Result>(query: () => Result): Result {
    const result = query();
    if (!this.#isWarm) timeOfAnswer(query, WARM_UP);
    this.#isWarm = true;
    this.note(timeOfAnswer(query));
    return result;
  }
}

/** Repeats a query for so many milliseconds, and returns how long one answer took. */
export function timeOfAnswer(query: () => unknown, milliseconds = LONG_ENOUGH): number {
  const start = performance.now();
  let answers = 0;
  let passed = 0;
  while (passed < milliseconds) {
    query();
    answers++;
    passed = performance.now() - start;
  }
  return passed / answers;
}

/** The lower one of two middle values, because a first frame waits for its shaders. */
export function medianOf(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[(times.length - 1) >> 1];
}

/** A time as people read it: "4.2 µs". */
export function timeInWords(milliseconds: number): string {
  if (milliseconds < 0.1) return `${(milliseconds * 1000).toFixed(1)} µs`;
  return `${milliseconds < 100 ? milliseconds.toPrecision(2) : milliseconds.toFixed(0)} ms`;
}
