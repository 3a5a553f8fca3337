import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export const program = resolve(import.meta.dirname, '../../../dist/command.js');

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

interface EndedWithBytes extends Omit<Ended, 'stdout'> {
  stdout: Buffer;
}

interface RunOptions {
  /** The source of a module that the process runs before the program. */
  before?: string;
  /** File descriptors that the test has open, for the process to read from or write to. */
  stdin?: number;
  stdout?: number;
}

/** A temporary folder in which the built command runs. It is removed when the test ends. */
export class Folder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'slabtree-')));

  constructor() {
    onTestFinished(() => {
      rmSync(this.path, { recursive: true, force: true });
    });
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.path, name), content);
  }

  read(name: string): Buffer {
    return readFileSync(join(this.path, name));
  }

  /** Runs the command. @param line the arguments, with spaces between them. */
  run(line: string, input: string | Uint8Array = '', options: RunOptions = {}): Ended {
    const { status, stdout, stderr } = this.runForBytes(line, input, options);
    return { status, stdout: stdout.toString(), stderr };
  }

  /** Like {@link run}, but with the bytes of the standard output. */
  runForBytes(
    line: string,
    input: string | Uint8Array = '',
    { before, stdin, stdout }: RunOptions = {},
  ): EndedWithBytes {
    const nodeOptions = [];
    if (before !== undefined) nodeOptions.push('--import', `data:text/javascript,${encodeURIComponent(before)}`);
    const ended = spawnSync(process.execPath, [...nodeOptions, program, ...line.split(' ').filter(Boolean)], {
      cwd: this.path,
      input,
      stdio: [stdin ?? 'pipe', stdout ?? 'pipe', 'pipe'],
    });
    // It is null if it is not piped.
    const printed = ended.stdout as Buffer | null;
    return { status: ended.status, stdout: printed ?? Buffer.alloc(0), stderr: ended.stderr.toString() };
  }
}
