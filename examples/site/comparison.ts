import { timeOfAnswer, medianOf, timeInWords } from './timeReadout';

/** The other library works for so many milliseconds a frame, and pauses so long after each answer. */
const BUDGET = 6;
const PAUSE = 500;
/** The time on screen is the median of so many. */
const KEPT = 15;
/** The clock of a page is too slow for less than so many milliseconds. */
const SHORT = 1;

/** What the page has found, and another library is to find too. */
export interface Question {
  /** How long the page took, in milliseconds. */
  readonly time: number;
  /**
   * Looks for the answer, at once or part by part. Returns whether it is what the page has found. What looks at once changes
   * nothing: it is repeated if it is too fast for the clock.
   */
  readonly look: (() => boolean) | Generator<undefined, boolean>;
}

/**
 * Repeats the queries of the page in another library, a part of a query a frame: the page stays smooth. The output says how
 * long both take, and whether their answers are the same.
 *
 * @param name of what is compared: "Raycaster of three.js".
 * @param query what both answer: "pick".
 * @param questionNow returns the question of this moment. Null for none.
 */
export function compareBeside(
  name: string,
  query: string,
  output: HTMLOutputElement,
  stopped: AbortSignal,
  questionNow: () => Question | null,
): void {
  output.ariaLive = 'off';
  const [times, ownTimes]: number[][] = [[], []];
  let [answers, same] = [0, 0];
  let question: Question | null = null;
  let spent = 0;
  let pausedUntil = 0;

  const step = () => {
    if (stopped.aborted) return;
    requestAnimationFrame(step);
    if (question === null && performance.now() < pausedUntil) return;
    question ??= questionNow();
    if (question === null) return;
    const isSame = work(question);
    if (isSame === null) return;
    answers++;
    if (isSame) same++;
    note(times, spent);
    note(ownTimes, question.time);
    const [time, ownTime] = [medianOf(times), medianOf(ownTimes)];
    output.value = `${name} takes ${timeInWords(time)} for the same ${query}: ${inTimes(time / ownTime)} as long. ${same} of ${answers} answers are the same.`;
    question = null;
    spent = 0;
    pausedUntil = performance.now() + PAUSE;
  };
  requestAnimationFrame(step);

  /** Works for the time of a frame. Returns the answer, or null if there is more to do. */
  function work({ look }: Question): boolean | null {
    const start = performance.now();
    if (typeof look === 'function') {
      const isSame = look();
      spent = performance.now() - start;
      if (spent < SHORT) spent = timeOfAnswer(look);
      return isSame;
    }
    for (;;) {
      const { done, value } = look.next();
      const passed = performance.now() - start;
      if (done !== true && passed < BUDGET) continue;
      spent += passed;
      return done === true ? value : null;
    }
  }
}

function note(times: number[], time: number): void {
  times.push(time);
  if (times.length > KEPT) times.shift();
}

function inTimes(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio).toLocaleString('en')} times`;
}
