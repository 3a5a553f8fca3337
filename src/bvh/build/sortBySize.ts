import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';

/**
 * Sorts the references of a range by the sum of their extents, smallest first. References with equal sums are sorted by
 * id.
 */
export function sortBySize(references: Float32Array, start: number, size: number): void {
  const unsorted = references.slice(start * REFERENCE_WORDS, (start + size) * REFERENCE_WORDS);
  const ids = new Int32Array(unsorted.buffer);
  const sizes = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const at = i * REFERENCE_WORDS;
    for (let k = at; k < at + 3; k++) sizes[i] += unsorted[k + REFERENCE_MAX] - unsorted[k];
  }
  const idOf = (i: number): number => ids[i * REFERENCE_WORDS + REFERENCE_ID];
  // Sizes of boxes are compared, not subtracted, because the difference of two infinite sizes is NaN.
  const order = new Uint32Array(size)
    .map((_, i) => i)
    .sort((a, b) => (sizes[a] === sizes[b] ? idOf(a) - idOf(b) : sizes[a] < sizes[b] ? -1 : 1));
  for (let i = 0; i < size; i++) {
    const at = order[i] * REFERENCE_WORDS;
    references.set(unsorted.subarray(at, at + REFERENCE_WORDS), (start + i) * REFERENCE_WORDS);
  }
}
