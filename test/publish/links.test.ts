import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const documents = ['.', 'bench', 'docs', 'docs/coming-from'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

const read = (path: string) => readFileSync(join(root, path), 'utf8');

function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesOf(child);
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** The names of the headings of a document in addresses, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = [...nodesOf(fromMarkdown(read(path)))].filter((node) => node.type === 'heading');
  return headings.map((heading) =>
    textOf(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksOf(path: string): string[] {
  const links = [...nodesOf(fromMarkdown(read(path)))].filter((node) => node.type === 'link');
  return links.map(({ url }) => url).filter((url) => !/^[a-z]+:/.test(url));
}

it.each(documents)('the links of %s lead to files and headings that exist', (document) => {
  const broken = linksOf(document).filter((link) => {
    const [file, anchor] = link.split('#');
    const path = file === '' ? document : join(dirname(document), file);
    if (!existsSync(join(root, path))) return true;
    return link.includes('#') && !anchorsOf(path).includes(anchor);
  });
  expect(broken).toEqual([]);
});
