/** The fewest and the most rays from the eye in a frame. About as many go to the lamp. */
const FEWEST = 2000;
const MOST = 12_000;

/** Frames come at least so often if there is time for more rays, and so seldom if there are too many, in milliseconds. */
const QUICK = 21;
const SLOW = 34;

/** Few rays to begin with, and more while frames are quick. */
export class Pace {
  #rays = FEWEST;
  #interval = QUICK;

  /** The number of rays for the next frame. */
  get rays(): number {
    return Math.round(this.#rays);
  }

  /** Notes the time since the last frame, in milliseconds. */
  note(interval: number): void {
    this.#interval += 0.1 * (interval - this.#interval);
    if (this.#interval < QUICK) this.#rays = Math.min(this.#rays * 1.03, MOST);
    else if (this.#interval > SLOW) this.#rays = Math.max(this.#rays * 0.97, FEWEST);
  }
}
