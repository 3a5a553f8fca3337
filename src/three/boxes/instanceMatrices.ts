import type { FloatArray } from 'slabtree';

/** Compares the matrices of instances with the matrices by which their boxes were last placed. */
export class InstanceMatrices {
  /** How many numbers a matrix has: 8 if pairs of float32 are compared as one float64, which is twice as fast. */
  #stride = 16;
  #current: FloatArray = new Float64Array(0);
  #placed = new Float64Array(0);
  #matrices: FloatArray = this.#current;
  #version = -1;

  /** Sets the current matrices. Returns whether the array or its version has changed since the last call. */
  setCurrent(matrices: FloatArray, version: number): boolean {
    const isSame = matrices === this.#matrices && version === this.#version;
    if (matrices !== this.#matrices) {
      this.#matrices = matrices;
      this.#current = inPairs(matrices) ?? matrices;
      this.#stride = this.#current === matrices ? 16 : 8;
      // NaN equals nothing, so all instances count as changed.
      this.#placed = new Float64Array(this.#current.length).fill(NaN);
    }
    this.#version = version;
    return !isSame;
  }

  /** Returns the first instance in [first, end) whose matrix has changed; `end` if there is none. */
  findChanged(first: number, end: number): number {
    const current = this.#current;
    const placed = this.#placed;
    const limit = end * this.#stride;
    let at = first * this.#stride;
    // Comparing four at a time takes half as long.
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

  /** Stores the current matrices of the instances in [first, end), whose boxes are placed by them. */
  store(first: number, end: number): void {
    const current = this.#current;
    const placed = this.#placed;
    for (let at = first * this.#stride; at < end * this.#stride; at++) placed[at] = current[at];
  }
}

/**
 * Returns a view of float32 numbers in which each pair is one float64. Equal float64 numbers have equal pairs, except for the
 * sign of a zero. A float64 is NaN, which equals nothing, only if the second float32 of the pair is not finite. Null if the
 * numbers are not float32 or not aligned.
 */
function inPairs(numbers: FloatArray): Float64Array | null {
  if (!(numbers instanceof Float32Array) || numbers.byteOffset % 8 !== 0) return null;
  return new Float64Array(numbers.buffer, numbers.byteOffset, numbers.length / 2);
}
