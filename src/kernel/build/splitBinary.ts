import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { MAX_DEPTH, MAX_SAH_DEPTH } from '../../bvh/layout/nodeLayout';
import { ofAxis } from '../lanes';
import { memoryBase } from '../memory/workingMemory';
import { halfArea } from '../tree/areas';
import { onProgress } from './onProgress';

/** See bvh/build/splitBinary.ts. Both round in the same places, so both build the same tree. */
const LEAF_BOXES: i32 = 8;
let mostInLeaf: i32 = LEAF_BOXES;
/** Whether a leaf hangs in one slot of a wide node. Otherwise, each of its references does. */
export let hasWholeLeaves: bool = false;
const PROGRESS_BOXES: i32 = 32_768;
/** In place of a parent. Parents have no pointer to their first child, which is the next node. */
const FIRST_CHILD: i32 = -1;
const BINS: i32 = 16;

const REFERENCE_BYTES: usize = REFERENCE_WORDS * 4;

/** A bin's bounds: min x y z and max x y z, 16 bytes each. The fourth lanes do not matter. */
const BIN_BYTES: usize = 32;
const BIN_BOUNDS: usize = memoryBase + memory.data(3 * 16 * 32, 16);
const BIN_COUNTS: usize = memoryBase + memory.data(3 * 16 * 4, 16);
const AREAS_ABOVE: usize = memoryBase + memory.data(16 * 8, 16);
const COUNTS_ABOVE: usize = memoryBase + memory.data(16 * 4, 16);

/** The binary tree: see BinaryTree in bvh/build/splitBinary.ts. */
export let binaryCount: i32 = 0;
export let second: usize = 0;
export let boxes: usize = 0;
export let areas: usize = 0;

/** The address of the references. */
export let references: usize = 0;

/** The passes over the references of a range. A range that need not be split has only the first. */
const NONE: i32 = 0;
const MEASURE: i32 = 1;
const BIN: i32 = 2;
const PARTITION: i32 = 3;
const PASSES: i32 = 3;

/** The pass under way, and the next reference that it comes to. */
let pass: i32 = NONE;
let cursor: i32 = 0;

/** The range whose references are passed over. */
let start: i32 = 0;
let end: i32 = 0;
let depth: i32 = 0;
let isSorted: bool = false;
let node: i32 = 0;

/** The bounds of the range measured last, twice its smallest centroid, and the bins per unit of twice the centroid. */
let rangeMin: v128 = i64x2(0, 0);
let rangeMax: v128 = i64x2(0, 0);
let low: v128 = i64x2(0, 0);
let scale: v128 = i64x2(0, 0);

/** Twice the largest centroid of the range measured last. */
let high: v128 = i64x2(0, 0);
/** Where the range is split: axis * BINS + the first bin of the upper side. The references below come before `middle`. */
let splitBin: i32 = 0;
let middle: i32 = 0;

/**
 * A stack of the ranges still to split: start, size, depth, whether it is sorted, and the parent. The parent is the binary
 * node whose second child the range becomes, or FIRST_CHILD.
 */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH + 2) * 5 * 4, 16);
const RANGE_BYTES: usize = 20;
let top: usize = STACK;

/** Tells where the references and the arrays of the binary tree are. They may have moved since the last call. */
export function bindBinary(referencesAt: usize, secondAt: usize, boxesAt: usize, areasAt: usize): void {
  references = referencesAt;
  second = secondAt;
  boxes = boxesAt;
  areas = areasAt;
}

/** Says how many references may hang in one slot, from the next split on. If more than one, they are to triangles. */
export function shareSlots(references: i32): void {
  hasWholeLeaves = references > 1;
  mostInLeaf = hasWholeLeaves ? references : LEAF_BOXES;
}

/** Begins to sort the references of a range into a binary tree. Its first node is `firstNode`, and the others follow. */
export function beginSplit(first: i32, size: i32, firstDepth: i32, isFirstSorted: bool, firstNode: i32): void {
  binaryCount = firstNode;
  top = STACK;
  pass = NONE;
  pushRange(first, size, firstDepth, isFirstSorted, FIRST_CHILD);
}

/**
 * Splits ranges until about so many references have been sorted, maybe up to the middle of a range.
 *
 * @returns how many fewer they were. If it is less than 1, there may be more ranges to split.
 */
export function splitRanges(work: i32): i32 {
  let left = <i64>work * PASSES;
  while (left > 0 && (pass != NONE || top > STACK)) {
    if (pass == NONE) takeRange();
    const from = cursor;
    goOn(<i32>min(<i64>end, <i64>from + left));
    left -= cursor - from;
    if (cursor == end) endPass();
  }
  return <i32>(left / PASSES);
}

/** Splits the first range, but not its halves. */
export function splitFirst(): void {
  for (takeRange(); pass != NONE; endPass()) goOn(end);
}

/**
 * Call this after splitFirst. Writes its two halves, as `beginSplit` must be told of them: then each can be
 * split by itself, in any order. Each gets as many binary nodes as it may ever need: twice its references, less one.
 */
export function takeHalves(first: usize, other: usize): void {
  const node = binaryCount - 1;
  memory.copy(first, top - RANGE_BYTES, RANGE_BYTES);
  memory.copy(other, top - 2 * RANGE_BYTES, RANGE_BYTES);
  const otherNode = node + 2 * load<i32>(first, 4);
  store<i32>(first, node + 1, 16);
  store<i32>(other, otherNode, 16);
  store<i32>(second + (<usize>node << 2), otherNode);
}

function pushRange(start: i32, size: i32, depth: i32, isSorted: bool, parent: i32): void {
  store<i32>(top, start);
  store<i32>(top, size, 4);
  store<i32>(top, depth, 8);
  store<i32>(top, isSorted, 12);
  store<i32>(top, parent, 16);
  top += RANGE_BYTES;
}

function takeRange(): void {
  top -= RANGE_BYTES;
  start = load<i32>(top);
  const size = load<i32>(top, 4);
  end = start + size;
  depth = load<i32>(top, 8);
  isSorted = load<i32>(top, 12) != 0;
  const parent = load<i32>(top, 16);
  node = binaryCount++;
  if (parent != FIRST_CHILD) store<i32>(second + (<usize>parent << 2), node);
  const at = <usize>node << 2;
  store<i32>(boxes + at, size);
  store<i32>(second + at, 0);
  beginMeasure();
  beginPass(MEASURE);
}

function beginPass(next: i32): void {
  pass = next;
  cursor = start;
}

/** Goes on with the pass up to a reference. */
function goOn(to: i32): void {
  if (pass == MEASURE) measureReferences(addressOf(cursor), addressOf(to));
  else if (pass == BIN) binReferences(addressOf(cursor), addressOf(to));
  else partitionReferences(addressOf(cursor), addressOf(to));
  cursor = to;
}

/** Call this when all references of the range have been passed. */
function endPass(): void {
  const size = end - start;
  if (pass == MEASURE) {
    store<f64>(areas + (<usize>node << 3), areaOf(rangeMin, rangeMax, 0));
    if (size <= mostInLeaf) {
      pass = NONE;
      if (start / PROGRESS_BOXES != end / PROGRESS_BOXES) onProgress(end);
      return;
    }
    scaleBins();
    if (!hasExtent()) {
      if (!isSorted && !isInOrder(start, size)) sortBySize(start, size);
    } else if (depth < MAX_SAH_DEPTH) {
      beginBins();
      beginPass(BIN);
      return;
    }
  } else if (pass == BIN) {
    splitBin = findSplit(size);
    if (splitBin >= 0) {
      middle = start;
      beginPass(PARTITION);
      return;
    }
  } else {
    pushHalves(middle);
    return;
  }
  pushHalves(start + (size >> 1));
}

function pushHalves(at: i32): void {
  pass = NONE;
  const isSortedNow = !hasExtent();
  pushRange(at, end - at, depth + 1, isSortedNow, node);
  pushRange(start, at - start, depth + 1, isSortedNow, FIRST_CHILD);
}

/** Whether the centroids of the range can be told apart. The fourth lane is that of the ids. */
function hasExtent(): bool {
  return (i32x4.bitmask(f32x4.gt(scale, f32x4.splat(0))) & 7) != 0;
}

function addressOf(index: i32): usize {
  return references + <usize>index * REFERENCE_BYTES;
}

function beginMeasure(): void {
  rangeMin = low = f32x4.splat(Infinity);
  rangeMax = high = f32x4.splat(-Infinity);
}

function measureReferences(from: usize, to: usize): void {
  let min = rangeMin;
  let max = rangeMax;
  let lowest = low;
  let highest = high;
  for (let reference = from; reference < to; reference += REFERENCE_BYTES) {
    const referenceMin = v128.load(reference);
    const referenceMax = v128.load(reference, REFERENCE_MAX * 4);
    min = f32x4.pmin(min, referenceMin);
    max = f32x4.pmax(max, referenceMax);
    const centroid = f32x4.add(referenceMin, referenceMax);
    lowest = f32x4.pmin(lowest, centroid);
    highest = f32x4.pmax(highest, centroid);
  }
  rangeMin = min;
  rangeMax = max;
  low = lowest;
  high = highest;
}

function scaleBins(): void {
  const scales = f32x4.div(f32x4.splat(<f32>15.9984), f32x4.sub(high, low));
  const isScaled = v128.and(f32x4.gt(high, low), f32x4.lt(scales, f32x4.splat(Infinity)));
  scale = v128.and(scales, isScaled);
}

/** Half the surface area of a box, with `thickness` added to each extent. */
function areaOf(minimum: v128, maximum: v128, thickness: f64): f64 {
  return halfArea(
    <f64>f32x4.extract_lane(maximum, 0) - <f64>f32x4.extract_lane(minimum, 0) + thickness,
    <f64>f32x4.extract_lane(maximum, 1) - <f64>f32x4.extract_lane(minimum, 1) + thickness,
    <f64>f32x4.extract_lane(maximum, 2) - <f64>f32x4.extract_lane(minimum, 2) + thickness,
  );
}

function beginBins(): void {
  memory.fill(BIN_COUNTS, 0, 3 * BINS * 4);
  const inverted = f32x4.splat(Infinity);
  for (let bin = BIN_BOUNDS; bin < BIN_BOUNDS + 3 * BINS * BIN_BYTES; bin += BIN_BYTES) {
    v128.store(bin, inverted);
    v128.store(bin, f32x4.neg(inverted), 16);
  }
}

function binReferences(from: usize, to: usize): void {
  const lows = low;
  const scales = scale;
  for (let reference = from; reference < to; reference += REFERENCE_BYTES) {
    const min = v128.load(reference);
    const max = v128.load(reference, REFERENCE_MAX * 4);
    const bins = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(f32x4.add(min, max), lows), scales));
    growBin(<usize>i32x4.extract_lane(bins, 0), min, max);
    growBin(<usize>i32x4.extract_lane(bins, 1) + BINS, min, max);
    growBin(<usize>i32x4.extract_lane(bins, 2) + 2 * BINS, min, max);
  }
}

/** Finds the best split by the bins, or -1 if there is none. */
function findSplit(size: i32): i32 {
  const inverted = f32x4.splat(Infinity);
  const thickness = 1e-4 * max(max(extentOf(0), extentOf(1)), extentOf(2));
  let best = -1;
  let bestCost: f64 = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    if (scaleOf(axis) == 0) continue;
    const firstBin = axis * BINS;
    let sweptMin = inverted;
    let sweptMax = f32x4.neg(inverted);
    let above = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
      const at = <usize>(firstBin + bin);
      above += load<i32>(BIN_COUNTS + (at << 2));
      sweptMin = f32x4.pmin(sweptMin, v128.load(BIN_BOUNDS + at * BIN_BYTES));
      sweptMax = f32x4.pmax(sweptMax, v128.load(BIN_BOUNDS + at * BIN_BYTES, 16));
      store<f64>(AREAS_ABOVE + (<usize>bin << 3), areaOf(sweptMin, sweptMax, thickness));
      store<i32>(COUNTS_ABOVE + (<usize>bin << 2), above);
    }
    sweptMin = inverted;
    sweptMax = f32x4.neg(inverted);
    for (let bin = 1; bin < BINS; bin++) {
      const at = <usize>(firstBin + bin - 1);
      sweptMin = f32x4.pmin(sweptMin, v128.load(BIN_BOUNDS + at * BIN_BYTES));
      sweptMax = f32x4.pmax(sweptMax, v128.load(BIN_BOUNDS + at * BIN_BYTES, 16));
      const countAbove = load<i32>(COUNTS_ABOVE + (<usize>bin << 2));
      const below = size - countAbove;
      if (below == 0 || below == size) continue;
      const area = areaOf(sweptMin, sweptMax, thickness);
      const cost = area * below + load<f64>(AREAS_ABOVE + (<usize>bin << 3)) * countAbove;
      if (cost < bestCost) {
        bestCost = cost;
        best = firstBin + bin;
      }
    }
  }
  return best;
}

function growBin(bin: usize, referenceMin: v128, referenceMax: v128): void {
  const count = BIN_COUNTS + (bin << 2);
  store<i32>(count, load<i32>(count) + 1);
  const bounds = BIN_BOUNDS + bin * BIN_BYTES;
  v128.store(bounds, f32x4.pmin(v128.load(bounds), referenceMin));
  v128.store(bounds, f32x4.pmax(v128.load(bounds, 16), referenceMax), 16);
}

/** The extent of the range measured last on an axis. */
function extentOf(axis: i32): f64 {
  return <f64>ofAxis(rangeMax, axis) - <f64>ofAxis(rangeMin, axis);
}

function scaleOf(axis: i32): f32 {
  return ofAxis(scale, axis);
}

/**
 * Moves the references below the split to the front of the range. Every reference is swapped, even if it need not be: a
 * swap is cheaper than a branch that cannot be predicted.
 */
function partitionReferences(from: usize, to: usize): void {
  const axis = splitBin / BINS;
  const bin = <f32>(splitBin - axis * BINS);
  const lowest = ofAxis(low, axis);
  const binsPerUnit = ofAxis(scale, axis);
  const offset = <usize>axis << 2;
  let place = addressOf(middle);
  for (let reference = from; reference < to; reference += REFERENCE_BYTES) {
    const centroid = load<f32>(reference + offset) + load<f32>(reference + offset, REFERENCE_MAX * 4);
    // NaN falls in the first bin.
    const isBelow = !((centroid - lowest) * binsPerUnit >= bin);
    const min = v128.load(reference);
    const max = v128.load(reference, 16);
    v128.store(reference, v128.load(place));
    v128.store(reference, v128.load(place, 16), 16);
    v128.store(place, min);
    v128.store(place, max, 16);
    place += <usize>isBelow * REFERENCE_BYTES;
  }
  middle = <i32>((place - references) / REFERENCE_BYTES);
}

/**
 * Sorts the references of a range by the sum of their extents, smallest first. Equal ones are sorted by id. This is
 * Shell's sort, in place.
 */
function sortBySize(start: i32, size: i32): void {
  for (let gap = size >> 1; gap > 0; gap = gap == 2 ? 1 : (gap * 5) / 11) {
    for (let i = start + gap; i < start + size; i++) {
      for (let j = i; j >= start + gap && isBefore(addressOf(j), addressOf(j - gap)); j -= gap) {
        swap(addressOf(j), addressOf(j - gap));
      }
    }
  }
}

/** Whether the references are in the order of sortBySize. Boxes that are not placed yet are, and there may be very many. */
function isInOrder(start: i32, size: i32): bool {
  for (let i = start + 1; i < start + size; i++) if (isBefore(addressOf(i), addressOf(i - 1))) return false;
  return true;
}

function isBefore(a: usize, b: usize): bool {
  const sizeA = sizeOf(a);
  const sizeB = sizeOf(b);
  return sizeA == sizeB ? load<i32>(a, REFERENCE_ID * 4) < load<i32>(b, REFERENCE_ID * 4) : sizeA < sizeB;
}

function sizeOf(reference: usize): f64 {
  let size: f64 = 0;
  for (let at = reference; at < reference + 12; at += 4) size += <f64>load<f32>(at, REFERENCE_MAX * 4) - <f64>load<f32>(at);
  return size;
}

function swap(a: usize, b: usize): void {
  const min = v128.load(a);
  const max = v128.load(a, 16);
  v128.store(a, v128.load(b));
  v128.store(a, v128.load(b, 16), 16);
  v128.store(b, min);
  v128.store(b, max, 16);
}
