import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { absoluteLinks } from './absoluteLinks';
import { projectAddress } from './projectAddress';
import { KEPT_README, restoreReadme } from './restoreReadme';

/**
 * Run by npm before it packs: puts a README with absolute links in the place of README.md, as npm packs no other. Where the
 * address of the project is not set, README.md is packed as it is.
 */

// Of a time when npm has not come to its end.
restoreReadme();
const host = projectAddress();
if (host !== null) {
  const readme = absoluteLinks(readFileSync('README.md', 'utf8'), host);
  renameSync('README.md', KEPT_README);
  writeFileSync('README.md', readme);
}
