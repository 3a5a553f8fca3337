import { readdirSync } from 'node:fs';
import type { GitHost } from 'hosted-git-info';
import { absoluteLinks } from './absoluteLinks';

/** The Markdown files that npm shows on the pages of the packages. */
const READMES = ['README.md', 'cli/README.md'];

/** The Markdown files that npm packs, by their paths. */
export function packedDocuments(): string[] {
  const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
  return [...READMES, 'CHANGELOG.md', ...docs.map((name) => `docs/${name}`)];
}

/**
 * A document as npm packs it. Its links to files that are not packed with it lead to the project's host. So do all links of a
 * README, which npm shows on a page of its own.
 *
 * @throws Error if there is no file at the end of a link.
 */
export function packedText(document: string, markdown: string, host: GitHost): string {
  const isPacked = (path: string) =>
    path === 'LICENSE' || (path !== 'cli/README.md' && packedDocuments().includes(path));
  return absoluteLinks(document, markdown, host, (path) => READMES.includes(document) || !isPacked(path));
}
