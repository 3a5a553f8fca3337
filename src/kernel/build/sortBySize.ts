import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../../bvh/layout/referenceLayout';

const REFERENCE_BYTES: usize = REFERENCE_WORDS * 4;

/**
 * Sorts `size` references of boxes by the sum of the box's extents, smallest first. References of equal size are sorted
 * by id. This is Shell's sort, in place.
 */
export function sortBySize(first: usize, size: i32): void {
  for (let gap = size >> 1; gap > 0; gap = gap == 2 ? 1 : (gap * 5) / 11) {
    for (let i = gap; i < size; i++) {
      for (let j = i; j >= gap && isBefore(first + <usize>j * REFERENCE_BYTES, first + <usize>(j - gap) * REFERENCE_BYTES); j -= gap) {
        swap(first + <usize>j * REFERENCE_BYTES, first + <usize>(j - gap) * REFERENCE_BYTES);
      }
    }
  }
}

/**
 * Returns whether references are in the order of {@link sortBySize} already. Very many boxes may be at one point, such
 * as boxes that have no position yet: their references are in order and need no sort.
 */
export function isSortedBySize(first: usize, end: usize): bool {
  for (let at = first + REFERENCE_BYTES; at < end; at += REFERENCE_BYTES) if (isBefore(at, at - REFERENCE_BYTES)) return false;
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
