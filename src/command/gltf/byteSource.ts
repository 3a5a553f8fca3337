import { open, stat } from 'node:fs/promises';
import { InputError, inFile } from '../errors';

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

/** The bytes of a regular file. */
export async function bytesOfFile(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return { byteLength: size, read: (from, byteLength) => readFromFile(path, from, byteLength) };
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

async function readFromFile(path: string, from: number, byteLength: number): Promise<Uint8Array> {
  if (byteLength > MAX_READ) throw new InputError(`${byteLength} bytes of ${path} are too many to be read at once`);
  const bytes = new Uint8Array(byteLength);
  const file = await open(path);
  try {
    let done = 0;
    while (done < byteLength) {
      const { bytesRead } = await file.read(bytes, done, byteLength - done, from + done);
      if (bytesRead === 0) throw new InputError(`${path} has become shorter while it was read`);
      done += bytesRead;
    }
  } catch (thrown) {
    throw inFile(path, thrown);
  } finally {
    await file.close();
  }
  return bytes;
}
