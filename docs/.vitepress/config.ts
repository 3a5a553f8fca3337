import { cpSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchor';
import { baseAtRunTime, withRelativeAddresses } from './anyPrefix';
import { nav, sidebar } from './menus';
import { root } from './pages';

export default defineConfig({
  // writePages.ts writes it. VitePress finds its packages from there.
  srcDir: '.vitepress/written',
  outDir: join(root, 'dist-site'),
  lang: 'en',
  title: 'slabtree',
  description: 'A BVH for JavaScript: exact queries of 3D scenes over boxes and meshes, still or moving.',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { anchor: { slugify: anchorOf } },
  // `vite build examples` adds these. test/site follows all links.
  ignoreDeadLinks: [/\/examples\//],
  themeConfig: {
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
  transformHtml: (html, path, { siteConfig }) => withRelativeAddresses(html, relative(siteConfig.outDir, path)),
  buildEnd({ srcDir, outDir }) {
    // A server shows this page at any address, from which no relative address leads to the site.
    rmSync(join(outDir, '404.html'));
    // The Markdown twin of each page, and the pictures that it shows.
    cpSync(srcDir, outDir, { recursive: true });
  },
});
