import { each, type Triple } from './triple';

/** Random numbers from a seed (mulberry32). A failing scene is printed as its seed, and can be made again from it. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b9) >>> 0;
  }

  /** 53 random bits, from 0 to less than 1. */
  next(): number {
    return (this.#bits() * 2 ** 21 + (this.#bits() >>> 11)) / 2 ** 53;
  }

  /** An integer from 0 to less than `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** A number of either sign whose logarithm is evenly distributed. */
  magnitude(low: number, high: number): number {
    return this.sign() * 10 ** this.between(Math.log10(low), Math.log10(high));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  sign(): 1 | -1 {
    return this.next() < 0.5 ? 1 : -1;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)];
  }

  axis(): 0 | 1 | 2 {
    return this.pick([0, 1, 2]);
  }

  triple(low: number, high: number): Triple {
    return each(() => this.between(low, high));
  }

  /** A point on the unit sphere. */
  direction(): Triple {
    const z = this.between(-1, 1);
    const angle = this.between(0, 2 * Math.PI);
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  }

  #bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
