import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { pageOf, root, sections } from './pages';

/** A link of a menu: an address that begins at the folder of the site. */
interface MenuLink {
  readonly text: string;
  readonly link: string;
}

/** Returns the address of a page, as '/guide.html'. The address of an index is its folder. */
function addressOf(file: string): string {
  const page = pageOf(file);
  if (page === null) throw new Error(`${file} has no page on the site`);
  return `/${page.replace(/\.md$/, '.html').replace(/(^|\/)index\.html$/, '$1')}`;
}

/** Returns a link, or nothing if the site is built without the file. */
function linkIf(file: string, text: string, link = addressOf(file)): MenuLink[] {
  return existsSync(join(root, file)) ? [{ text, link }] : [];
}

const start = linkIf('docs/start.md', 'Getting started');
const examples = { text: 'Examples', link: '/examples/' };
const playground = linkIf('examples/playground/index.html', 'Playground', '/examples/playground/');
const reference = linkIf('docs/reference/index.md', 'Reference');

/** The menu beside each page. */
export const sidebar: DefaultTheme.SidebarItem[] = sections
  .filter(({ pages }) => pages.length > 0)
  .map(({ name, pages }) => ({
    text: name,
    items: pages.map(({ name, file }) => ({ text: name, link: addressOf(file) })),
  }));

/** The menu at the top. */
export const nav: DefaultTheme.NavItem[] = [
  ...linkIf('docs/guide.md', 'Guide'),
  ...reference,
  ...playground,
  examples,
  ...linkIf('CHANGELOG.md', 'Changelog'),
];

/** The links of the first screen. */
export const firstLinks: readonly MenuLink[] = [...start, ...playground, examples, ...reference];
