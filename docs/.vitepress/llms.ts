import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSiteLinks } from './links';
import { pageOf, root, sections } from './pages';
import { descriptionOf } from './textOf';

/** The text of a document with links that begin at the folder of the site. */
const textFromSite = (file: string) => withSiteLinks(file, readFileSync(join(root, file), 'utf8'), 'llms.txt');

/** Writes the list of all pages and the text of all pages for language models: see https://llmstxt.org. */
export function writeLlmsTexts(outDir: string, title: string, description: string): void {
  const lists = sections.map(({ name, pages }) => {
    const items = pages.map((page) => {
      const text = readFileSync(join(root, page.file), 'utf8');
      return `- [${page.name}](./${pageOf(page.file) ?? ''}): ${descriptionOf(text)}\n`;
    });
    return `## ${name}\n\n${items.join('')}`;
  });
  writeFileSync(join(outDir, 'llms.txt'), [`# ${title}\n\n> ${description}\n`, ...lists].join('\n'));
  const texts = sections.flatMap(({ pages }) => pages.map(({ file }) => textFromSite(file)));
  writeFileSync(join(outDir, 'llms-full.txt'), texts.join('\n'));
}
