import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export const program = resolve(import.meta.dirname, '../../../dist/command.js');

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A folder that is gone when the test ends, in which the built command is run. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'slabtree-'));

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

  /**
   * @param line the arguments, with spaces between them.
   * @param nodeOptions those of Node itself.
   */
  run(line: string, input: string | Uint8Array = '', nodeOptions: string[] = []): Ended {
    const command = [...nodeOptions, program, ...line.split(' ').filter(Boolean)];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: this.path,
      input,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }
}
