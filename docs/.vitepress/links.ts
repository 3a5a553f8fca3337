import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { addressAtHost } from '../../publish/absoluteLinks';
import { projectAddress } from '../../publish/projectAddress';
import { type FileLink, replaceLinks } from '../../publish/replaceLinks';
import { pageOf, root } from './pages';

const host = projectAddress(root);

/** Returns the path of an example on the site, as 'examples/editor/'. Null if the path leads to no example. */
export function exampleOf(path: string): string | null {
  const folder = posix.join(path, '/');
  return folder.startsWith('examples/') && existsSync(join(root, folder, 'index.html')) ? folder : null;
}

/**
 * Returns the Markdown of a document with the links that it has on the site: to other pages, to examples, and else to the host
 * of the project. Where the project has no host, the text of the link takes its place. Pictures stay as they are.
 *
 * @param file the path of the document in the repository.
 * @throws Error if there is no file at the end of a link.
 */
export function withSiteLinks(file: string, markdown: string): string {
  const from = posix.dirname(pageOf(file) ?? '.');
  const replace = (link: FileLink): string | null | undefined => {
    if (/\.(?:gif|jpg|png|svg|webp)$/.test(link.path)) return undefined;
    const target = pageOf(link.path) ?? exampleOf(link.path);
    // posix.relative drops the slash at the end.
    if (target !== null) return posix.join(posix.relative(from, target), target.endsWith('/') ? '/' : '') + link.anchor;
    return host === null ? null : addressAtHost(link, host);
  };
  return replaceLinks(file, markdown, replace, root);
}
