import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** When a file was last written, in milliseconds since 1970. 0 if there is no such file. */
const writtenAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Installs the packages of a folder, unless they were installed after its lock file was written. */
function install(folder: string): void {
  // npm writes the first file last.
  if (writtenAt(join(folder, 'node_modules/.package-lock.json')) >= writtenAt(join(folder, 'package-lock.json')))
    return;
  console.log(`Installing the packages of ${folder}. This takes about a minute, once.`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

process.argv.slice(2).forEach(install);
