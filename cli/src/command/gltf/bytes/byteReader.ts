import { type FileHandle, open } from 'node:fs/promises';
import { InputError, isSystemError, systemErrorReason } from '../../text/errors';
import { constants } from 'node:fs';

/**
 * Reads ranges of bytes on demand. Most bytes of a glTF are textures and vertices. `slabtree build` never needs the textures, and the
 * vertices only with `--triangles`.
 */
export interface ByteReader {
  readonly byteLength: number;
  /** Returns `byteLength` bytes from offset `from` on. The range must lie within the bytes of this reader. */
  read: (from: number, byteLength: number) => Promise<Uint8Array>;
}

export function bytesOfMemory(bytes: Uint8Array): ByteReader {
  return {
    byteLength: bytes.length,
    read: (from, byteLength) => Promise.resolve(bytes.subarray(from, from + byteLength)),
  };
}

/**
 * Returns a reader of the bytes of a regular file.
 *
 * @param file must stay open as long as bytes are read.
 * @param name the name of the file in messages.
 */
function bytesOfFile(file: FileHandle, byteLength: number, name: string): ByteReader {
  return { byteLength, read: (from, length) => readFromFile(file, name, from, length) };
}

/**
 * Returns a reader of a part of another reader's bytes. Checks the length of the part, as a file declares it.
 *
 * @param name the name of the part in messages.
 * @throws InputError if the bytes end before the part does.
 */
export function partOf(source: ByteReader, from: number, byteLength: number, name: string): ByteReader {
  const end = from + byteLength;
  if (end > source.byteLength) {
    throw new InputError(`${name} ends at byte ${end}, beyond the ${source.byteLength} bytes that hold it`);
  }
  return { byteLength, read: (at, length) => source.read(from + at, length) };
}

/** The most bytes that Node reads at once. They are enough for more boxes than a scene holds. */
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

/** The files of a glTF. Each file is opened once and stays open, so the file that was checked is the file that is read. */
export class OpenFiles {
  /** The size of all opened files of the glTF together, in bytes. A file with several buffers counts once. */
  byteLength = 0;
  readonly #files: FileHandle[] = [];
  readonly #sources = new Map<string, ByteReader>();

  /** Opens the glTF file itself, and returns a reader of its bytes. A pipe is read to its end. */
  async openGltf(path: string): Promise<ByteReader> {
    const file = await this.#open(path, constants.O_RDONLY);
    const stats = await file.stat();
    return this.#count(
      stats.isFile() ? bytesOfFile(file, stats.size, 'the file') : bytesOfMemory(await file.readFile()),
    );
  }

  /**
   * Opens a regular file, and returns a reader of its bytes. Returns null if it is not a regular file.
   *
   * @param path the real path, without links.
   * @param name the name of the file in messages.
   */
  async openBuffer(path: string, name: string): Promise<ByteReader | null> {
    const known = this.#sources.get(path);
    if (known !== undefined) return known;
    // The file is opened without blocking: a pipe may have replaced the regular file since the check.
    const file = await this.#open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) return null;
    const source = this.#count(bytesOfFile(file, stats.size, name));
    this.#sources.set(path, source);
    return source;
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }

  async #open(path: string, flags: number): Promise<FileHandle> {
    const file = await open(path, flags);
    this.#files.push(file);
    return file;
  }

  #count(source: ByteReader): ByteReader {
    this.byteLength += source.byteLength;
    return source;
  }
}
