import { existsSync, renameSync } from 'node:fs';

/** Where README.md is kept while npm packs another in its place. npm packs no file that begins with a dot. */
export const KEPT_README = '.README.md.kept';

/** Puts README.md back, as it was before `packReadme.ts`. */
export function restoreReadme(): void {
  if (existsSync(KEPT_README)) renameSync(KEPT_README, 'README.md');
}
