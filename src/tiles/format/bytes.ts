import { SlabtreeFormatError } from 'slabtree';
import { checksumOf, STRIPE_BYTES } from '../../bvh/file/checksum';
import { findNonZero } from '../../bvh/file/reservedBytes';

/** Every part of a file begins at a multiple of this. Zeros fill the gap after the part before it. */
export const ALIGNMENT = STRIPE_BYTES;

/** Returns where the next part begins after a part that ends at `byteLength`. */
export function aligned(byteLength: number): number {
  return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Returns the checksum of bytes, which must be whole stripes. */
export function checksumOfBytes(bytes: Uint8Array): number {
  // Words can only be read at a multiple of 4. `Buffer.slice` would copy nothing.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return checksumOf(new Int32Array(buffer, byteOffset, byteLength / 4));
}

/** Reads a u64. It is exact up to 2^53. */
export function readU64(view: DataView, at: number): number {
  return view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
}

export function writeU64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}

/** Throws a SlabtreeFormatError: the bytes are not a file of tiles (see docs/format.md). */
export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable file of tiles: ${reason}`);
}

/**
 * Throws a SlabtreeFormatError if any byte from `from` to `end` is not 0. A later version of the format may use these bytes.
 *
 * @param first where `bytes[0]` is in the file.
 */
export function refuseNonZero(bytes: Uint8Array, from: number, end: number, first: number): void {
  const at = findNonZero(bytes, from, end);
  if (at >= 0) refuse(`byte ${first + at} must be 0, but is ${bytes[at]}`);
}

/** Throws a SlabtreeFormatError for one tile. Other tiles of the file may still be readable. */
export function refuseTile(tile: number, reason: string): never {
  throw new SlabtreeFormatError(`tile ${tile} is not readable: ${reason}`);
}
