import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { picturesIn, withSiteLinks } from './links';
import { DEMO, documents, pageOf, root } from './pages';

/** The folder of the pages as VitePress reads them. */
export const written = resolve(import.meta.dirname, 'written');

/** Writes the page of a document: its text, with the links that it has on the site, and the pictures that it shows. */
export function writePage(file: string): void {
  const page = pageOf(file);
  if (page === null) throw new Error(`${file} has no page on the site`);
  const text = readFileSync(join(root, file), 'utf8');
  write(page, withSiteLinks(file, text, page));
  for (const [picture, path] of picturesIn(file, text)) copy(picture, path);
}

/** Writes all pages and their pictures anew. The stills of the demo are not in a document. */
export function writePages(): void {
  rmSync(written, { recursive: true, force: true });
  for (const file of documents()) writePage(file);
  for (const name of [`${DEMO}.jpg`, `${DEMO}-dark.jpg`]) copy(`examples/pictures/${name}`, name);
}

function write(page: string, text: string): void {
  const path = join(written, page);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Copies a file of the repository to a path on the site. */
function copy(file: string, path: string): void {
  cpSync(join(root, file), join(written, path));
}

// Run as a program.
if (process.argv[1] === import.meta.filename) writePages();
