import { readdirSync } from 'node:fs';
import type { GitHost } from 'hosted-git-info';
import { absoluteLinks } from './absoluteLinks';

/** The Markdown files that npm packs, by their paths. */
export function packedDocuments(): string[] {
  const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
  return ['README.md', 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)];
}

/**
 * A document as npm packs it. Its links to files that are not packed lead to the project's host. So do all links of the README,
 * which npm shows on a page of its own.
 *
 * @throws Error if there is no file at the end of a link.
 */
export function packedText(document: string, markdown: string, host: GitHost): string {
  const isPacked = (path: string) => path === 'LICENSE' || packedDocuments().includes(path);
  return absoluteLinks(document, markdown, host, document === 'README.md' ? () => true : (path) => !isPacked(path));
}
