import { readBody } from '../sources/readBody';

/**
 * Inflates bytes (zlib, RFC 1950) that must become `length` bytes. Stops as soon as there are more.
 *
 * @returns null if they become another number of bytes, or are no such bytes.
 */
export async function inflate(bytes: Uint8Array, length: number): Promise<Uint8Array | null> {
  // A copy: streams take no bytes of shared memory.
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate'));
  try {
    const inflated = await readBody(stream, length);
    return inflated.came === length ? inflated.bytes : null;
  } catch {
    return null;
  }
}
