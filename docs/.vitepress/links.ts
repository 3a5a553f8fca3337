import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { addressAtHost } from '../../publish/absoluteLinks';
import { projectAddress } from '../../publish/projectAddress';
import { replaceLinks } from '../../publish/replaceLinks';
import { pageOf, root } from './pages';

const host = projectAddress(root);

/** Returns the path of a picture on the site, as 'shapes.svg'. Null if the path leads to no picture. */
function pictureOf(path: string): string | null {
  return /\.(?:gif|jpg|png|svg|webp)$/.test(path) ? path.replace(/^docs\//, '') : null;
}

/** Returns the path of an example on the site, as 'examples/editor/'. Null if the path leads to no example. */
export function exampleOf(path: string): string | null {
  const folder = posix.join(path, '/');
  return folder.startsWith('examples/') && existsSync(join(root, folder, 'index.html')) ? folder : null;
}

/**
 * Returns the Markdown of a document with the links that it has on the site: to pages, pictures and examples, and else to the host
 * of the project. Where the project has no host, the text of the link takes its place.
 *
 * @param file the path of the document in the repository.
 * @param page the path on the site at which the links begin.
 * @throws Error if there is no file at the end of a link.
 */
export function withSiteLinks(file: string, markdown: string, page: string): string {
  return replaceLinks(
    file,
    markdown,
    (link) => {
      const target = pageOf(link.path) ?? pictureOf(link.path) ?? exampleOf(link.path);
      if (target !== null) return wayTo(target, page) + link.anchor;
      return host === null ? null : addressAtHost(link, host);
    },
    root,
  );
}

/**
 * Returns the pictures that a document links to: the path of each in the repository, as 'docs/shapes.svg', and its path on the
 * site, as 'shapes.svg'.
 *
 * @param file the path of the document in the repository.
 */
export function picturesIn(file: string, markdown: string): ReadonlyMap<string, string> {
  const pictures = new Map<string, string>();
  replaceLinks(
    file,
    markdown,
    ({ path }) => {
      const picture = pictureOf(path);
      if (picture !== null) pictures.set(path, picture);
      return undefined;
    },
    root,
  );
  return pictures;
}

/** Returns the relative address of a path on the site from a page, as './guide.md' or '../examples/editor/'. */
function wayTo(path: string, page: string): string {
  const way = posix.relative(posix.dirname(page), path);
  // posix.relative drops the slash at the end.
  return (way.startsWith('.') ? way : `./${way}`) + (path.endsWith('/') ? '/' : '');
}
