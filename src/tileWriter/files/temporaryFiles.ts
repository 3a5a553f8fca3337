import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inFile } from './systemErrors';

/**
 * Temporary files without names. The name of a file is removed as soon as the file is open, so no file is left behind even if
 * the process is killed. On systems that do not allow this, a file is removed when it is closed.
 */
export class TemporaryFiles {
  readonly #folder: string;
  readonly #open = new Set<TemporaryFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(): TemporaryFile {
    const file = new TemporaryFile(this.#folder, () => this.#open.delete(file));
    this.#open.add(file);
    return file;
  }

  closeAll(): void {
    for (const file of this.#open) file.close();
  }
}

export class TemporaryFile {
  /** The file's descriptor, from which other threads of this process can read, too. */
  readonly descriptor: number;
  readonly #folder: string;
  readonly #onClose: () => void;
  /** The path of the temporary file. Null once the name of the file has been removed. */
  #path: string | null;
  #isOpen = true;

  constructor(folder: string, onClose: () => void) {
    const path = join(folder, `slabtree-${randomUUID()}.temporary`);
    this.#folder = folder;
    this.#onClose = onClose;
    this.descriptor = inFile(folder, () => openSync(path, 'wx+', 0o600));
    this.#path = path;
    try {
      unlinkSync(path);
      this.#path = null;
    } catch {
      // If the name of an open file cannot be removed, the file is removed when it is closed.
    }
  }

  write(bytes: Uint8Array, position: number): void {
    inFile(this.#folder, () => {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.descriptor, bytes, done, bytes.length - done, position + done);
      }
    });
  }

  /** Fills `bytes` with the bytes of the temporary file from `position` on. */
  read(bytes: Uint8Array, position: number): void {
    inFile(this.#folder, () => {
      readFully(this.descriptor, bytes, position);
    });
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.descriptor);
    if (this.#path !== null) rmSync(this.#path, { force: true });
    this.#onClose();
  }
}

/** Fills `bytes` with the bytes of an open file from `position` on. Any thread of the process may call this function. */
export function readFully(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(descriptor, bytes, done, bytes.length - done, position + done);
    if (read === 0) throw new Error('a temporary file ends too early');
    done += read;
  }
}
