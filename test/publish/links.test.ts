import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

const read = (path: string) => readFileSync(join(root, path), 'utf8');

function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesOf(child);
}

const cache = new Map<string, readonly Nodes[]>();

/** The nodes of a document, which is parsed once: many links lead to one document. */
function nodesIn(path: string): readonly Nodes[] {
  const nodes = cache.get(path) ?? [...nodesOf(fromMarkdown(read(path)))];
  cache.set(path, nodes);
  return nodes;
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** The names of the headings of a document in addresses, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = nodesIn(path).filter((node) => node.type === 'heading');
  return headings.map((heading) =>
    textOf(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksOf(path: string): string[] {
  const links = nodesIn(path).filter((node) => node.type === 'link');
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
