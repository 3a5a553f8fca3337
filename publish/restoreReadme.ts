import { existsSync, readFileSync, renameSync } from 'node:fs';
import { absoluteLinks } from './absoluteLinks';
import { projectAddress } from './projectAddress';

/** README.md is kept here while npm packs another in its place. npm packs no file that begins with a dot. */
export const KEPT_README = '.README.md.kept';

/** Puts README.md back as it was before `packReadme.ts`. Throws if it has been changed in the meantime. */
export function restoreReadme(): void {
  if (!existsSync(KEPT_README)) return;
  const host = projectAddress();
  const kept = readFileSync(KEPT_README, 'utf8');
  const current = readFileSync('README.md', 'utf8');
  if (current !== kept && (host === null || current !== absoluteLinks(kept, host))) {
    throw new Error(
      `README.md has changed since it was packed, and ${KEPT_README} has its text from before: ` +
        `merge the two in README.md, then delete ${KEPT_README}`,
    );
  }
  renameSync(KEPT_README, 'README.md');
}
