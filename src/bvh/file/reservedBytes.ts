import { refuse } from './slabtreeFormatError';

/**
 * Throws a `SlabtreeFormatError` if a byte from index `from` up to `end` is not 0. A later version of the file format
 * may give these bytes a meaning.
 *
 * @param first the offset of `bytes` in the file.
 */
export function refuseNonZero(bytes: Uint8Array, from: number, end: number, first: number): void {
  const at = findNonZero(bytes, from, end);
  if (at >= 0) refuse(`byte ${first + at} must be 0, but is ${bytes[at]}`);
}

/** Returns the index of the first byte that is not 0, from index `from` up to `end`, or -1 if all are 0. */
export function findNonZero(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) if (bytes[i] !== 0) return i;
  return -1;
}
