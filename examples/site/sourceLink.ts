import { dirname } from 'node:path/posix';
import type { Plugin } from 'vite';

/** Knows the address of a folder of the project. */
interface Host {
  browse(path: string): string;
}

/** A plugin that links each example to its folder at the host of the project. Without a host, pages stay as they are. */
export function sourceLink(host: Host | null): Plugin {
  return {
    name: 'source-link',
    transformIndexHtml: (html, { path }) => (host === null ? html : withSourceLink(html, path, host)),
  };
}

/** @param path of the page in the site, as '/editor/index.html'. */
export function withSourceLink(html: string, path: string, host: Host): string {
  const source = host.browse(`examples${dirname(path)}`);
  return html.replace('</nav>', ` · <a href="${source}">Source of this page</a></nav>`);
}
