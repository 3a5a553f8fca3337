import { extname } from 'node:path';
import type { GitHost } from 'hosted-git-info';
import { type FileLink, replaceLinks } from './replaceLinks';

const PICTURES = ['.gif', '.jpg', '.png', '.svg', '.webp'];

/** Returns the address of a file at the project's host: a picture itself, and a page that shows any other file. */
export function addressAtHost({ path, isFolder, anchor }: FileLink, host: GitHost): string {
  if (PICTURES.includes(extname(path))) return host.file(path) + anchor;
  return (isFolder ? host.browse(path) : host.browseFile(path)) + anchor;
}

/**
 * Replaces links to files in a Markdown text by links to the project's host. A link to a picture leads to the file itself,
 * and any other link to a page that shows the file.
 *
 * @param document the path of the text, at which its links begin.
 * @param isReplaced tells which links are replaced, by the path of their file. The others stay as they are.
 * @throws Error if there is no file at the end of a link.
 */
export function absoluteLinks(
  document: string,
  markdown: string,
  host: GitHost,
  isReplaced: (path: string) => boolean = () => true,
): string {
  return replaceLinks(document, markdown, (link) => (isReplaced(link.path) ? addressAtHost(link, host) : undefined));
}
