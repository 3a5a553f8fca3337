import { SlabtreeFormatError } from 'slabtree';
import { checksumOf, STRIPE_BYTES } from '../../bvh/file/checksum';
import { findNonZero } from '../../bvh/file/reservedBytes';

/** Every part of a file of tiles begins at a multiple of this many bytes. Zeros fill the gap between two parts. */
export const ALIGNMENT = STRIPE_BYTES;

/** Returns the byte at which the next part of a file begins, after a part that ends at byte `byteLength`. */
export function aligned(byteLength: number): number {
  return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Returns the checksum of bytes. The number of bytes must be a multiple of the checksum's stripe. */
export function checksumOfBytes(bytes: Uint8Array): number {
  // The bytes are copied unless they begin at a multiple of 4, as an Int32Array must. `Buffer.slice` would copy nothing.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return checksumOf(new Int32Array(buffer, byteOffset, byteLength / 4));
}

/** Reads an unsigned 64-bit integer. The result is exact up to 2^53. */
export function readU64(view: DataView, at: number): number {
  return view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
}

export function writeU64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}

/** Throws a SlabtreeFormatError that says why bytes are not a readable file of tiles (see docs/format.md). */
export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable file of tiles: ${reason}`);
}

/**
 * Throws a SlabtreeFormatError if any byte from index `from` to before `end` is not 0. A later version of the format may use
 * these bytes.
 *
 * @param first the offset of `bytes[0]` in the file.
 */
export function refuseNonZero(bytes: Uint8Array, from: number, end: number, first: number): void {
  const at = findNonZero(bytes, from, end);
  if (at >= 0) refuse(`byte ${first + at} must be 0, but is ${bytes[at]}`);
}

/** Throws a SlabtreeFormatError for one tile of a file. The other tiles of the file may still be readable. */
export function refuseTile(tile: number, reason: string): never {
  throw new SlabtreeFormatError(`tile ${tile} is not readable: ${reason}`);
}
