import type { FileHandle } from 'node:fs/promises';
import { InputError, isSystemError, systemErrorReason } from '../../text/errors';

/** Bytes that are read only where they are asked for: most of a glTF is vertices and textures, which nobody needs here. */
export interface ByteSource {
  readonly byteLength: number;
  /** Bytes that lie within the source. */
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
 * @param file an open one, which stays open as long as they are read.
 * @param name what messages call it.
 */
export function bytesOfFile(file: FileHandle, byteLength: number, name: string): ByteSource {
  return { byteLength, read: (from, length) => readFromFile(file, name, from, length) };
}

/**
 * Some bytes of a source.
 *
 * @param name what they are, for the message where the source ends before.
 */
export function partOf(source: ByteSource, from: number, byteLength: number, name: string): ByteSource {
  const end = from + byteLength;
  if (end > source.byteLength) {
    throw new InputError(`${name} ends at byte ${end}, beyond the ${source.byteLength} bytes that hold it`);
  }
  return { byteLength, read: (at, length) => source.read(from + at, length) };
}

/** The most bytes that Node reads at once. It is enough for more boxes than a scene holds. */
const MAX_READ = 2 ** 31 - 1;

async function readFromFile(file: FileHandle, name: string, from: number, byteLength: number): Promise<Uint8Array> {
  if (byteLength > MAX_READ) throw new InputError(`${name}: ${byteLength} bytes are too many to be read at once`);
  const bytes = new Uint8Array(byteLength);
  let done = 0;
  while (done < byteLength) {
    const { bytesRead } = await readSome(file, name, bytes.subarray(done), from + done);
    if (bytesRead === 0) throw new InputError(`${name}: it has become shorter while it was read`);
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
