import { inspect } from 'node:util';

interface Contest<Answer, LoopAnswer> {
  question: string;
  slabtree: () => Answer;
  loop: () => LoopAnswer;
  agree: (answer: Answer, loopAnswer: LoopAnswer) => boolean;
  describe: (answer: Answer) => string;
}

/**
 * Answers a question by slabtree and by a plain loop, and prints the answer and both times.
 *
 * @throws Error if the answers differ.
 */
export function sideBySide<Answer, LoopAnswer>(contest: Contest<Answer, LoopAnswer>): void {
  const { question, slabtree, loop, agree, describe } = contest;
  console.log(`\n${question}`);
  const answer = slabtree();
  const loopAnswer = loop();
  if (!agree(answer, loopAnswer)) {
    const theirs = inspect(loopAnswer, { maxArrayLength: 0 });
    throw new Error(`slabtree and the plain loop differ: ${describe(answer)} and ${theirs}`);
  }
  const [time, loopTime] = [medianTime(slabtree), medianTime(loop)];
  const ratio = Number((loopTime / time).toPrecision(2)).toLocaleString('en');
  console.log(`  ${describe(answer)}`);
  console.log(
    `  slabtree ${formatTime(time).padStart(8)}   plain loop ${formatTime(loopTime).padStart(8)}` +
      `   ${ratio.padStart(6)} times faster, same answer`,
  );
}

/** The time that a function takes, in milliseconds. */
export function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

export function formatTime(milliseconds: number): string {
  return milliseconds < 1 ? `${(1000 * milliseconds).toFixed(1)} µs` : `${milliseconds.toFixed(1)} ms`;
}

function medianTime(run: () => unknown): number {
  // The first runs wait for the compiler.
  timesWithin(100, run);
  const times = timesWithin(300, run).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}

function timesWithin(milliseconds: number, run: () => unknown): number[] {
  const times: number[] = [];
  const start = performance.now();
  while (performance.now() - start < milliseconds) times.push(timeOf(run));
  return times;
}
