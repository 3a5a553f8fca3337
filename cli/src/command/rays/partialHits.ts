import type { Stats } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { keepOwnerAndMode, modeBefore } from '../output/replacement';
import { naming } from '../text/errors';

/** The file of the hits of a cast that is not complete. It replaces the file of hits once it is whole. */
export class PartialHits {
  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly replaced: Stats | null,
  ) {}

  /**
   * Opens the file, and creates it if there is none. Bytes after the first `length` are cut off.
   *
   * @param replaced the stats of the file that the hits will replace. Null if there is none.
   */
  static async open(path: string, length: number, replaced: Stats | null): Promise<PartialHits> {
    // Writes to a file that is opened for appending go to its end, also after a cut.
    const file = await naming(path, () => open(path, 'a', modeBefore(replaced)));
    await naming(path, () => file.truncate(length));
    return new PartialHits(path, file, replaced);
  }

  /** Writes all bytes, or fails. */
  async append(bytes: Uint8Array): Promise<void> {
    await naming(this.path, () => this.file.appendFile(bytes));
  }

  /** Waits until the bytes are on the disk. */
  async sync(): Promise<void> {
    await naming(this.path, () => this.file.sync());
  }

  /** Puts the file at a path, in place of the file that is there. */
  async replace(path: string): Promise<void> {
    await naming(this.path, async () => {
      if (this.replaced !== null) await keepOwnerAndMode(this.file, this.replaced);
      await rename(this.path, path);
    });
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
