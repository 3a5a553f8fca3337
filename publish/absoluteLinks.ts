import { statSync } from 'node:fs';
import { extname, posix } from 'node:path';
import type { GitHost } from 'hosted-git-info';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

const PICTURES = ['.gif', '.jpg', '.png', '.svg', '.webp'];

/** A link to a file of the project, and its place in the text. */
interface Link {
  readonly url: string;
  readonly from: number;
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
  let text = '';
  let done = 0;
  for (const { url, from } of linksToFiles(document, markdown)) {
    const [file, ...anchor] = url.split(/(?=#)/);
    const path = posix.join(posix.dirname(document), file);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) throw new Error(`${document} has a link to ${url}, but there is no such file`);
    if (!isReplaced(path)) continue;
    text += markdown.slice(done, from) + addressOf(path, found.isDirectory(), host) + anchor.join('');
    done = from + url.length;
  }
  return text + markdown.slice(done);
}

/** In the order of the text. */
function linksToFiles(document: string, markdown: string): Link[] {
  const nodes = [...withDescendants(fromMarkdown(markdown))];
  const links = nodes.flatMap((node) => linksOf(node, document, markdown));
  // Other links lead to other sites, or to a heading of this text.
  return links.filter(({ url }) => !/^([a-z][a-z\d+.-]*:|\/\/|#)/i.test(url)).sort((a, b) => a.from - b.from);
}

function* withDescendants(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* withDescendants(child);
}

function linksOf(node: Nodes, document: string, markdown: string): Link[] {
  const start = node.position?.start.offset ?? 0;
  const source = markdown.slice(start, node.position?.end.offset);
  switch (node.type) {
    case 'link':
    case 'image':
    case 'definition': {
      const { url } = node;
      // Search after the last separator: the text of a link may contain a picture, which has a separator too.
      const at = source.indexOf(url, source.lastIndexOf(node.type === 'definition' ? ']:' : ']('));
      if (at < 0) throw new Error(`${document} has a link, ${source}, whose address is escaped: write it unescaped`);
      return [{ url, from: start + at }];
    }
    case 'html':
      return [...source.matchAll(/(?<=\b(?:src|srcset|href)=")[^"]*/g)].map(({ index, 0: url }) => ({
        url,
        from: start + index,
      }));
    default:
      return [];
  }
}

function addressOf(path: string, isFolder: boolean, host: GitHost): string {
  if (PICTURES.includes(extname(path))) return host.file(path);
  return isFolder ? host.browse(path) : host.browseFile(path);
}
