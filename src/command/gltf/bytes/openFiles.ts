import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type ByteSource, bytesOfFile, bytesOfMemory } from './byteSource';

/** The files that a glTF is read from. Each is opened once and stays open: the bytes that are read are those that were checked. */
export class OpenFiles {
  /** The size of all opened files together. A file counts once, even if several buffers are in it. */
  byteLength = 0;
  readonly #files: FileHandle[] = [];
  readonly #sources = new Map<string, ByteSource>();

  /** The bytes of the glTF itself. A pipe is read to its end. */
  async openGltf(path: string): Promise<ByteSource> {
    const file = await this.#open(path, constants.O_RDONLY);
    const stats = await file.stat();
    return this.#count(
      stats.isFile() ? bytesOfFile(file, stats.size, 'the file') : bytesOfMemory(await file.readFile()),
    );
  }

  /**
   * The bytes of a regular file. Null if it is something else.
   *
   * @param path the real path, without links.
   * @param name what messages call the file.
   */
  async openBuffer(path: string, name: string): Promise<ByteSource | null> {
    const known = this.#sources.get(path);
    if (known !== undefined) return known;
    // Without waiting: by now, a pipe may have taken the place of the file.
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

  #count(source: ByteSource): ByteSource {
    this.byteLength += source.byteLength;
    return source;
  }
}
