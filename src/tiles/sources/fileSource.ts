import type { FileHandle } from 'node:fs/promises';
import { importNode } from '../../threads/importNode';
import type { ByteSource } from './byteSource';
import { rangeOf, reasonOf, TileSourceError } from './tileSourceError';
import { changed } from './urlSource';

/** A source that reads a file on the disk. Only for Node. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly fileBytes: number;
  readonly #file: FileHandle;
  readonly #modified: bigint;

  private constructor(name: string, file: FileHandle, fileBytes: number, modified: bigint) {
    this.name = name;
    this.fileBytes = fileBytes;
    this.#file = file;
    this.#modified = modified;
  }

  /** Opens a file on the disk. @param path a path, or a URL of the scheme file:. */
  static async open(path: string | URL): Promise<FileSource> {
    const name = String(path);
    const { open } = await importNode('fs/promises');
    let file: FileHandle;
    try {
      file = await open(path, 'r');
    } catch (error) {
      throw new TileSourceError(`${name} cannot be opened: ${reasonOf(error)}`, { cause: error });
    }
    try {
      const { size, mtimeNs } = await file.stat({ bigint: true });
      return new FileSource(name, file, Number(size), mtimeNs);
    } catch (error) {
      await file.close();
      throw new TileSourceError(`${name} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
  }

  async read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array> {
    const range = rangeOf(this.name, offset, length);
    // The range is checked before the allocation, because a damaged file may give any length.
    if (offset + length > this.fileBytes) {
      throw new TileSourceError(`${range}: the file has only ${this.fileBytes} bytes: it is not whole, get it again`);
    }
    const bytes = new Uint8Array(length);
    let came = 0;
    try {
      while (came < length) {
        signal.throwIfAborted();
        const { bytesRead } = await this.#file.read(bytes, came, length - came, offset + came);
        if (bytesRead === 0) break;
        came += bytesRead;
      }
      await this.#checkUnchanged();
    } catch (error) {
      if (signal.aborted || error instanceof TileSourceError) throw error;
      throw new TileSourceError(`${range} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
    if (came < length) throw new TileSourceError(`${range}: only ${came} of ${length} bytes are there`);
    return bytes;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Throws if the file has changed. Called after each read, so that bytes of the old and the new file are not mixed. */
  async #checkUnchanged(): Promise<void> {
    const { size, mtimeNs } = await this.#file.stat({ bigint: true });
    if (Number(size) !== this.fileBytes) {
      throw changed(this.name, `it had ${this.fileBytes} bytes, and has ${size.toString()} now`);
    }
    if (mtimeNs !== this.#modified) throw changed(this.name, 'it was written to');
  }
}
