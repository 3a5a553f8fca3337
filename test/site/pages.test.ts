import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, sections } from '../../docs/.vitepress/pages';
import { siteFolder } from './support/siteFiles';

test('the menus list each document once', () => {
  const listed = sections.flatMap(({ pages }) => pages.map(({ file }) => file));
  const others = ['docs/.vitepress/front.md'];
  const inReference = documents().filter((file) => file.startsWith('docs/reference/'));
  expect([...listed, ...others, ...inReference].sort()).toEqual(documents().sort());
});

test('llms.txt has another name for each page, and a description', () => {
  const text = readFileSync(join(siteFolder, 'llms.txt'), 'utf8');
  const pages = Array.from(text.matchAll(/^- \[(.*?)\]\(.*?\):(.*)$/gm), ([, name, about]) => ({ name, about }));
  const names = pages.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(pages.filter(({ about }) => about.trim() === '')).toEqual([]);
});
