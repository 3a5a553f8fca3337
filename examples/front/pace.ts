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
/** If rays take less than this share of a slow frame, it is the graphics card that is slow: fewer rays would not help. */
const SHARE = 1 / 8;

/** The most dots that are ever wanted. */
export const MOST_DOTS = FRAMES * Math.max(MOST, STILL);

/** Few rays to begin with, and more while frames are quick, or while rays are not what makes them slow. */
export class Pace {
  readonly #isStill: boolean;
  #rays = FEWEST;
  #interval = QUICK;
  #work = 0;

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

  /** How long the Raycaster beside it may work in a frame, in milliseconds. */
  get budget(): number {
    return SHARE * this.#interval;
  }

  /** Notes the time since the last frame, and how much of it the rays took, in milliseconds. */
  note(interval: number, work: number): void {
    this.#interval += 0.1 * (interval - this.#interval);
    this.#work += 0.1 * (work - this.#work);
    if (this.#interval < QUICK) this.#rays *= 1.02;
    // Slow frames are few, so each counts for more.
    else if (this.#work < SHARE * this.#interval) this.#rays *= 1.2;
    else if (this.#interval > SLOW) this.#rays *= 0.98;
    this.#rays = Math.min(Math.max(this.#rays, FEWEST), MOST);
  }
}
