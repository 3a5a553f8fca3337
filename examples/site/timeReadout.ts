/** How many times the time on screen is the median of, and how long it stays, in milliseconds, so that it can be read. */
const KEPT = 60;
const SHOWN_FOR = 200;

/** How long a question is asked before one counts, and to take a time, in milliseconds. */
const WARM_UP = 20;
const LONG_ENOUGH = 1;

/** Shows how long something takes: the median of the last times, so that it neither flickers nor remembers the first. */
export class TimeReadout {
  readonly #output: HTMLOutputElement;
  readonly #times: number[] = [];
  #isDue = false;
  #isWarm = false;

  constructor(output: HTMLOutputElement) {
    this.#output = output;
    // An output is read out when it changes, which this one does all the time.
    output.ariaLive = 'off';
  }

  /** Takes a time down, in milliseconds. */
  note(milliseconds: number): void {
    this.#times.push(milliseconds);
    if (this.#times.length > KEPT) this.#times.shift();
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#output.value = inWords(median(this.#times));
    }, SHOWN_FOR);
  }

  /** Runs something once, and takes down how long it took. */
  measure<Result>(run: () => Result): Result {
    const start = performance.now();
    const result = run();
    this.note(performance.now() - start);
    return result;
  }

  /**
   * Asks a question, and takes down how long one answer takes. A page's clock ticks every 0.1 ms, in which an answer of a
   * few microseconds is lost: the question, which must change nothing, is asked again for a millisecond. Its first
   * answer does not count, as it may have to wait for what the scene prepares; nor do any while the browser has yet to
   * compile what gives them.
   */
  measureQuery<Result>(ask: () => Result): Result {
    const result = ask();
    if (!this.#isWarm) askAgain(ask, WARM_UP);
    this.#isWarm = true;
    this.note(askAgain(ask, LONG_ENOUGH));
    return result;
  }
}

/** Asks a question for so many milliseconds, and tells how long one answer took. */
function askAgain(ask: () => unknown, milliseconds: number): number {
  const start = performance.now();
  let asked = 0;
  let passed = 0;
  while (passed < milliseconds) {
    ask();
    asked++;
    passed = performance.now() - start;
  }
  return passed / asked;
}

/** The lower one of two: a first frame waits for its shaders. */
function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[(times.length - 1) >> 1];
}

function inWords(milliseconds: number): string {
  return milliseconds < 0.1 ? `${(milliseconds * 1000).toFixed(1)} µs` : `${milliseconds.toPrecision(2)} ms`;
}
