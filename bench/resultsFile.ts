import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { Origin } from './origin';
import type { Result } from './report';

/** A result in a file, with the job that measured it and its own date and machine. */
export interface StoredResult extends Result {
  readonly job: string;
  readonly origin: Origin;
}

/** Reads results that {@link writeResults} has written, or people have entered. None if there is no such file. */
export function readResults(path: string): StoredResult[] {
  if (!existsSync(path)) return [];
  const { results } = JSON.parse(readFileSync(path, 'utf8')) as { results: StoredResult[] };
  return results;
}

/** Writes results in a form that Prettier does not change. Measurements are kept to five significant digits, and counts as they are. */
export async function writeResults(path: string, results: readonly StoredResult[]): Promise<void> {
  const round = (key: string, value: unknown) =>
    typeof value === 'number' && (key === 'median' || key === 'best') ? Number(value.toPrecision(5)) : value;
  writeFileSync(path, await format(JSON.stringify({ results }, round), { parser: 'json', printWidth: 120 }));
}

/** Returns the results with this one in the place of the last result of the same job, or at the end. */
export function mergeResult(results: readonly StoredResult[], fresh: StoredResult): StoredResult[] {
  const isKnown = results.some(({ job }) => job === fresh.job);
  if (!isKnown) return [...results, fresh];
  return results.map((each) => (each.job === fresh.job ? fresh : each));
}
