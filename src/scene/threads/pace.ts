import { nextTask } from '../../threads/nextTask';

/** How long work may go on before others have a turn, in milliseconds: half a frame. */
export const TURN = 8;

/** Lets the event loop go on every few milliseconds of long work. */
export class Pace {
  #since = performance.now();

  /** To be awaited wherever work may stop for a while: it does only where a turn is over. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < TURN) return;
    // Not by a timer: of a page that is not in view, those come once a second.
    await nextTask();
    this.#since = performance.now();
  }
}
