import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { type DefaultTheme, defineConfigWithTheme, type HeadConfig } from 'vitepress';
import { anchorOf } from './anchor';
import { baseAtRunTime, withRelativeAddresses } from './anyPrefix';
import { writeLlmsTexts } from './llms';
import { firstLinks, nav, sidebar } from './menus';
import { DEMO, root } from './pages';
import { descriptionOf } from './textOf';

const title = 'slabtree';
const description = 'A BVH for JavaScript: exact queries of 3D scenes over boxes and triangles, still or moving.';

/**
 * A script that loads the still of the first screen in the site's theme before the styles are there: the browser finds lazy
 * pictures only after them. The script of VitePress, which comes before, has set the class `dark`.
 */
const loadStill = `const link = document.createElement('link');
const theme = document.documentElement.classList.contains('dark') ? '-dark' : '';
Object.assign(link, { rel: 'preload', as: 'image', fetchPriority: 'high', href: './${DEMO}' + theme + '.jpg' });
document.head.append(link);`;

/** The configuration of the theme, and what theme/FirstScreen.vue shows. */
export interface ThemeConfig extends DefaultTheme.Config {
  /** The name of the example that is the demo. */
  readonly demo: string;
  readonly firstLinks: typeof firstLinks;
}

export default defineConfigWithTheme<ThemeConfig>({
  // writePages.ts writes it. VitePress finds its packages from there.
  srcDir: '.vitepress/written',
  outDir: join(root, 'dist-site'),
  lang: 'en',
  title,
  description,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // `vite build examples` adds these. test/site follows all links.
  ignoreDeadLinks: [/\/examples\//],
  themeConfig: {
    demo: DEMO,
    firstLinks,
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: {
    // The index of the search is larger than the size from which Vite warns.
    build: { chunkSizeWarningLimit: 2000 },
    // On the server, the base is '/': withRelativeAddresses replaces it.
    experimental: { renderBuiltUrl: (_, { ssr }) => (ssr ? undefined : { relative: true }) },
    plugins: [baseAtRunTime()],
    server: { fs: { allow: [root] } },
  },
  transformPageData(page, { siteConfig }) {
    const text = readFileSync(join(siteConfig.srcDir, page.filePath), 'utf8');
    return { description: descriptionOf(text).replaceAll('"', '&quot;') };
  },
  transformHead: ({ page }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', title: 'Markdown', href: posix.basename(page) }],
    ...(page === 'index.md' ? [['script', {}, `{ ${loadStill} }`] satisfies HeadConfig] : []),
  ],
  transformHtml: (html, path, { siteConfig }) => withRelativeAddresses(html, relative(siteConfig.outDir, path)),
  buildEnd({ srcDir, outDir }) {
    // A server shows this page at any address, from which no relative address leads to the site.
    rmSync(join(outDir, '404.html'));
    // The Markdown twin of each page, and the pictures that it shows.
    cpSync(srcDir, outDir, { recursive: true });
    writeLlmsTexts(outDir, title, description);
  },
});
