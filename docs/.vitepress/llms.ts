import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryNames } from '../../entries';
import { withSiteLinks } from './links';
import { documents, type Page, pageOf, root, sections } from './pages';
import { descriptionOf } from './textOf';

/** The text of a document with links that begin at the folder of the site. */
const textFromSite = (file: string) => withSiteLinks(file, readFileSync(join(root, file), 'utf8'), 'llms.txt');

/** Returns the pages of the reference. Each is named by its entry point and its first heading: 'slabtree/three: Cast'. */
function referencePages(): Page[] {
  const files = documents().filter((file) => file.startsWith('docs/reference/'));
  return files.map((file) => {
    const [, heading = file] = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    const around = entryNames.filter((name) => file.startsWith(`docs/reference/${name}/`));
    // All other entry points are in the folder of slabtree, which is the first.
    const entryPoint = around.at(-1) ?? heading;
    return { name: entryPoint === heading ? heading : `${entryPoint}: ${heading}`, file };
  });
}

/** Writes the list of all pages and the text of all pages for language models: see https://llmstxt.org. */
export function writeLlmsTexts(outDir: string, title: string, description: string): void {
  const all = [...sections, { name: 'Reference', pages: referencePages() }].filter(({ pages }) => pages.length > 0);
  const lists = all.map(({ name, pages }) => {
    const items = pages.map((page) => {
      const text = readFileSync(join(root, page.file), 'utf8');
      return `- [${page.name}](./${pageOf(page.file) ?? ''}): ${descriptionOf(text)}\n`;
    });
    return `## ${name}\n\n${items.join('')}`;
  });
  writeFileSync(join(outDir, 'llms.txt'), [`# ${title}\n\n> ${description}\n`, ...lists].join('\n'));
  const texts = all.flatMap(({ pages }) => pages.map(({ file }) => textFromSite(file)));
  writeFileSync(join(outDir, 'llms-full.txt'), texts.join('\n'));
}
