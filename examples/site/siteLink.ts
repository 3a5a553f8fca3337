import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Where a folder of examples goes, or is served. */
interface Destination {
  readonly command: 'build' | 'serve';
  readonly base: string;
  readonly build: { readonly outDir: string };
}

/** A plugin that links the grid of examples to the site, if the examples are its folder `examples`. */
export function siteLink(): Plugin {
  let isInSite = false;
  return {
    name: 'site-link',
    configResolved: (config) => {
      isInSite = isPartOfSite(config);
    },
    transformIndexHtml: (html, { path }) => (isInSite && path === '/index.html' ? withSiteLink(html) : html),
  };
}

/** Whether the examples are a folder of a site, and not a site of their own. */
export function isPartOfSite({ command, base, build }: Destination): boolean {
  return basename(command === 'build' ? build.outDir : base) === 'examples';
}

export function withSiteLink(html: string): string {
  return html.replace('<header>', '<header>\n      <nav><a href="../">slabtree: guides and reference</a></nav>');
}
