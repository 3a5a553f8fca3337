import { joined } from './joined';

/** The number of unused bytes before each chunk of a file, in the chunk's own memory. */
const MARGIN = 4096;

/** The chunks that have a margin. */
const chunksWithMargin = new WeakSet<Uint8Array>();

/**
 * Reads a chunk of a file into memory with a margin before it, so that {@link continued} need not copy the chunk.
 *
 * @param read reads bytes into an array, and returns how many it has read.
 * @returns the chunk, which is empty at the end of the file.
 */
export async function readWithMargin(
  length: number,
  read: (into: Uint8Array) => Promise<number>,
): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = new ArrayBuffer(MARGIN + length);
  const chunk = new Uint8Array(buffer, MARGIN, await read(new Uint8Array(buffer, MARGIN)));
  chunksWithMargin.add(chunk);
  return chunk;
}

/**
 * Returns the bytes of `rest`, and then the bytes of the chunk. Takes over the memory of a chunk with a margin that is large
 * enough: a copy of each chunk would cost the caller of a cluster a third of its processor time, most of it for garbage.
 */
export function continued(rest: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = chunk;
  if (!(buffer instanceof ArrayBuffer) || !chunksWithMargin.delete(chunk) || rest.length > MARGIN) {
    return joined(rest, chunk);
  }
  const bytes = new Uint8Array(buffer, byteOffset - rest.length, rest.length + length);
  bytes.set(rest);
  return bytes;
}
