import { statSync } from 'node:fs';
import { extname, posix } from 'node:path';
import type { GitHost } from 'hosted-git-info';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

const PICTURES = ['.gif', '.jpg', '.png', '.svg', '.webp'];

/** A link to a file of the project, and where it is in the text. */
interface Link {
  readonly url: string;
  readonly from: number;
}

/**
 * A Markdown text whose links to files lead to where the project is hosted: to a page that shows the file, or, of a picture,
 * to the file itself.
 *
 * @throws Error where a link leads to no file.
 */
export function absoluteLinks(markdown: string, host: GitHost): string {
  let text = '';
  let done = 0;
  for (const { url, from } of linksToFiles(markdown)) {
    text += markdown.slice(done, from) + absoluteLink(url, host);
    done = from + url.length;
  }
  return text + markdown.slice(done);
}

/** In their order. */
function linksToFiles(markdown: string): Link[] {
  const nodes = [...withDescendants(fromMarkdown(markdown))];
  const links = nodes.flatMap((node) => linksOf(node, markdown));
  // Others lead elsewhere, or to a heading of the text itself.
  return links.filter(({ url }) => !/^([a-z][a-z\d+.-]*:|\/\/|#)/i.test(url)).sort((a, b) => a.from - b.from);
}

function* withDescendants(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* withDescendants(child);
}

function linksOf(node: Nodes, markdown: string): Link[] {
  const start = node.position?.start.offset ?? 0;
  const source = markdown.slice(start, node.position?.end.offset);
  switch (node.type) {
    case 'link':
    case 'image':
    case 'definition': {
      const { url } = node;
      // After the last separator: the text of a link may hold a picture, which has one too.
      const at = source.indexOf(url, source.lastIndexOf(node.type === 'definition' ? ']:' : ']('));
      if (at < 0) throw new Error(`README.md has a link, ${source}, whose address is escaped: write it as it is`);
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

function absoluteLink(link: string, host: GitHost): string {
  const [file, ...anchor] = link.split(/(?=#)/);
  const path = posix.normalize(file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`README.md has a link to ${link}, and there is no such file`);
  if (PICTURES.includes(extname(path))) return host.file(path);
  return (found.isDirectory() ? host.browse(path) : host.browseFile(path)) + anchor.join('');
}
