import { expect, test } from 'vitest';
import { documents, sections } from '../../docs/.vitepress/pages';

test('the menus list each document once', () => {
  const listed = sections.flatMap(({ pages }) => pages.map(({ file }) => file));
  const others = ['docs/.vitepress/front.md'];
  const inReference = documents().filter((file) => file.startsWith('docs/reference/'));
  expect([...listed, ...others, ...inReference].sort()).toEqual(documents().sort());
});
