import { statSync } from 'node:fs';
import { posix } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** A link of a document to a file of the project. */
export interface FileLink {
  /** The path of the file, or of the folder, in the project. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The heading in that file, as '#timings', or nothing. */
  readonly anchor: string;
}

/** A part of a text, from its first character to the one after its last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly address: Range;
  /** What makes a text a link, before and after that text. Nothing for pictures and definitions. */
  readonly around: readonly Range[];
}

/**
 * Returns a Markdown text with other addresses in its links to files. Links to other sites and to headings of the text stay.
 *
 * @param document the path of the text, at which its links begin.
 * @param addressOf returns the new address. With undefined, the link stays as it is. With null, the text of the link takes its place.
 * @param root the folder of the project.
 * @throws Error if there is no file at the end of a link.
 */
export function replaceLinks(
  document: string,
  markdown: string,
  addressOf: (link: FileLink) => string | null | undefined,
  root = '.',
): string {
  const edits: (Range & { readonly text: string })[] = [];
  for (const { address, around } of linksToFiles(document, markdown)) {
    const url = markdown.slice(address.from, address.to);
    const [file, anchor = ''] = url.split(/(?=#)/);
    const path = posix.join(posix.dirname(document), file);
    const found = statSync(posix.join(root, path), { throwIfNoEntry: false });
    if (found === undefined) throw new Error(`${document} has a link to ${url}, but there is no such file`);
    const text = addressOf({ path, isFolder: found.isDirectory(), anchor });
    if (text === null) edits.push(...around.map((range) => ({ ...range, text: '' })));
    else if (text !== undefined) edits.push({ ...address, text });
  }
  edits.sort((a, b) => a.from - b.from);
  let replaced = '';
  let done = 0;
  for (const { from, to, text } of edits) {
    replaced += markdown.slice(done, from) + text;
    done = to;
  }
  return replaced + markdown.slice(done);
}

function linksToFiles(document: string, markdown: string): Place[] {
  const nodes = [...withDescendants(fromMarkdown(markdown))];
  const links = nodes.flatMap((node) => linksOf(node, document, markdown));
  // Other links lead to other sites, or to a heading of this text.
  return links.filter(({ address: { from, to } }) => !/^([a-z][a-z\d+.-]*:|\/\/|#)/i.test(markdown.slice(from, to)));
}

function* withDescendants(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* withDescendants(child);
}

const startOf = (node: Nodes | undefined): number => node?.position?.start.offset ?? 0;
const endOf = (node: Nodes | undefined): number => node?.position?.end.offset ?? 0;

function linksOf(node: Nodes, document: string, markdown: string): Place[] {
  const start = startOf(node);
  const source = markdown.slice(start, endOf(node));
  switch (node.type) {
    case 'link':
    case 'image':
    case 'definition': {
      const { url } = node;
      // Search after the last separator: the text of a link may contain a picture, which has a separator too.
      const at = source.indexOf(url, source.lastIndexOf(node.type === 'definition' ? ']:' : ']('));
      if (at < 0) throw new Error(`${document} has a link, ${source}, whose address is escaped: write it unescaped`);
      const from = start + at;
      const around =
        node.type === 'link'
          ? [
              { from: start, to: startOf(node.children[0]) },
              { from: endOf(node.children.at(-1)), to: start + source.length },
            ]
          : [];
      return [{ address: { from, to: from + url.length }, around }];
    }
    case 'html':
      return [...source.matchAll(/(?<=\b(?:src|srcset|href)=")[^"]*/g)].map(({ index, 0: url }) => ({
        address: { from: start + index, to: start + index + url.length },
        around: [],
      }));
    default:
      return [];
  }
}
