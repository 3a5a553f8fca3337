import { SlabtreeFormatError } from 'slabtree';
import { findNonZero } from '../../bvh/file/slabtreeFormatError';

/** Rejects bytes that are not a file of tiles as docs/format.md defines it. */
export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable file of tiles: ${reason}`);
}

/**
 * Rejects bytes that are not 0, from `from` to `end`. A later version may give them a meaning.
 *
 * @param first where the first of these bytes is in the file.
 */
export function refuseNonZero(bytes: Uint8Array, from: number, end: number, first: number): void {
  const at = findNonZero(bytes, from, end);
  if (at >= 0) refuse(`byte ${first + at} must be 0, but is ${bytes[at]}`);
}

/** Rejects one tile. The others may be sound. */
export function refuseTile(tile: number, reason: string): never {
  throw new SlabtreeFormatError(`tile ${tile} is not readable: ${reason}`);
}
