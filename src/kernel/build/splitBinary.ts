import { ONE_AXIS_TRIANGLES } from '../../bvh/layout/binning';
import { REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';
import { MAX_DEPTH, MAX_SAH_DEPTH } from '../../bvh/layout/nodeLayout';
import { memoryBase } from '../memory/workingMemory';
import { beginMeasure, binReferences, chooseAxes, emptyBins, findSplit, hasExtent, measureReferences, partitionReferences, rangeArea, sampleStep, scaleBins } from './sahSplit';
import { isSortedBySize, sortBySize } from './sortBySize';

/** Reports to JavaScript how many boxes a build has placed in the tree: see OnProgress in bvh/build/buildSteps.ts. */
// @ts-ignore: decorator
@external('env', 'progress')
declare function onProgress(boxes: i32): void;

/**
 * Splits references into a binary tree, with the rounding and the result of JavaScript: see bvh/build/splitBinary.ts.
 */
const LEAF_BOXES: i32 = 8;
let mostInLeaf: i32 = LEAF_BOXES;
/** Whether a leaf of the binary tree takes one slot of a wide node. Otherwise, each of its references takes a slot. */
export let hasWholeLeaves: bool = false;
const PROGRESS_BOXES: i32 = 32_768;
/**
 * Stands for the parent of a first child in the binary tree, which needs no pointer: it is the node after its parent.
 */
const FIRST_CHILD: i32 = -1;

const REFERENCE_BYTES: usize = REFERENCE_WORDS * 4;

/** The binary tree: its node count and the addresses of its arrays. See BinaryTree in bvh/build/splitBinary.ts. */
export let binaryCount: i32 = 0;
export let second: usize = 0;
export let boxes: usize = 0;
export let areas: usize = 0;

/** The address of the references of a tree build. */
export let references: usize = 0;

/** The passes over a range of references that is split. A range small enough for a leaf has only the first pass. */
const NONE: i32 = 0;
const MEASURE: i32 = 1;
const BIN: i32 = 2;
const PARTITION: i32 = 3;
const PASSES: i32 = 3;

/** The current pass over a range of references, and the index of its next reference. */
let pass: i32 = NONE;
let cursor: i32 = 0;

/** The range of references that is being split: start, end, depth in the tree, whether it is sorted, binary node. */
let start: i32 = 0;
let end: i32 = 0;
let depth: i32 = 0;
let isSorted: bool = false;
let node: i32 = 0;

/** Every `step`th reference of the current range is binned. */
let step: i32 = 1;

/** The split of the current range of references (see findSplit), and the address where the references below it end. */
let splitBin: i32 = 0;
let middleAt: usize = 0;

/**
 * A stack of the ranges of references still to split: start, size, depth, whether the range is sorted, and the parent.
 * The parent is the binary node whose second child the range becomes, or FIRST_CHILD.
 */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH + 2) * 5 * 4, 16);
const RANGE_BYTES: usize = 20;
let top: usize = STACK;

/** Sets the addresses of a build's references and of the binary tree's arrays, which memory growth may have moved. */
export function bindBinary(referencesAt: usize, secondAt: usize, boxesAt: usize, areasAt: usize): void {
  references = referencesAt;
  second = secondAt;
  boxes = boxesAt;
  areas = areasAt;
}

/** Sets how many references may share a slot of a node, from the next split on. More than 1 is for triangles. */
export function shareSlots(references: i32): void {
  hasWholeLeaves = references > 1;
  mostInLeaf = hasWholeLeaves ? references : LEAF_BOXES;
}

/**
 * Begins to sort a range of references into a binary tree. The first node of the tree is `firstNode`, and the other
 * nodes follow.
 */
export function beginSplit(first: i32, size: i32, firstDepth: i32, isFirstSorted: bool, firstNode: i32): void {
  binaryCount = firstNode;
  top = STACK;
  pass = NONE;
  pushRange(first, size, firstDepth, isFirstSorted, FIRST_CHILD);
}

/**
 * Splits ranges of references until about `work` references have been sorted. May stop in the middle of a range.
 *
 * @returns `work` less the number of references sorted. If less than 1, there may be more ranges to split.
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

/**
 * Splits the range that {@link beginSplit} was given into its two sides, by SAH if possible, and does not split these
 * further. The range must have more references than a leaf.
 */
export function splitFirst(): void {
  for (takeRange(); pass != NONE; endPass()) goOn(end);
}

/**
 * Writes the two sides of the range of references that {@link splitFirst} has split, each as the five arguments of
 * {@link beginSplit}. The sides can then be split in any order. Each side gets as many binary nodes as it may need: twice
 * its references, less one.
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

/** Continues the current pass over a range of references up to the reference with index `to`. */
function goOn(to: i32): void {
  if (pass == MEASURE) measureReferences(addressOf(cursor), addressOf(to));
  else if (pass == BIN) binReferences(addressOf(nextBinned(cursor)), addressOf(to), step);
  else middleAt = partitionReferences(addressOf(cursor), addressOf(to), middleAt, splitBin);
  cursor = to;
}

/** Returns the index of the first reference from `from` on that is binned. */
function nextBinned(from: i32): i32 {
  const rest = (from - start) % step;
  return rest == 0 ? from : from + step - rest;
}

/** Ends a pass over all references of a range, and begins the next pass over the range, if any. */
function endPass(): void {
  const size = end - start;
  if (pass == MEASURE) {
    store<f64>(areas + (<usize>node << 3), rangeArea());
    if (size <= mostInLeaf) {
      pass = NONE;
      if (start / PROGRESS_BOXES != end / PROGRESS_BOXES) onProgress(end);
      return;
    }
    scaleBins();
    if (!hasExtent()) {
      if (!isSorted && !isSortedBySize(addressOf(start), addressOf(end))) sortBySize(addressOf(start), size);
    } else if (depth < MAX_SAH_DEPTH) {
      chooseAxes(hasWholeLeaves && size <= ONE_AXIS_TRIANGLES);
      bin(hasWholeLeaves ? sampleStep(size) : 1);
      return;
    }
  } else if (pass == BIN) {
    splitBin = findSplit();
    // All references of the sample are in one bin. Others may not be.
    if (splitBin < 0 && step > 1) {
      bin(1);
      return;
    }
    if (splitBin >= 0) {
      middleAt = addressOf(start);
      beginPass(PARTITION);
      return;
    }
  } else {
    pushHalves(<i32>((middleAt - references) / REFERENCE_BYTES));
    return;
  }
  pushHalves(start + (size >> 1));
}

/** Begins to bin every `nth` reference of the current range. */
function bin(nth: i32): void {
  step = nth;
  emptyBins();
  beginPass(BIN);
}

function pushHalves(at: i32): void {
  pass = NONE;
  const isSortedNow = !hasExtent();
  pushRange(at, end - at, depth + 1, isSortedNow, node);
  pushRange(start, at - start, depth + 1, isSortedNow, FIRST_CHILD);
}

function addressOf(index: i32): usize {
  return references + <usize>index * REFERENCE_BYTES;
}
