import { ONE_AXIS_TRIANGLES, SAMPLED_LENGTHS, SEVENTH_ABOVE, THIRD_ABOVE } from '../layout/binning';
import { REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import { halfArea } from '../tree/areas';

const BINS = 16;

/** Splits ranges of references, one at a time: a range is measured first. Has the measure of the range, and the bins. */
export class SahSplit {
  // The bounds of the range that was measured last.
  #minX = NaN;
  #minY = NaN;
  #minZ = NaN;
  #maxX = NaN;
  #maxY = NaN;
  #maxZ = NaN;
  // Twice the smallest centroid on each axis, and the number of bins per unit of twice the centroid.
  #centroidX = NaN;
  #centroidY = NaN;
  #centroidZ = NaN;
  #scaleX = NaN;
  #scaleY = NaN;
  #scaleZ = NaN;
  // Twice the extents of the centroids.
  #spreadX = NaN;
  #spreadY = NaN;
  #spreadZ = NaN;
  /** The largest extent of a single reference. */
  #largest = NaN;
  readonly #binCount = new Int32Array(3 * BINS);
  readonly #binBounds = new Float32Array(3 * BINS * 6);
  readonly #areaAbove = new Float64Array(BINS);
  readonly #countAbove = new Int32Array(BINS);
  readonly #swept = new Float64Array(6);

  /** Measures a range of references: finds its bounds, and the bounds of the centroids in it. */
  measure(references: Float32Array, start: number, size: number): void {
    let minX = Infinity;
    let minY = Infinity;
    let minZ = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    let maxZ = -Infinity;
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    let largest = -Infinity;
    const end = (start + size) * REFERENCE_WORDS;
    for (let at = start * REFERENCE_WORDS; at < end; at += REFERENCE_WORDS) {
      const x0 = references[at];
      const y0 = references[at + 1];
      const z0 = references[at + 2];
      const x1 = references[at + REFERENCE_MAX];
      const y1 = references[at + REFERENCE_MAX + 1];
      const z1 = references[at + REFERENCE_MAX + 2];
      if (x0 < minX) minX = x0;
      if (y0 < minY) minY = y0;
      if (z0 < minZ) minZ = z0;
      if (x1 > maxX) maxX = x1;
      if (y1 > maxY) maxY = y1;
      if (z1 > maxZ) maxZ = z1;
      // Twice the centroid of an unbounded box is NaN, and both comparisons with NaN are false.
      const x = Math.fround(x0 + x1);
      const y = Math.fround(y0 + y1);
      const z = Math.fround(z0 + z1);
      if (x < lowX) lowX = x;
      if (x > highX) highX = x;
      if (y < lowY) lowY = y;
      if (y > highY) highY = y;
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
      const longer = x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0;
      const longest = Math.fround(z1 - z0 > longer ? z1 - z0 : longer);
      if (longest > largest) largest = longest;
    }
    this.#minX = minX;
    this.#minY = minY;
    this.#minZ = minZ;
    this.#maxX = maxX;
    this.#maxY = maxY;
    this.#maxZ = maxZ;
    this.#centroidX = lowX;
    this.#centroidY = lowY;
    this.#centroidZ = lowZ;
    this.#scaleX = binScale(lowX, highX);
    this.#scaleY = binScale(lowY, highY);
    this.#scaleZ = binScale(lowZ, highZ);
    this.#spreadX = highX - lowX;
    this.#spreadY = highY - lowY;
    this.#spreadZ = highZ - lowZ;
    this.#largest = largest;
  }

  /** Half the surface area of the bounds of the range. */
  get area(): number {
    return halfArea(this.#maxX - this.#minX, this.#maxY - this.#minY, this.#maxZ - this.#minZ);
  }

  /** Whether the range has different centroids. */
  get hasExtent(): boolean {
    return this.#scaleX > 0 || this.#scaleY > 0 || this.#scaleZ > 0;
  }

  /**
   * Returns the split of the measured range with the lowest SAH cost, as axis·BINS + the first bin of the upper side.
   * Returns -1 if no split has references on both sides.
   *
   * @param areTriangles whether the references are to triangles: see layout/binning.ts.
   */
  find(references: Float32Array, start: number, size: number, areTriangles: boolean): number {
    const axis = areTriangles && size <= ONE_AXIS_TRIANGLES ? this.#clearAxis() : -1;
    if (axis >= 0) {
      this.#binOneAxis(references, start, size, axis);
      return this.#findBest(axis, axis + 1);
    }
    const step = areTriangles ? this.#sampleStep(size) : 1;
    this.#binAllAxes(references, start, size, step);
    const split = this.#findBest(0, 3);
    if (split >= 0 || step === 1) return split;
    // All references of the sample are in one bin. Others may not be.
    this.#binAllAxes(references, start, size, 1);
    return this.#findBest(0, 3);
  }

  /**
   * Returns the axis along which a split takes away most area: the extent of the centroids times half the girth of the
   * bounds across the axis. Returns -1 if triangles overlap so much on this axis that another one may part them better: if
   * the centroids reach over less than half of the bounds, or all fall in one bin.
   */
  #clearAxis(): number {
    const extentX = this.#maxX - this.#minX;
    const extentY = this.#maxY - this.#minY;
    const extentZ = this.#maxZ - this.#minZ;
    const sum = extentX + extentY + extentZ;
    const x = this.#spreadX * (sum - extentX);
    const y = this.#spreadY * (sum - extentY);
    const z = this.#spreadZ * (sum - extentZ);
    if (x >= y && x >= z) return this.#scaleX > 0 && this.#spreadX >= extentX ? 0 : -1;
    if (y >= z) return this.#scaleY > 0 && this.#spreadY >= extentY ? 1 : -1;
    return this.#scaleZ > 0 && this.#spreadZ >= extentZ ? 2 : -1;
  }

  /** Returns n if every n-th triangle of the measured range is to be in a bin. */
  #sampleStep(size: number): number {
    const longest = Math.max(this.#maxX - this.#minX, this.#maxY - this.#minY, this.#maxZ - this.#minZ);
    if (size <= THIRD_ABOVE || !(longest >= SAMPLED_LENGTHS * this.#largest)) return 1;
    return size <= SEVENTH_ABOVE ? 3 : 7;
  }

  /** Returns the split with the lowest SAH cost for the references in the bins of the axes from `first` up to `end`. */
  #findBest(first: number, end: number): number {
    const binCount = this.#binCount;
    const areaAbove = this.#areaAbove;
    const countAbove = this.#countAbove;
    // If all boxes lie on a line, for example, all areas are zero. A little thickness makes the costs of splits differ.
    const thickness = 1e-4 * Math.max(this.#maxX - this.#minX, this.#maxY - this.#minY, this.#maxZ - this.#minZ);
    let best = -1;
    let bestCost = Infinity;
    for (let axis = first; axis < end; axis++) {
      if (this.#scaleOf(axis) === 0) continue;
      const firstBin = axis * BINS;
      this.#clearSwept();
      let above = 0;
      // A split at an empty bin is the split at the next filled bin, so only splits at filled bins are compared.
      for (let bin = BINS - 1; bin > 0; bin--) {
        const count = binCount[firstBin + bin];
        if (count === 0) continue;
        above += count;
        areaAbove[bin] = this.#sweep(firstBin + bin, thickness);
        countAbove[bin] = above;
      }
      this.#clearSwept();
      let last = -1;
      let below = 0;
      for (let bin = 0; bin < BINS; bin++) {
        const count = binCount[firstBin + bin];
        if (count === 0) continue;
        if (last >= 0) {
          const area = this.#sweep(firstBin + last, thickness);
          const cost = area * below + areaAbove[bin] * countAbove[bin];
          if (cost < bestCost) {
            bestCost = cost;
            best = firstBin + bin;
          }
        }
        below += count;
        last = bin;
      }
    }
    return best;
  }

  /**
   * Moves the references in bins before the split to the front of their range. Returns the index of the first reference
   * behind them. Every reference is swapped, even if it need not be, because the kernel does so: there, a swap is cheaper
   * than a branch that cannot be predicted.
   */
  partition(references: Float32Array, start: number, size: number, split: number): number {
    const axis = (split / BINS) | 0;
    const bin = split - axis * BINS;
    const low = this.#lowOf(axis);
    const scale = this.#scaleOf(axis);
    const end = (start + size) * REFERENCE_WORDS;
    let middle = start * REFERENCE_WORDS;
    for (let at = middle; at < end; at += REFERENCE_WORDS) {
      const isBelow = binOf(references[at + axis] + references[at + REFERENCE_MAX + axis], low, scale) < bin;
      swap(references, at, middle);
      if (isBelow) middle += REFERENCE_WORDS;
    }
    return middle / REFERENCE_WORDS;
  }

  #lowOf(axis: number): number {
    return axis === 0 ? this.#centroidX : axis === 1 ? this.#centroidY : this.#centroidZ;
  }

  #scaleOf(axis: number): number {
    return axis === 0 ? this.#scaleX : axis === 1 ? this.#scaleY : this.#scaleZ;
  }

  /** Empties the bins from `first` up to `end`. */
  #clearBins(first: number, end: number): void {
    const binBounds = this.#binBounds;
    this.#binCount.fill(0, first, end);
    for (let i = 6 * first; i < 6 * end; i += 6) {
      binBounds[i] = binBounds[i + 1] = binBounds[i + 2] = Infinity;
      binBounds[i + 3] = binBounds[i + 4] = binBounds[i + 5] = -Infinity;
    }
  }

  /** Adds every `step`th reference of a range to a bin of each axis. */
  #binAllAxes(references: Float32Array, start: number, size: number, step: number): void {
    const binCount = this.#binCount;
    const binBounds = this.#binBounds;
    const centroidX = this.#centroidX;
    const centroidY = this.#centroidY;
    const centroidZ = this.#centroidZ;
    const scaleX = this.#scaleX;
    const scaleY = this.#scaleY;
    const scaleZ = this.#scaleZ;
    this.#clearBins(0, 3 * BINS);
    const end = (start + size) * REFERENCE_WORDS;
    for (let at = start * REFERENCE_WORDS; at < end; at += step * REFERENCE_WORDS) {
      const x = binOf(references[at] + references[at + REFERENCE_MAX], centroidX, scaleX);
      const y = binOf(references[at + 1] + references[at + REFERENCE_MAX + 1], centroidY, scaleY);
      const z = binOf(references[at + 2] + references[at + REFERENCE_MAX + 2], centroidZ, scaleZ);
      growBin(binCount, binBounds, x, references, at);
      growBin(binCount, binBounds, BINS + y, references, at);
      growBin(binCount, binBounds, 2 * BINS + z, references, at);
    }
  }

  #binOneAxis(references: Float32Array, start: number, size: number, axis: number): void {
    const low = this.#lowOf(axis);
    const scale = this.#scaleOf(axis);
    this.#clearBins(axis * BINS, (axis + 1) * BINS);
    const end = (start + size) * REFERENCE_WORDS;
    for (let at = start * REFERENCE_WORDS; at < end; at += REFERENCE_WORDS) {
      const bin = binOf(references[at + axis] + references[at + REFERENCE_MAX + axis], low, scale);
      growBin(this.#binCount, this.#binBounds, axis * BINS + bin, references, at);
    }
  }

  #clearSwept(): void {
    this.#swept.fill(Infinity, 0, 3);
    this.#swept.fill(-Infinity, 3, 6);
  }

  /** Merges a bin's bounds into the bounds of the bins swept before it. Returns half the area of the merged bounds. */
  #sweep(bin: number, thickness: number): number {
    const swept = this.#swept;
    const binBounds = this.#binBounds;
    const at = bin * 6;
    for (let k = 0; k < 3; k++) {
      if (binBounds[at + k] < swept[k]) swept[k] = binBounds[at + k];
      if (binBounds[at + k + 3] > swept[k + 3]) swept[k + 3] = binBounds[at + k + 3];
    }
    return halfArea(swept[3] - swept[0] + thickness, swept[4] - swept[1] + thickness, swept[5] - swept[2] + thickness);
  }
}

/**
 * Returns the number of bins per unit of an axis: a little fewer than fit, so that the highest centroid falls in the
 * last bin. Returns 0 if the centroids do not differ on the axis.
 */
function binScale(low: number, high: number): number {
  const scale = Math.fround(Math.fround(BINS * 0.9999) / Math.fround(high - low));
  return high > low && scale < Infinity ? scale : 0;
}

/** Returns the bin of a centroid. The centroid of an unbounded box may be NaN, and falls in the first bin. */
function binOf(twiceCentroid: number, low: number, scale: number): number {
  return Math.fround(Math.fround(Math.fround(twiceCentroid) - low) * scale) | 0;
}

/** Adds the reference that begins at `from` to a bin. */
function growBin(
  binCount: Int32Array,
  binBounds: Float32Array,
  bin: number,
  references: Float32Array,
  from: number,
): void {
  binCount[bin]++;
  const at = bin * 6;
  const x0 = references[from];
  const y0 = references[from + 1];
  const z0 = references[from + 2];
  const x1 = references[from + REFERENCE_MAX];
  const y1 = references[from + REFERENCE_MAX + 1];
  const z1 = references[from + REFERENCE_MAX + 2];
  if (x0 < binBounds[at]) binBounds[at] = x0;
  if (y0 < binBounds[at + 1]) binBounds[at + 1] = y0;
  if (z0 < binBounds[at + 2]) binBounds[at + 2] = z0;
  if (x1 > binBounds[at + 3]) binBounds[at + 3] = x1;
  if (y1 > binBounds[at + 4]) binBounds[at + 4] = y1;
  if (z1 > binBounds[at + 5]) binBounds[at + 5] = z1;
}

function swap(references: Float32Array, i: number, j: number): void {
  // The swap copies a reference's id as a float32. A small integer is a denormal float32, so the copy keeps its bits.
  for (let k = 0; k < REFERENCE_WORDS - 1; k++) {
    const previous = references[i + k];
    references[i + k] = references[j + k];
    references[j + k] = previous;
  }
}
