import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { anchorOf } from '../../docs/.vitepress/anchor';
import { textOf } from '../../docs/.vitepress/textOf';
import { documentPages, examplePages, siteFiles, siteFolder } from './support/siteFiles';

const read = (file: string) => readFileSync(join(siteFolder, file), 'utf8');

/** The links of a file, and the places in it that links lead to. */
interface Linked {
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

function inHtml(file: string): Linked {
  const elements = [...elementsOf(parse(read(file)))];
  const values = (...names: string[]) =>
    elements.flatMap(({ attrs }) => attrs.filter(({ name }) => names.includes(name)).map(({ value }) => value));
  return { links: values('href', 'src'), anchors: new Set(values('id')) };
}

function* elementsOf(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('attrs' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

function inMarkdown(file: string): Linked {
  const nodes = [...nodesOf(fromMarkdown(read(file)))];
  const headings = nodes.filter(({ type }) => type === 'heading').map((node) => anchorOf(textOf(node)));
  // The reference names the rows of its tables in HTML.
  const named = nodes.flatMap((node) =>
    node.type === 'html' ? [...node.value.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id) : [],
  );
  return {
    links: nodes.flatMap((node) => ('url' in node ? [node.url] : [])),
    anchors: new Set([...numbered(headings), ...named]),
  };
}

/** Numbers names that repeat, as code hosts and VitePress do: `raycast`, `raycast-1`, `raycast-2`. */
function numbered(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
}

function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesOf(child);
}

const cache = new Map<string, Linked>();

function linkedIn(file: string): Linked {
  const known = cache.get(file) ?? (file.endsWith('.html') ? inHtml(file) : inMarkdown(file));
  cache.set(file, known);
  return known;
}

/** Why a link leads nowhere. Null if it leads somewhere, or to another site. */
function mistakeOf(link: string, file: string): string | null {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return null;
  if (link.startsWith('/')) return `${link} is not relative`;
  const [, path = '', , anchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(decodeURI(link)) ?? [];
  const joined = path === '' ? file : posix.join(posix.dirname(file), path);
  const target = joined.endsWith('/') || joined === '.' ? posix.join(joined, 'index.html') : joined;
  if (!siteFiles.includes(target)) return `${link}: the site has no ${target}`;
  if (anchor === undefined || !/\.(html|md)$/.test(target)) return null;
  return linkedIn(target).anchors.has(anchor) ? null : `${link}: ${target} has no #${anchor}`;
}

const mistakesIn = (file: string) =>
  linkedIn(file)
    .links.map((link) => mistakeOf(link, file))
    .filter((mistake) => mistake !== null);

const texts = siteFiles.filter((file) => /\.(md|txt)$/.test(file));
/** Vite copies only the pictures that the examples show. */
const pictures = siteFiles.filter((file) => /\.(gif|jpg|png|svg|webp)$/.test(file) && !file.startsWith('examples/'));

describe('links', () => {
  test.each([...documentPages, ...examplePages])(
    'the links of %s are relative, and lead to files and headings',
    (page) => {
      expect(mistakesIn(page)).toEqual([]);
    },
  );

  test.each(texts)('the links of %s are relative, and lead to files and headings', (text) => {
    expect(mistakesIn(text)).toEqual([]);
  });

  test('a picture is on the site only if a page or a text shows it', () => {
    const linked = [...documentPages, ...texts].flatMap((file) =>
      linkedIn(file).links.map((link) => posix.join(posix.dirname(file), link)),
    );
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((picture) => !linked.includes(picture))).toEqual([]);
  });

  test.each(documentPages.filter((page) => page !== 'index.html'))(
    '%s has a twin in Markdown, and names it',
    (page) => {
      const twin = page.replace(/html$/, 'md');
      expect(siteFiles).toContain(twin);
      expect(linkedIn(page).links).toContain(posix.basename(twin));
      expect(linkedIn('llms.txt').links).toContain(`./${twin}`);
    },
  );
});
