import { SAMPLED_LENGTHS, SEVENTH_ABOVE, THIRD_ABOVE } from '../../bvh/layout/binning';
import { REFERENCE_MAX, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { ofAxis } from '../lanes';
import { memoryBase } from '../memory/workingMemory';
import { halfArea } from '../tree/areas';

/** Finds the best split of a range of references by the surface area heuristic: see bvh/build/sahSplit.ts. */

const BINS: i32 = 16;

const REFERENCE_BYTES: usize = REFERENCE_WORDS * 4;

/** A bin's bounds are min x y z and max x y z, as four float32 lanes each. The fourth lanes are not used. */
const BIN_BYTES: usize = 32;
const BIN_BOUNDS: usize = memoryBase + memory.data(3 * 16 * 32, 16);
const BIN_COUNTS: usize = memoryBase + memory.data(3 * 16 * 4, 16);
const AREAS_ABOVE: usize = memoryBase + memory.data(16 * 8, 16);
const COUNTS_ABOVE: usize = memoryBase + memory.data(16 * 4, 16);

/**
 * The measures of the last range of references: its bounds, twice its smallest centroid, and the number of bins per
 * unit of twice the centroid. Each lane is an axis.
 */
let rangeMin: v128 = i64x2(0, 0);
let rangeMax: v128 = i64x2(0, 0);
let low: v128 = i64x2(0, 0);
let scale: v128 = i64x2(0, 0);

/** Twice the largest centroid of the range of references that was measured last. The double needs no division: min + max. */
let high: v128 = i64x2(0, 0);

/** The largest extents of single references in the range that was measured last. */
let largest: v128 = i64x2(0, 0);

/** The axes whose bins are filled: all three, or only one. */
let firstAxis: i32 = 0;
let endAxis: i32 = 3;

/** Begins to measure a range of references: resets its bounds and the bounds of its centroids. */
export function beginMeasure(): void {
  rangeMin = low = f32x4.splat(Infinity);
  rangeMax = high = largest = f32x4.splat(-Infinity);
}

/** Widens the bounds of the measured range, and of its centroids, to hold the references from `from` up to `to`. */
export function measureReferences(from: usize, to: usize): void {
  let min = rangeMin;
  let max = rangeMax;
  let lowest = low;
  let highest = high;
  let extents = largest;
  for (let reference = from; reference < to; reference += REFERENCE_BYTES) {
    const referenceMin = v128.load(reference);
    const referenceMax = v128.load(reference, REFERENCE_MAX * 4);
    min = f32x4.pmin(min, referenceMin);
    max = f32x4.pmax(max, referenceMax);
    const centroid = f32x4.add(referenceMin, referenceMax);
    lowest = f32x4.pmin(lowest, centroid);
    highest = f32x4.pmax(highest, centroid);
    extents = f32x4.pmax(extents, f32x4.sub(referenceMax, referenceMin));
  }
  rangeMin = min;
  rangeMax = max;
  low = lowest;
  high = highest;
  largest = extents;
}

/** Computes how many SAH bins there are per unit of each axis, after all references of the range have been measured. */
export function scaleBins(): void {
  const scales = f32x4.div(f32x4.splat(<f32>15.9984), f32x4.sub(high, low));
  const isScaled = v128.and(f32x4.gt(high, low), f32x4.lt(scales, f32x4.splat(Infinity)));
  scale = v128.and(scales, isScaled);
}

/** Returns half the surface area of the bounds of the range of references that was measured last. */
export function rangeArea(): f64 {
  return areaOf(rangeMin, rangeMax, 0);
}

/**
 * Returns whether centroids of the range measured last differ on any axis. The fourth lane, which holds ids, is
 * ignored.
 */
export function hasExtent(): bool {
  return (i32x4.bitmask(f32x4.gt(scale, f32x4.splat(0))) & 7) != 0;
}

/** Returns half the surface area of a box, with `thickness` added to each extent. */
function areaOf(minimum: v128, maximum: v128, thickness: f64): f64 {
  return halfArea(
    <f64>f32x4.extract_lane(maximum, 0) - <f64>f32x4.extract_lane(minimum, 0) + thickness,
    <f64>f32x4.extract_lane(maximum, 1) - <f64>f32x4.extract_lane(minimum, 1) + thickness,
    <f64>f32x4.extract_lane(maximum, 2) - <f64>f32x4.extract_lane(minimum, 2) + thickness,
  );
}

/**
 * Chooses the axes whose bins are filled: all three, or one on which triangles overlap little: see bvh/build/sahSplit.ts.
 *
 * @param mayBeOne whether the range has so few triangles that it may be one.
 */
export function chooseAxes(mayBeOne: bool): void {
  const axis = mayBeOne ? clearAxis() : -1;
  firstAxis = axis < 0 ? 0 : axis;
  endAxis = axis < 0 ? 3 : axis + 1;
}

/** Returns the axis along which a split takes away most area, or -1 if triangles overlap much on that axis. */
function clearAxis(): i32 {
  const x = gainOf(0);
  const y = gainOf(1);
  const z = gainOf(2);
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  return scaleOf(axis) > 0 && spreadOf(axis) >= extentOf(axis) ? axis : -1;
}

function gainOf(axis: i32): f64 {
  return spreadOf(axis) * (extentOf(0) + extentOf(1) + extentOf(2) - extentOf(axis));
}

/** Returns twice the extent, on an axis, of the centroids of the range of references that was measured last. */
function spreadOf(axis: i32): f64 {
  return <f64>ofAxis(high, axis) - <f64>ofAxis(low, axis);
}

/** Returns n if every n-th triangle of the range that was measured last is to be in a bin. */
export function sampleStep(size: i32): i32 {
  const longest = max(max(extentOf(0), extentOf(1)), extentOf(2));
  const single = <f64>max(max(ofAxis(largest, 0), ofAxis(largest, 1)), ofAxis(largest, 2));
  if (size <= THIRD_ABOVE || !(longest >= SAMPLED_LENGTHS * single)) return 1;
  return size <= SEVENTH_ABOVE ? 3 : 7;
}

/** Empties the bins of the axes that were chosen. */
export function emptyBins(): void {
  memory.fill(BIN_COUNTS + <usize>(firstAxis * BINS * 4), 0, <usize>((endAxis - firstAxis) * BINS * 4));
  const inverted = f32x4.splat(Infinity);
  const end = BIN_BOUNDS + <usize>(endAxis * BINS) * BIN_BYTES;
  for (let bin = BIN_BOUNDS + <usize>(firstAxis * BINS) * BIN_BYTES; bin < end; bin += BIN_BYTES) {
    v128.store(bin, inverted);
    v128.store(bin, f32x4.neg(inverted), 16);
  }
}

/** Adds every `step`th reference from `from` up to `to` to the bins of its centroid. On one axis, the step is 1. */
export function binReferences(from: usize, to: usize, step: i32): void {
  if (endAxis - firstAxis == 1) binOneAxis(from, to);
  else binAllAxes(from, to, <usize>step * REFERENCE_BYTES);
}

function binAllAxes(from: usize, to: usize, stepBytes: usize): void {
  const lows = low;
  const scales = scale;
  for (let reference = from; reference < to; reference += stepBytes) {
    const min = v128.load(reference);
    const max = v128.load(reference, REFERENCE_MAX * 4);
    const bins = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(f32x4.add(min, max), lows), scales));
    growBin(<usize>i32x4.extract_lane(bins, 0), min, max);
    growBin(<usize>i32x4.extract_lane(bins, 1) + BINS, min, max);
    growBin(<usize>i32x4.extract_lane(bins, 2) + 2 * BINS, min, max);
  }
}

function binOneAxis(from: usize, to: usize): void {
  const lowest = ofAxis(low, firstAxis);
  const binsPerUnit = ofAxis(scale, firstAxis);
  const firstBin = <usize>(firstAxis * BINS);
  const offset = <usize>firstAxis << 2;
  for (let reference = from; reference < to; reference += REFERENCE_BYTES) {
    const centroid = load<f32>(reference + offset) + load<f32>(reference + offset, REFERENCE_MAX * 4);
    const bin = <usize>(<i32>((centroid - lowest) * binsPerUnit));
    growBin(firstBin + bin, v128.load(reference), v128.load(reference, REFERENCE_MAX * 4));
  }
}

/**
 * Finds the split of a range with the lowest SAH cost for the references in the bins.
 *
 * @returns axis · BINS + the first bin of the upper side, or -1 if no split has references on both sides.
 */
export function findSplit(): i32 {
  const inverted = f32x4.splat(Infinity);
  const thickness = 1e-4 * max(max(extentOf(0), extentOf(1)), extentOf(2));
  let best = -1;
  let bestCost: f64 = Infinity;
  for (let axis = firstAxis; axis < endAxis; axis++) {
    if (scaleOf(axis) == 0) continue;
    const firstBin = axis * BINS;
    const filled = filledBins(firstBin);
    let sweptMin = inverted;
    let sweptMax = f32x4.neg(inverted);
    let above = 0;
    // A split at an empty bin is the split at the next filled bin, so only splits at filled bins are compared.
    for (let bins = filled & (filled - 1); bins != 0; ) {
      const bin = 31 - clz(bins);
      bins ^= 1 << bin;
      const at = <usize>(firstBin + bin);
      above += load<i32>(BIN_COUNTS + (at << 2));
      sweptMin = f32x4.pmin(sweptMin, v128.load(BIN_BOUNDS + at * BIN_BYTES));
      sweptMax = f32x4.pmax(sweptMax, v128.load(BIN_BOUNDS + at * BIN_BYTES, 16));
      store<f64>(AREAS_ABOVE + (<usize>bin << 3), areaOf(sweptMin, sweptMax, thickness));
      store<i32>(COUNTS_ABOVE + (<usize>bin << 2), above);
    }
    const size = above + load<i32>(BIN_COUNTS + (<usize>(firstBin + ctz(filled)) << 2));
    sweptMin = inverted;
    sweptMax = f32x4.neg(inverted);
    for (let bins = filled; (bins & (bins - 1)) != 0; ) {
      const last = ctz(bins);
      bins &= bins - 1;
      const bin = ctz(bins);
      const at = <usize>(firstBin + last);
      sweptMin = f32x4.pmin(sweptMin, v128.load(BIN_BOUNDS + at * BIN_BYTES));
      sweptMax = f32x4.pmax(sweptMax, v128.load(BIN_BOUNDS + at * BIN_BYTES, 16));
      const countAbove = load<i32>(COUNTS_ABOVE + (<usize>bin << 2));
      const area = areaOf(sweptMin, sweptMax, thickness);
      const cost = area * (size - countAbove) + load<f64>(AREAS_ABOVE + (<usize>bin << 3)) * countAbove;
      if (cost < bestCost) {
        bestCost = cost;
        best = firstBin + bin;
      }
    }
  }
  return best;
}

/** Returns the bins of an axis that have references, as bits. */
function filledBins(firstBin: i32): i32 {
  const counts = BIN_COUNTS + (<usize>firstBin << 2);
  const zero = i32x4.splat(0);
  return (
    i32x4.bitmask(i32x4.gt_s(v128.load(counts), zero)) |
    (i32x4.bitmask(i32x4.gt_s(v128.load(counts, 16), zero)) << 4) |
    (i32x4.bitmask(i32x4.gt_s(v128.load(counts, 32), zero)) << 8) |
    (i32x4.bitmask(i32x4.gt_s(v128.load(counts, 48), zero)) << 12)
  );
}

function growBin(bin: usize, referenceMin: v128, referenceMax: v128): void {
  const count = BIN_COUNTS + (bin << 2);
  store<i32>(count, load<i32>(count) + 1);
  const bounds = BIN_BOUNDS + bin * BIN_BYTES;
  v128.store(bounds, f32x4.pmin(v128.load(bounds), referenceMin));
  v128.store(bounds, f32x4.pmax(v128.load(bounds, 16), referenceMax), 16);
}

/** Returns the extent, on an axis, of the range of references that was measured last. */
function extentOf(axis: i32): f64 {
  return <f64>ofAxis(rangeMax, axis) - <f64>ofAxis(rangeMin, axis);
}

function scaleOf(axis: i32): f32 {
  return ofAxis(scale, axis);
}

/**
 * Moves the references below a split to the front of their range. Every reference is swapped, even with itself: a swap
 * is cheaper than an unpredictable branch.
 *
 * @param place the address where the next reference below the split is written.
 * @returns the address after the last reference below the split.
 */
export function partitionReferences(from: usize, to: usize, place: usize, splitBin: i32): usize {
  const axis = splitBin / BINS;
  const bin = <f32>(splitBin - axis * BINS);
  const lowest = ofAxis(low, axis);
  const binsPerUnit = ofAxis(scale, axis);
  const offset = <usize>axis << 2;
  for (let reference = from; reference < to; reference += REFERENCE_BYTES) {
    const centroid = load<f32>(reference + offset) + load<f32>(reference + offset, REFERENCE_MAX * 4);
    // A centroid of NaN counts as below the split, because it falls in the first bin.
    const isBelow = !((centroid - lowest) * binsPerUnit >= bin);
    const min = v128.load(reference);
    const max = v128.load(reference, 16);
    v128.store(reference, v128.load(place));
    v128.store(reference, v128.load(place, 16), 16);
    v128.store(place, min);
    v128.store(place, max, 16);
    place += <usize>isBelow * REFERENCE_BYTES;
  }
  return place;
}
