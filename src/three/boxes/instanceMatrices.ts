import type { FloatArray } from 'slabtree';

/** The matrices of instances as they were when they were last looked at. */
export class InstanceMatrices {
  /** An instance's matrix is this many numbers: two float32 at a time where that can be, which is twice as fast. */
  #stride = 16;
  #now: FloatArray = new Float64Array(0);
  #was = new Float64Array(0);
  #matrices: FloatArray = this.#now;
  #version = -1;

  /** To be called first. Returns whether three.js has been told of a change since, so that it is worth looking for. */
  look(matrices: FloatArray, version: number): boolean {
    const isSame = matrices === this.#matrices && version === this.#version;
    if (matrices !== this.#matrices) {
      this.#matrices = matrices;
      this.#now = inPairs(matrices) ?? matrices;
      this.#stride = this.#now === matrices ? 16 : 8;
      // Equal to nothing: all are new.
      this.#was = new Float64Array(this.#now.length).fill(NaN);
    }
    this.#version = version;
    return !isSame;
  }

  /** The first instance from `first` on whose matrix is not what it was; `end` where all are. */
  findChanged(first: number, end: number): number {
    const now = this.#now;
    const was = this.#was;
    const limit = end * this.#stride;
    let at = first * this.#stride;
    // Four at a time, which takes half as long.
    while (
      at < limit &&
      now[at] === was[at] &&
      now[at + 1] === was[at + 1] &&
      now[at + 2] === was[at + 2] &&
      now[at + 3] === was[at + 3]
    ) {
      at += 4;
    }
    return Math.floor(at / this.#stride);
  }

  /** Takes over what the matrices of some instances are. */
  keep(first: number, end: number): void {
    const now = this.#now;
    const was = this.#was;
    for (let at = first * this.#stride; at < end * this.#stride; at++) was[at] = now[at];
  }
}

/**
 * Two float32 numbers as one float64, which is the same where both are, give or take the sign of a zero: it could be not a
 * number, and so differ from itself, only where the second of them is not finite.
 */
function inPairs(numbers: FloatArray): Float64Array | null {
  if (!(numbers instanceof Float32Array) || numbers.byteOffset % 8 !== 0) return null;
  return new Float64Array(numbers.buffer, numbers.byteOffset, numbers.length / 2);
}
