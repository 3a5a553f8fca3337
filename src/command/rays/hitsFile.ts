import { type FileHandle, open } from 'node:fs/promises';
import { InputError, isSystemError } from '../text/errors';
import { statOfInput } from '../input/openInput';

/** A file, device or FIFO to which hits are written as they come. */
export class HitsFile {
  private constructor(
    readonly name: string,
    readonly isRegular: boolean,
    private readonly file: FileHandle,
  ) {}

  /**
   * Opens a file, and creates it if there is none. Nothing of it is changed before {@link cut} or {@link append}.
   *
   * @param inputs the paths of the files from which the hits are made. `-` is the standard input.
   * @throws InputError if the file is one of the inputs.
   */
  static async open(name: string, inputs: readonly string[]): Promise<HitsFile> {
    // Writes to a file that is opened for appending go to its end, also after a cut.
    const file = await open(name, 'a');
    const { dev, ino } = await file.stat();
    const isRegular = (await file.stat()).isFile();
    for (const input of inputs) {
      const stats = await statOfInput(input);
      if (!isRegular || stats?.dev !== dev || stats.ino !== ino) continue;
      await file.close();
      throw new InputError(`${name}: the hits would replace the file that is read: give another file`);
    }
    return new HitsFile(name, isRegular, file);
  }

  /** Returns the length of the file in bytes. */
  async length(): Promise<number> {
    return (await this.file.stat()).size;
  }

  /** Shortens the file to a length in bytes. A device or FIFO has no length, and stays as it is. */
  async cut(length: number): Promise<void> {
    if (this.isRegular) await this.#naming(() => this.file.truncate(length));
  }

  /** Writes all bytes, or fails. */
  async append(bytes: Uint8Array): Promise<void> {
    await this.#naming(() => this.file.appendFile(bytes));
  }

  /** Waits until the bytes of the file are on its disk. */
  async sync(): Promise<void> {
    await this.#naming(() => this.file.sync());
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** Does work on the file. An error of the operating system then has the name of the file. */
  async #naming(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      throw isSystemError(thrown) ? Object.assign(thrown, { path: this.name }) : thrown;
    }
  }
}
