import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteFolder } from './support/siteFiles';

test('llms.txt has another name for each page, and a description', () => {
  const text = readFileSync(join(siteFolder, 'llms.txt'), 'utf8');
  const pages = Array.from(text.matchAll(/^- \[(.*?)\]\(.*?\):(.*)$/gm), ([, name, about]) => ({ name, about }));
  const names = pages.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(pages.filter(({ about }) => about.trim() === '')).toEqual([]);
});
