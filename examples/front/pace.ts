/** The fewest and the most rays from the eye in a frame. About as many go on to the lamp. */
const FEWEST = 2500;
const MOST = 12_000;
/** In a picture in which nothing moves, a frame may take its time. */
const STILL = 30_000;

/** A dot stays for so many frames. */
const FRAMES = 16;

/** There is time for more rays if frames take less than this, and there are too many if they take more, in milliseconds. */
const QUICK = 36;
const SLOW = 60;

/** The most dots that are ever wanted. */
export const MOST_DOTS = FRAMES * Math.max(MOST, STILL);

/** Few rays to begin with, and more while frames are quick. */
export class Pace {
  readonly #isStill: boolean;
  #rays = FEWEST;
  #interval = QUICK;

  /** @param isStill whether nothing moves. */
  constructor(isStill: boolean) {
    this.#isStill = isStill;
  }

  /** The number of rays for the next frame. */
  get rays(): number {
    return this.#isStill ? STILL : Math.round(this.#rays);
  }

  /** The number of dots to keep. */
  get dots(): number {
    return FRAMES * this.rays;
  }

  /** Notes the time since the last frame, in milliseconds. */
  note(interval: number): void {
    this.#interval += 0.1 * (interval - this.#interval);
    if (this.#interval < QUICK) this.#rays = Math.min(this.#rays * 1.02, MOST);
    else if (this.#interval > SLOW) this.#rays = Math.max(this.#rays * 0.98, FEWEST);
  }
}
