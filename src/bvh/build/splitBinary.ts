import { MAX_SAH_DEPTH } from '../layout/nodeLayout';
import type { OnProgress } from './buildSteps';
import { SahSplit } from './sahSplit';
import { sortBySize } from './sortBySize';

/**
 * A binary tree over ranges of references, as parallel arrays. A node's first child is the next node. The second child
 * is `second`, which is 0 for a leaf. So children come after their parents, and the references of all leaves follow one
 * another.
 */
export interface BinaryTree {
  count: number;
  second: Int32Array;
  /** For each node of the binary tree, how many references are below the node. */
  boxes: Int32Array;
  /** For each node of the binary tree, half the surface area of its bounds. */
  areas: Float64Array;
  /** Whether a leaf of the binary tree takes one slot of a wide node. If not, each reference of a leaf takes a slot. */
  readonly hasWholeLeaves: boolean;
}

/** A build does not split a range of at most this many references, as they fit in one wide node. */
const LEAF_BOXES = 8;

/** A build calls the progress callback each time that this many more references are in their place. */
const PROGRESS_BOXES = 32_768;

/** Stands in place of the parent of a first child. Parents need no pointer to a first child: it is the next node. */
const FIRST_CHILD = -1;

/**
 * Sorts the references into a binary tree, top down. Each range is split where the surface area heuristic expects the
 * lowest cost of a ray, with the centroids in bins (Wald, "On Fast Construction of SAH-Based Bounding Volume
 * Hierarchies", 2007). The bins are on all three axes and hold the whole range, but see layout/binning.ts.
 *
 * If the centroids of a range do not differ, the range is sorted by size and split in the middle. Boxes nested around
 * one point then end up beside boxes of about their size. A range deeper than MAX_SAH_DEPTH is split in the middle
 * without sorting.
 *
 * The kernel rounds in the same places, so both build the same tree: centroids and bins in float32, areas and costs in
 * float64.
 *
 * Yields the size of each range after the range is split.
 *
 * @param total how many references there are.
 * @param onProgress the callback that receives how many references are in their place.
 * @param slotReferences how many references one slot of a wide node may hold.
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
  const split = new SahSplit();
  const most = hasWholeLeaves ? slotReferences : LEAF_BOXES;
  let count = 0;
  // A stack of the ranges of references still to be split. A range becomes the second child of the node `parent`.
  const ranges = [{ start: 0, size: total, depth: 0, isSorted: false, parent: FIRST_CHILD }];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const { start, size, depth, isSorted, parent } = range;
    const node = count++;
    if (parent !== FIRST_CHILD) second[parent] = node;
    boxes[node] = size;
    split.measure(references, start, size);
    areas[node] = split.area;
    const end = start + size;
    if (size <= most) {
      if (Math.floor(start / PROGRESS_BOXES) !== Math.floor(end / PROGRESS_BOXES)) onProgress?.(end);
    } else {
      const isExtended = split.hasExtent;
      let middle = start + (size >> 1);
      if (!isExtended) {
        if (!isSorted) sortBySize(references, start, size);
      } else if (depth < MAX_SAH_DEPTH) {
        const bin = split.find(references, start, size, hasWholeLeaves);
        if (bin >= 0) middle = split.partition(references, start, size, bin);
      }
      // Spread syntax for what both halves share takes as long as all the rest of a build.
      ranges.push({ start: middle, size: end - middle, depth: depth + 1, isSorted: !isExtended, parent: node });
      ranges.push({ start, size: middle - start, depth: depth + 1, isSorted: !isExtended, parent: FIRST_CHILD });
    }
    yield size;
  }
  return { count, second, boxes, areas, hasWholeLeaves };
}
