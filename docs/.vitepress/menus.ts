import type { DefaultTheme } from 'vitepress';
import { pageOf, sections } from './pages';
import { referenceSidebar } from './reference/sidebar';

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

const start: MenuLink = { text: 'Getting started', link: addressOf('docs/start.md') };
const playground: MenuLink = { text: 'Playground', link: '/examples/playground/' };
const examples: MenuLink = { text: 'Examples', link: '/examples/' };
const sidebarOfReference = referenceSidebar();
/** Empty if `npm start` serves a site whose reference was never built. */
const reference: MenuLink[] = sidebarOfReference.length > 0 ? [{ text: 'Reference', link: '/reference/' }] : [];

/** The menu beside each page but the pages of the reference. */
const guides: DefaultTheme.SidebarItem[] = sections.map(({ name, pages }) => ({
  text: name,
  items: pages.map(({ name, file }) => ({ text: name, link: addressOf(file) })),
}));

/** The menus beside the pages, by the folders of the pages. */
export const sidebar: DefaultTheme.SidebarMulti = { '/reference/': sidebarOfReference, '/': guides };

/** The menu at the top. */
export const nav: DefaultTheme.NavItem[] = [
  { text: 'Guide', link: addressOf('docs/guide.md') },
  ...reference,
  playground,
  examples,
  { text: 'Changelog', link: addressOf('CHANGELOG.md') },
];

/** The links of the first screen. */
export const firstLinks: readonly MenuLink[] = [
  start,
  playground,
  examples,
  ...reference,
  { text: 'Coming from three-mesh-bvh', link: addressOf('docs/coming-from/three-mesh-bvh.md') },
  { text: 'How it stays exact', link: addressOf('docs/exactness.md') },
  { text: 'Performance', link: addressOf('docs/performance.md') },
];
