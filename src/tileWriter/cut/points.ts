/** How many 32-bit words a point takes: x, y, z, and the number of its box. */
const STRIDE = 4;

/**
 * The centres of boxes, in an array that can be reordered. All four words of a point are moved, so memory is read in order,
 * which is several times as fast as sorting indices. Float32 is precise enough: the centres only decide which boxes share a
 * tile. Centres are relative to the smallest coordinates, so a scene far from zero loses little precision.
 */
export class Points {
  readonly length: number;
  readonly #numbers: Float32Array;
  readonly #words: Uint32Array;

  /** @param write writes the centre of box `i` to `out`. It is called twice for each box: the first time, for the smallest coordinates. */
  constructor(length: number, write: (i: number, out: Float64Array) => void) {
    this.length = length;
    this.#numbers = new Float32Array(STRIDE * length);
    this.#words = new Uint32Array(this.#numbers.buffer);
    const point = new Float64Array(3);
    const least = new Float64Array(3).fill(Infinity);
    for (let i = 0; i < length; i++) {
      write(i, point);
      for (let k = 0; k < 3; k++) least[k] = Math.min(least[k], point[k]);
    }
    for (let i = 0; i < length; i++) {
      write(i, point);
      for (let k = 0; k < 3; k++) this.#numbers[STRIDE * i + k] = point[k] - least[k];
      this.#words[STRIDE * i + 3] = i;
    }
  }

  /** Returns the numbers of the boxes of the points from index `from` to before index `end`, in increasing order. */
  numbers(from: number, end: number): Uint32Array {
    return Uint32Array.from({ length: end - from }, (_, i) => this.numberAt(from + i)).sort();
  }

  numberAt(place: number): number {
    return this.#words[STRIDE * place + 3];
  }

  /** Returns the axis on which the points from `from` to before `end` spread farthest. Null if these points are equal. */
  widestAxis(from: number, end: number): number | null {
    const numbers = this.#numbers;
    let [minX, minY, minZ, maxX, maxY, maxZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let at = STRIDE * from; at < STRIDE * end; at += STRIDE) {
      const x = numbers[at];
      const y = numbers[at + 1];
      const z = numbers[at + 2];
      if (x < minX) minX = x;
      if (y < minY) minY = y;
      if (z < minZ) minZ = z;
      if (x > maxX) maxX = x;
      if (y > maxY) maxY = y;
      if (z > maxZ) maxZ = z;
    }
    // Coordinates are compared before they are subtracted, because Infinity minus Infinity is NaN.
    const sizes = [minX < maxX ? maxX - minX : 0, minY < maxY ? maxY - minY : 0, minZ < maxZ ? maxZ - minZ : 0];
    const most = Math.max(...sizes);
    return most > 0 ? sizes.indexOf(most) : null;
  }

  /**
   * Reorders the points from index `from` to before `end`. Afterwards, no point before index `place` has a greater coordinate on
   * `axis` than a point at or after `place` (Hoare 1961, FIND).
   */
  select(axis: number, from: number, end: number, place: number): void {
    const numbers = this.#numbers;
    let low = from;
    let high = end - 1;
    while (low < high) {
      const pivot = medianOfThree(
        numbers[STRIDE * low + axis],
        numbers[STRIDE * ((low + high) >>> 1) + axis],
        numbers[STRIDE * high + axis],
      );
      let i = low;
      let j = high;
      while (i <= j) {
        while (numbers[STRIDE * i + axis] < pivot) i++;
        while (numbers[STRIDE * j + axis] > pivot) j--;
        if (i <= j) this.#swap(i++, j--);
      }
      if (place <= j) high = j;
      else if (place >= i) low = i;
      else return;
    }
  }

  #swap(i: number, j: number): void {
    const words = this.#words;
    for (let k = 0; k < STRIDE; k++) {
      const word = words[STRIDE * i + k];
      words[STRIDE * i + k] = words[STRIDE * j + k];
      words[STRIDE * j + k] = word;
    }
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
