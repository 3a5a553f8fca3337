import type { DefaultTheme } from 'vitepress';
import { exampleOf } from './links';
import { pageOf, sections } from './pages';

/** Returns the address of a page from the folder of the site, as '/guide'. */
const addressOf = (file: string) => `/${pageOf(file)?.replace(/\.md$/, '') ?? ''}`;

/** The menu beside each page. */
export const sidebar: DefaultTheme.SidebarItem[] = sections
  .filter(({ pages }) => pages.length > 0)
  .map(({ name, pages }) => ({
    text: name,
    items: pages.map(({ name, file }) => ({ text: name, link: addressOf(file) })),
  }));

/** The menu at the top. */
export const nav: DefaultTheme.NavItem[] = [
  { text: 'Guide', link: '/guide' },
  ...(exampleOf('examples/playground') === null ? [] : [{ text: 'Playground', link: '/examples/playground/' }]),
  { text: 'Examples', link: '/examples/' },
  { text: 'Changelog', link: '/changelog' },
];
