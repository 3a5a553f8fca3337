import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readResults } from '../resultsFile';
import { type Measured, measuredFrom } from './measured';

/** The picture of the closest hits. */
export const chartDocument = 'docs/closest-hit.svg';

const root = resolve(import.meta.dirname, '../..');

/** Returns the paths of all documents that may have figures. The changelog has none: what it says does not change. */
export function documents(): string[] {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/(^|\/)(?:\.vitepress|node_modules|reference)\//.test(path))
    .map((path) => join('docs', path));
  return ['README.md', 'bench/README.md', 'src/kernel/README.md', ...pages].sort();
}

export function pathOf(document: string): string {
  return join(root, document);
}

export function readDocument(document: string): string {
  return readFileSync(pathOf(document), 'utf8');
}

/** Reads bench/results.json and bench/elsewhere.json. */
export function readMeasured(): Measured {
  return measuredFrom(readResults(pathOf('bench/results.json')), readResults(pathOf('bench/elsewhere.json')));
}
