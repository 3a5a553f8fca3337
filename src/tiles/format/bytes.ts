import { checksumOf, STRIPE_BYTES } from '../../bvh/file/checksum';

/** Every part of a file begins at a multiple of this, and zeros fill the space before it. */
export const ALIGNMENT = STRIPE_BYTES;

/** Where the next part begins after one that ends here. */
export function aligned(byteLength: number): number {
  return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The checksum of bytes, which must be whole stripes. */
export function checksumOfBytes(bytes: Uint8Array): number {
  // Words can only be read at a multiple of 4. Not `slice`, as that of a Buffer copies nothing.
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
