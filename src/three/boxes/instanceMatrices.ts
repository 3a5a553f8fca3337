import type { FloatArray } from 'slabtree';

/** Compares the matrices of an object's instances with those by which the boxes of the instances were last placed. */
export class InstanceMatrices {
  /** How many array entries a matrix takes: 16, or 8 if pairs of float32 are compared as one float64, which is twice as fast. */
  #stride = 16;
  #current: FloatArray = new Float64Array(0);
  #placed = new Float64Array(0);
  #matrices: FloatArray = this.#current;
  #version = -1;

  /** Sets the array of the instances' present matrices. Returns whether the array, or its version, differs from the last call. */
  setCurrent(matrices: FloatArray, version: number): boolean {
    const isSame = matrices === this.#matrices && version === this.#version;
    if (matrices !== this.#matrices) {
      this.#matrices = matrices;
      this.#current = inPairs(matrices) ?? matrices;
      this.#stride = this.#current === matrices ? 16 : 8;
      // The stored matrices for a new array are NaN, which equals no number: so all instances count as changed.
      this.#placed = new Float64Array(this.#current.length).fill(NaN);
    }
    this.#version = version;
    return !isSame;
  }

  /** Returns the first instance in [first, end) whose matrix has changed since its box was placed; `end` if there is none. */
  findChanged(first: number, end: number): number {
    const current = this.#current;
    const placed = this.#placed;
    const limit = end * this.#stride;
    let at = first * this.#stride;
    // The loop compares four numbers of the matrices per round: this takes half the time of one per round.
    while (
      at < limit &&
      current[at] === placed[at] &&
      current[at + 1] === placed[at + 1] &&
      current[at + 2] === placed[at + 2] &&
      current[at + 3] === placed[at + 3]
    ) {
      at += 4;
    }
    return Math.floor(at / this.#stride);
  }

  /** Stores the present matrices of the instances in [first, end) as the matrices by which their boxes are placed. */
  store(first: number, end: number): void {
    const current = this.#current;
    const placed = this.#placed;
    for (let at = first * this.#stride; at < end * this.#stride; at++) placed[at] = current[at];
  }
}

/**
 * Returns a view of an array of float32 numbers that reads each pair as one float64 number. Pairs are equal if their float64
 * numbers are equal, except for the sign of a zero. A float64 number is NaN, which equals nothing, only if the second float32
 * number of its pair is not finite. Returns null if the numbers are not float32, or not aligned to 8 bytes.
 */
function inPairs(numbers: FloatArray): Float64Array | null {
  if (!(numbers instanceof Float32Array) || numbers.byteOffset % 8 !== 0) return null;
  return new Float64Array(numbers.buffer, numbers.byteOffset, numbers.length / 2);
}
