import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { absoluteLinks } from './absoluteLinks';
import { keptReadme } from './keptReadme';
import { projectAddress } from './projectAddress';

/**
 * Run by npm before it packs, with its process id: puts a README with absolute links in the place of README.md, as npm packs
 * no other. Where the address of the project is not set, README.md is packed as it is.
 */
const [npm] = process.argv.slice(2);
const host = projectAddress();
if (host !== null) {
  const readme = absoluteLinks(readFileSync('README.md', 'utf8'), host);
  renameSync('README.md', keptReadme(npm));
  writeFileSync('README.md', readme);
  // npm runs postpack only where it has packed. This waits for the end of npm, however it ends; not on Windows, whose shell
  // does not know the process id.
  if (/^\d+$/.test(npm)) {
    const waiting = ['--import', 'tsx', 'publish/restoreReadme.ts', npm, '--after-npm'];
    spawn(process.execPath, waiting, { detached: true, stdio: 'ignore' }).unref();
  }
}
