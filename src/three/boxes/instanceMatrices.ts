import type { FloatArray } from 'slabtree';

/** Remembers the matrices of instances, to find those that have changed. */
export class InstanceMatrices {
  /** How many numbers a matrix is compared by: 8 where two float32 can be read as one float64, which is twice as fast. */
  #stride = 16;
  #now: FloatArray = new Float64Array(0);
  #was = new Float64Array(0);
  #matrices: FloatArray = this.#now;
  #version = -1;

  /** Call it before the others. Returns whether three.js has been told of a change since the last call. */
  look(matrices: FloatArray, version: number): boolean {
    const isSame = matrices === this.#matrices && version === this.#version;
    if (matrices !== this.#matrices) {
      this.#matrices = matrices;
      this.#now = inPairs(matrices) ?? matrices;
      this.#stride = this.#now === matrices ? 16 : 8;
      // NaN equals nothing, so all instances count as changed.
      this.#was = new Float64Array(this.#now.length).fill(NaN);
    }
    this.#version = version;
    return !isSame;
  }

  /** The first instance from `first` on whose matrix has changed, or `end` if there is none. */
  findChanged(first: number, end: number): number {
    const now = this.#now;
    const was = this.#was;
    const limit = end * this.#stride;
    let at = first * this.#stride;
    // Four at a time takes half as long.
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

  /** Remembers the matrices of a run of instances as they are now. */
  keep(first: number, end: number): void {
    const now = this.#now;
    const was = this.#was;
    for (let at = first * this.#stride; at < end * this.#stride; at++) was[at] = now[at];
  }
}

/**
 * Reads each pair of float32 numbers as one float64. Two of these are equal only if both numbers of the pairs are, apart from the
 * sign of a zero. One may be NaN, which differs from itself, only if the second number of its pair is not finite.
 */
function inPairs(numbers: FloatArray): Float64Array | null {
  if (!(numbers instanceof Float32Array) || numbers.byteOffset % 8 !== 0) return null;
  return new Float64Array(numbers.buffer, numbers.byteOffset, numbers.length / 2);
}
