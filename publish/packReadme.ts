import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { absoluteLinks } from './absoluteLinks';
import { projectAddress } from './projectAddress';
import { KEPT_README, restoreReadme } from './restoreReadme';

/**
 * npm runs this before it packs. It replaces README.md with one that has absolute links, as npm packs only the file of this
 * name. If the address of the project is not set, README.md stays as it is.
 */

// An earlier run of npm may have failed and left its README behind.
restoreReadme();
const host = projectAddress();
if (host !== null) {
  const readme = absoluteLinks(readFileSync('README.md', 'utf8'), host);
  renameSync('README.md', KEPT_README);
  writeFileSync('README.md', readme);
}
