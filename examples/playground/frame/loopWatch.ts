import { TURN } from '../code/guardLoops.ts';

/** A loop may run this long without a pause, in milliseconds. */
const LONGEST = 3000;

/** The clock is read once in this many turns of loops. */
const TURNS = 64;

/** Defines the function that each turn of a loop calls. It throws if loops have run too long without a pause, and calls `ended`. */
export function watchLoops(ended: () => void): void {
  let turns = 0;
  let since: number | null = null;
  const turn = (): void => {
    if (++turns % TURNS !== 0) return;
    const now = performance.now();
    if (since === null) {
      since = now;
      // The browser runs it as soon as the program pauses.
      setTimeout(() => {
        since = null;
      });
    } else if (now - since > LONGEST) {
      ended();
      throw new Error(
        `this loop ran for ${LONGEST / 1000} seconds without a pause, so the program was stopped. Let the loop end, or pause in it: await new Promise(requestAnimationFrame)`,
      );
    }
  };
  Object.assign(globalThis, { [TURN]: turn });
}
