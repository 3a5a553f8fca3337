import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packedText } from './packedText';
import { projectAddress } from './projectAddress';

/** The documents are kept in this folder, by their paths, while npm packs others in their place. */
export const KEPT = '.kept';

/** Puts the documents back as they were before `packDocuments.ts`. Throws if one has been changed in the meantime. */
export function restoreDocuments(): void {
  if (!existsSync(KEPT)) return;
  const host = projectAddress();
  const paths = readdirSync(KEPT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(KEPT, join(parentPath, name)));
  for (const path of paths) {
    const kept = readFileSync(join(KEPT, path), 'utf8');
    const current = readFileSync(path, 'utf8');
    if (current !== kept && (host === null || current !== packedText(path, kept, host))) {
      throw new Error(
        `${path} has changed since it was packed, and ${join(KEPT, path)} has its text from before: ` +
          `merge the two in ${path}, then delete ${join(KEPT, path)}`,
      );
    }
  }
  for (const path of paths) renameSync(join(KEPT, path), path);
  rmSync(KEPT, { recursive: true });
}
