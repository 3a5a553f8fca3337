import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import { MAX_SAH_DEPTH } from '../layout/nodeLayout';
import { halfArea } from '../tree/areas';
import type { OnProgress } from './treeBuild';

/**
 * A binary tree over ranges of references, as parallel arrays. A node's first child is the next node. Its second child
 * is `second`, which is 0 for a leaf. So children come after their parents, and the references of all leaves follow one
 * another.
 */
export interface BinaryTree {
  count: number;
  second: Int32Array;
  /** How many references there are below a node. */
  boxes: Int32Array;
  /** Half the surface area of a node's bounds. */
  areas: Float64Array;
  /** Whether a leaf hangs in one slot of a wide node. Otherwise, each of its references does. */
  readonly hasWholeLeaves: boolean;
}

/** A range of at most this many references is not split: it fits in one wide node. */
const LEAF_BOXES = 8;

/** Progress is reported each time that this many more references are in their place. */
const PROGRESS_BOXES = 32_768;

/** In place of a parent. Parents have no pointer to their first child, which is the next node. */
const FIRST_CHILD = -1;

const BINS = 16;

const binCount = /* @__PURE__ */ new Int32Array(3 * BINS);
const binBounds = /* @__PURE__ */ new Float32Array(3 * BINS * 6);
const areaAbove = /* @__PURE__ */ new Float64Array(BINS);
const countAbove = /* @__PURE__ */ new Int32Array(BINS);
const swept = /* @__PURE__ */ new Float64Array(6);

/**
 * Sorts the references into a binary tree, top down. Each range is split where the surface area heuristic expects the
 * lowest cost of a ray. It bins the centroids on all three axes (Wald, "On Fast Construction of SAH-Based Bounding
 * Volume Hierarchies", 2007).
 *
 * If the centroids of a range cannot be told apart, the range is sorted by size and split in the middle. Boxes nested
 * around one point then end up beside boxes of about their size. A range deeper than MAX_SAH_DEPTH is split in the
 * middle as it is.
 *
 * The kernel rounds in the same places, so both build the same tree: centroids and bins in float32, areas and costs in
 * float64.
 *
 * It yields the size of each range after it is split.
 *
 * @param total how many references there are.
 * @param onProgress told how many references are in their place.
 * @param slotReferences how many references may hang in one slot of a wide node.
 */
export function* splitBinary(
  references: Float32Array,
  total: number,
  onProgress?: OnProgress,
  slotReferences = 1,
): Generator<number, BinaryTree, void> {
  const capacity = Math.max(1, 2 * total - 1);
  const second = new Int32Array(capacity);
  const boxes = new Int32Array(capacity);
  const areas = new Float64Array(capacity);
  const hasWholeLeaves = slotReferences > 1;
  const most = hasWholeLeaves ? slotReferences : LEAF_BOXES;
  let count = 0;
  // A stack of the ranges still to split. `parent` is the node whose second child the range becomes.
  const ranges = [{ start: 0, size: total, depth: 0, isSorted: false, parent: FIRST_CHILD }];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const { start, size, depth, isSorted, parent } = range;
    const node = count++;
    if (parent !== FIRST_CHILD) second[parent] = node;
    boxes[node] = size;
    measureRange(references, start, size);
    areas[node] = halfArea(maxX - minX, maxY - minY, maxZ - minZ);
    const end = start + size;
    if (size <= most) {
      if (Math.floor(start / PROGRESS_BOXES) !== Math.floor(end / PROGRESS_BOXES)) onProgress?.(end);
    } else {
      const hasExtent = scaleX > 0 || scaleY > 0 || scaleZ > 0;
      let middle = start + (size >> 1);
      if (!hasExtent) {
        if (!isSorted) sortBySize(references, start, size);
      } else if (depth < MAX_SAH_DEPTH) {
        const bin = findSplit(references, start, size);
        if (bin >= 0) middle = partition(references, start, size, bin);
      }
      const below = { depth: depth + 1, isSorted: !hasExtent };
      ranges.push({ ...below, start: middle, size: end - middle, parent: node });
      ranges.push({ ...below, start, size: middle - start, parent: FIRST_CHILD });
    }
    yield size;
  }
  return { count, second, boxes, areas, hasWholeLeaves };
}

// The bounds of the range measured last.
let minX = 0;
let minY = 0;
let minZ = 0;
let maxX = 0;
let maxY = 0;
let maxZ = 0;
// Twice its smallest centroid on each axis, and the bins per unit of twice the centroid.
let centroidX = 0;
let centroidY = 0;
let centroidZ = 0;
let scaleX = 0;
let scaleY = 0;
let scaleZ = 0;

/** Finds the bounds of a range and of its centroids. */
function measureRange(references: Float32Array, start: number, size: number): void {
  minX = minY = minZ = Infinity;
  maxX = maxY = maxZ = -Infinity;
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
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
    // NaN for boxes without bounds. Then neither comparison is true.
    const x = Math.fround(x0 + x1);
    const y = Math.fround(y0 + y1);
    const z = Math.fround(z0 + z1);
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  centroidX = lowX;
  centroidY = lowY;
  centroidZ = lowZ;
  scaleX = binScale(lowX, highX);
  scaleY = binScale(lowY, highY);
  scaleZ = binScale(lowZ, highZ);
}

/**
 * Bins per unit, a little fewer than fit, so that the highest centroid falls in the last bin. 0 if the centroids cannot
 * be told apart.
 */
function binScale(low: number, high: number): number {
  const scale = Math.fround(Math.fround(BINS * 0.9999) / Math.fround(high - low));
  return high > low && scale < Infinity ? scale : 0;
}

/** The bin of a centroid. NaN, which comes from boxes without bounds, falls in the first bin. */
function binOf(twiceCentroid: number, low: number, scale: number): number {
  return Math.fround(Math.fround(Math.fround(twiceCentroid) - low) * scale) | 0;
}

/**
 * Finds the best split of the range measured last. Returns axis·BINS + the first bin of the upper side, or -1 if there
 * is none.
 */
function findSplit(references: Float32Array, start: number, size: number): number {
  binCount.fill(0);
  for (let i = 0; i < binBounds.length; i += 6) {
    binBounds[i] = binBounds[i + 1] = binBounds[i + 2] = Infinity;
    binBounds[i + 3] = binBounds[i + 4] = binBounds[i + 5] = -Infinity;
  }
  const end = (start + size) * REFERENCE_WORDS;
  for (let at = start * REFERENCE_WORDS; at < end; at += REFERENCE_WORDS) {
    const x0 = references[at];
    const y0 = references[at + 1];
    const z0 = references[at + 2];
    const x1 = references[at + REFERENCE_MAX];
    const y1 = references[at + REFERENCE_MAX + 1];
    const z1 = references[at + REFERENCE_MAX + 2];
    growBin(binOf(x0 + x1, centroidX, scaleX), x0, y0, z0, x1, y1, z1);
    growBin(BINS + binOf(y0 + y1, centroidY, scaleY), x0, y0, z0, x1, y1, z1);
    growBin(2 * BINS + binOf(z0 + z1, centroidZ, scaleZ), x0, y0, z0, x1, y1, z1);
  }
  // All areas may be zero, for example those of boxes on a line. With a little thickness, the costs still differ.
  const thickness = 1e-4 * Math.max(maxX - minX, maxY - minY, maxZ - minZ);
  let best = -1;
  let bestCost = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    if ((axis === 0 ? scaleX : axis === 1 ? scaleY : scaleZ) === 0) continue;
    const firstBin = axis * BINS;
    clearSwept();
    let above = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
      above += binCount[firstBin + bin];
      areaAbove[bin] = sweep(firstBin + bin, thickness);
      countAbove[bin] = above;
    }
    clearSwept();
    for (let bin = 1; bin < BINS; bin++) {
      const area = sweep(firstBin + bin - 1, thickness);
      const below = size - countAbove[bin];
      if (below === 0 || below === size) continue;
      const cost = area * below + areaAbove[bin] * countAbove[bin];
      if (cost < bestCost) {
        bestCost = cost;
        best = firstBin + bin;
      }
    }
  }
  return best;
}

function growBin(bin: number, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
  binCount[bin]++;
  const at = bin * 6;
  if (x0 < binBounds[at]) binBounds[at] = x0;
  if (y0 < binBounds[at + 1]) binBounds[at + 1] = y0;
  if (z0 < binBounds[at + 2]) binBounds[at + 2] = z0;
  if (x1 > binBounds[at + 3]) binBounds[at + 3] = x1;
  if (y1 > binBounds[at + 4]) binBounds[at + 4] = y1;
  if (z1 > binBounds[at + 5]) binBounds[at + 5] = z1;
}

function clearSwept(): void {
  swept.fill(Infinity, 0, 3);
  swept.fill(-Infinity, 3, 6);
}

/** Adds a bin to the bounds swept so far. Returns half their area. */
function sweep(bin: number, thickness: number): number {
  const at = bin * 6;
  for (let k = 0; k < 3; k++) {
    if (binBounds[at + k] < swept[k]) swept[k] = binBounds[at + k];
    if (binBounds[at + k + 3] > swept[k + 3]) swept[k + 3] = binBounds[at + k + 3];
  }
  return halfArea(swept[3] - swept[0] + thickness, swept[4] - swept[1] + thickness, swept[5] - swept[2] + thickness);
}

/**
 * Moves the references below a bin to the front of the range measured last. Returns the index of the first one behind
 * them. Every reference is swapped, even if it need not be, because the kernel does so: there, a swap is cheaper than a
 * branch that cannot be predicted.
 */
function partition(references: Float32Array, start: number, size: number, split: number): number {
  const axis = (split / BINS) | 0;
  const bin = split - axis * BINS;
  const low = axis === 0 ? centroidX : axis === 1 ? centroidY : centroidZ;
  const scale = axis === 0 ? scaleX : axis === 1 ? scaleY : scaleZ;
  const end = (start + size) * REFERENCE_WORDS;
  let middle = start * REFERENCE_WORDS;
  for (let at = middle; at < end; at += REFERENCE_WORDS) {
    const isBelow = binOf(references[at + axis] + references[at + REFERENCE_MAX + axis], low, scale) < bin;
    swap(references, at, middle);
    if (isBelow) middle += REFERENCE_WORDS;
  }
  return middle / REFERENCE_WORDS;
}

/** Sorts the references of a range by the sum of their extents, smallest first. Equal ones are sorted by id. */
function sortBySize(references: Float32Array, start: number, size: number): void {
  const unsorted = references.slice(start * REFERENCE_WORDS, (start + size) * REFERENCE_WORDS);
  const ids = new Int32Array(unsorted.buffer);
  const sizes = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const at = i * REFERENCE_WORDS;
    for (let k = at; k < at + 3; k++) sizes[i] += unsorted[k + REFERENCE_MAX] - unsorted[k];
  }
  const idOf = (i: number): number => ids[i * REFERENCE_WORDS + REFERENCE_ID];
  // Sizes are compared, because the difference of two infinite sizes is NaN.
  const order = new Uint32Array(size)
    .map((_, i) => i)
    .sort((a, b) => (sizes[a] === sizes[b] ? idOf(a) - idOf(b) : sizes[a] < sizes[b] ? -1 : 1));
  for (let i = 0; i < size; i++) {
    const at = order[i] * REFERENCE_WORDS;
    references.set(unsorted.subarray(at, at + REFERENCE_WORDS), (start + i) * REFERENCE_WORDS);
  }
}

function swap(references: Float32Array, i: number, j: number): void {
  // The id is copied as a float32. A small integer is a denormal float32, which keeps its bits.
  for (let k = 0; k < REFERENCE_WORDS - 1; k++) {
    const kept = references[i + k];
    references[i + k] = references[j + k];
    references[j + k] = kept;
  }
}
