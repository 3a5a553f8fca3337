import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inFile } from './systemErrors';

/**
 * Files without names. The name of a file is removed as soon as the file is open, so nothing is left behind even if the process
 * is killed. On systems that do not allow this, files are removed when they are closed.
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
  /** Other threads of this process can read from it, too. */
  readonly descriptor: number;
  readonly #folder: string;
  readonly #onClose: () => void;
  /** The path, while the file has a name. */
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
      // The file is removed when it is closed.
    }
  }

  write(bytes: Uint8Array, position: number): void {
    inFile(this.#folder, () => {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.descriptor, bytes, done, bytes.length - done, position + done);
      }
    });
  }

  /** Fills `bytes` from a position of the file on. */
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

/** Fills `bytes` from a position of an open file on. Any thread of the process may call it. */
export function readFully(descriptor: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    const read = readSync(descriptor, bytes, done, bytes.length - done, position + done);
    if (read === 0) throw new Error('a temporary file ends too early');
    done += read;
  }
}
