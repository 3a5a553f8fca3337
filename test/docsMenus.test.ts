import { expect, test } from 'vitest';
import { documents, sections } from '../docs/.vitepress/pages';

test('the menus of the site list each document once', () => {
  const listed = sections.flatMap(({ pages }) => pages.map(({ file }) => file));
  const front = 'docs/.vitepress/front.md';
  // The reference has a menu of its own.
  const written = documents().filter((file) => !file.startsWith('docs/reference/'));
  expect([...listed, front].sort()).toEqual(written.sort());
});
