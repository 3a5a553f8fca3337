import { nextTask } from '../../threads/nextTask';

/** Milliseconds that work may take before other work has its turn: half a frame. */
export const TURN = 8;

/** Lets the event loop run every few milliseconds during long work. */
export class Pace {
  #since = performance.now();

  /** Await this wherever the work may pause. It pauses only if the turn is over. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < TURN) return;
    // Not a timer: on a page that is not visible, timers fire once a second.
    await nextTask();
    this.#since = performance.now();
  }
}
