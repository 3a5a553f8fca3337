import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchor';
import { baseAtRunTime, withRelativeAddresses } from './anyPrefix';
import { withSiteLinks } from './links';
import { nav, sidebar } from './menus';
import { rewrites, root, withoutPage } from './pages';

/** The path of a document in the repository. */
const inRepository = (path: string) => relative(root, path).replaceAll('\\', '/');

export default defineConfig({
  // The changelog and the benchmarks are outside of docs.
  srcDir: root,
  srcExclude: withoutPage,
  rewrites,
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
    build: { chunkSizeWarningLimit: 2000 },
    // On the server, the base is '/': withRelativeAddresses replaces it.
    experimental: { renderBuiltUrl: (_, { ssr }) => (ssr ? undefined : { relative: true }) },
    plugins: [
      {
        name: 'links of the site',
        enforce: 'pre',
        transform: (code, id) => (id.endsWith('.md') ? withSiteLinks(inRepository(id), code) : null),
      },
      baseAtRunTime(),
    ],
  },
  transformHtml: (html, path, { siteConfig }) => withRelativeAddresses(html, relative(siteConfig.outDir, path)),
  buildEnd({ outDir }) {
    // A server shows this page at any address, from which no relative address leads to the site.
    rmSync(join(outDir, '404.html'));
  },
});
