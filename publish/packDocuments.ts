import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedDocuments, packedText } from './packedText';
import { projectAddress } from './projectAddress';
import { KEPT, restoreDocuments } from './restoreDocuments';

/**
 * npm runs this before it packs. It replaces the documents by those that are packed, as npm packs only the files of these names.
 * If the address of the project is not set, they stay as they are.
 */

// An earlier run of npm may have failed and left its documents behind.
restoreDocuments();
const host = projectAddress();
if (host !== null) {
  // All before the first is replaced: a bad link throws.
  const texts = packedDocuments().map((path) => [path, packedText(path, readFileSync(path, 'utf8'), host)] as const);
  for (const [path, text] of texts) {
    cpSync(path, join(KEPT, path), { preserveTimestamps: true });
    writeFileSync(path, text);
  }
}
