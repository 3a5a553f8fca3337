import type { DefaultTheme } from 'vitepress';
import { exampleOf } from './links';
import { pageOf, sections } from './pages';
import { referenceSidebar } from './reference/sidebar';

/** Returns the address of a page from the folder of the site, as '/guide'. */
const addressOf = (file: string) => `/${pageOf(file)?.replace(/\.md$/, '') ?? ''}`;

const reference = referenceSidebar();

/** The menu beside each page but the pages of the reference. */
const guides: DefaultTheme.SidebarItem[] = sections
  .filter(({ pages }) => pages.length > 0)
  .map(({ name, pages }) => ({
    text: name,
    items: pages.map(({ name, file }) => ({ text: name, link: addressOf(file) })),
  }));

/** The menus beside the pages, by the folders of the pages. */
export const sidebar: DefaultTheme.SidebarMulti = { '/reference/': reference, '/': guides };

/** The menu at the top. */
export const nav: DefaultTheme.NavItem[] = [
  { text: 'Guide', link: '/guide' },
  ...(reference.length === 0 ? [] : [{ text: 'Reference', link: '/reference/' }]),
  ...(exampleOf('examples/playground') === null ? [] : [{ text: 'Playground', link: '/examples/playground/' }]),
  { text: 'Examples', link: '/examples/' },
  { text: 'Changelog', link: '/changelog' },
];
