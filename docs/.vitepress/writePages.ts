import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pictureOf, withSiteLinks } from './links';
import { DEMO, documents, pageOf, root } from './pages';

/** The folder of the pages as VitePress reads them. */
export const written = resolve(import.meta.dirname, 'written');

/** Writes the page of a document: its text, with the links that it has on the site. */
export function writePage(file: string): void {
  const page = pageOf(file);
  if (page === null) throw new Error(`${file} has no page on the site`);
  write(page, withSiteLinks(file, readFileSync(join(root, file), 'utf8'), page));
}

/** Writes all pages and their pictures anew. */
export function writePages(): void {
  rmSync(written, { recursive: true, force: true });
  for (const file of documents()) writePage(file);
  for (const name of readdirSync(join(root, 'docs'))) {
    const picture = pictureOf(`docs/${name}`);
    if (picture !== null) cpSync(join(root, 'docs', name), join(written, picture));
  }
  for (const name of [`${DEMO}.jpg`, `${DEMO}-dark.jpg`]) {
    cpSync(join(root, 'examples/pictures', name), join(written, name));
  }
}

function write(page: string, text: string): void {
  const path = join(written, page);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

// Run as a program.
if (process.argv[1] === import.meta.filename) writePages();
