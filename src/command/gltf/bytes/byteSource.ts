import type { FileHandle } from 'node:fs/promises';
import { InputError, isSystemError, systemErrorReason } from '../../text/errors';

/** Bytes that are read only on demand: most of a glTF is vertices and textures, which are not needed here. */
export interface ByteSource {
  readonly byteLength: number;
  /** The range must lie within the source. */
  read: (from: number, byteLength: number) => Promise<Uint8Array>;
}

export function bytesOfMemory(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.length,
    read: (from, byteLength) => Promise.resolve(bytes.subarray(from, from + byteLength)),
  };
}

/**
 * The bytes of a regular file.
 *
 * @param file must stay open as long as bytes are read.
 * @param name what messages call the file.
 */
export function bytesOfFile(file: FileHandle, byteLength: number, name: string): ByteSource {
  return { byteLength, read: (from, length) => readFromFile(file, name, from, length) };
}

/**
 * A part of a source. Every length that a file declares is checked here.
 *
 * @param name what messages call the part.
 * @throws InputError if the source ends before the part does.
 */
export function partOf(source: ByteSource, from: number, byteLength: number, name: string): ByteSource {
  const end = from + byteLength;
  if (end > source.byteLength) {
    throw new InputError(`${name} ends at byte ${end}, beyond the ${source.byteLength} bytes that hold it`);
  }
  return { byteLength, read: (at, length) => source.read(from + at, length) };
}

/** Node reads at most this many bytes at once. That is enough for more boxes than a scene holds. */
const MAX_READ = 2 ** 31 - 1;

async function readFromFile(file: FileHandle, name: string, from: number, byteLength: number): Promise<Uint8Array> {
  if (byteLength > MAX_READ)
    throw new InputError(`${name}: ${byteLength} bytes are too many to read at once, expected at most ${MAX_READ}`);
  const bytes = new Uint8Array(byteLength);
  let done = 0;
  while (done < byteLength) {
    const { bytesRead } = await readSome(file, name, bytes.subarray(done), from + done);
    if (bytesRead === 0) throw new InputError(`${name}: the file became shorter while it was read`);
    done += bytesRead;
  }
  return bytes;
}

async function readSome(
  file: FileHandle,
  name: string,
  bytes: Uint8Array,
  from: number,
): Promise<{ bytesRead: number }> {
  try {
    return await file.read(bytes, 0, bytes.length, from);
  } catch (thrown) {
    throw isSystemError(thrown) ? new InputError(`${name}: ${systemErrorReason(thrown)}`) : thrown;
  }
}
