/** How many points a sample of points has. */
const SAMPLE = 16384;

/**
 * A uniform sample of any number of points (Vitter 1985, algorithm R). The random numbers have a fixed seed, so that equal boxes
 * result in equal files.
 */
export class Reservoir {
  /** The sampled points, 3 numbers for each point. */
  readonly points: number[] = [];
  #passed = 0;
  #state = 0x9e3779b9;

  add(centre: Float64Array): void {
    this.#passed++;
    let point = this.points.length;
    if (this.#passed > SAMPLE) {
      point = 3 * Math.floor(this.#random() * this.#passed);
      if (point >= 3 * SAMPLE) return;
    }
    this.points[point] = centre[0];
    this.points[point + 1] = centre[1];
    this.points[point + 2] = centre[2];
  }

  /** Returns a random number from 0 to 1, by Marsaglia's xorshift, from 64 bits: there may be more than 2^32 points. */
  #random(): number {
    return (this.#next() + this.#next() * 2 ** -32) * 2 ** -32;
  }

  #next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x;
    return x >>> 0;
  }
}
