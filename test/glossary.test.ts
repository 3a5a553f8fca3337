import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** The rows of the table in src/README.md: `| term | meaning |`. */
function glossary(): { term: string; meaning: string }[] {
  const [, section = ''] =
    /^## Glossary\n(.*?)(?=^## |$(?![^]))/ms.exec(readFileSync(join(root, 'src/README.md'), 'utf8')) ?? [];
  const [, ...rows] = [...section.matchAll(/^\| +(.+?) +\| +(.+?) +\|$/gm)];
  return rows.filter(([row]) => !/^[| -]+$/.test(row)).map(([, term, meaning]) => ({ term, meaning }));
}

describe('the glossary in src/README.md', () => {
  const rows = glossary();

  it('each term of the glossary stands there once', () => {
    const terms = rows.flatMap(({ term }) => term.split(', ')).map((term) => term.toLowerCase());
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
  });

  it('the glossary names only files and folders that exist', () => {
    const paths = rows.flatMap(({ meaning }) => [...meaning.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, path]) => path));
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

it('the list of where a new query goes names only files and folders that exist', () => {
  const [section = ''] =
    /^## Where a new query goes\n.*?(?=^## )/ms.exec(readFileSync(join(root, 'src/README.md'), 'utf8')) ?? [];
  const paths = [...section.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(40);
  const places = ['', 'src'].map((folder) => join(root, folder));
  expect(paths.filter((path) => !places.some((place) => existsSync(join(place, path))))).toEqual([]);
});
