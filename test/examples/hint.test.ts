import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { exampleNames } from '../browser/support/exampleNames';

/** About as many letters fit on one line of a panel. */
const LINE = 60;

it.each(exampleNames.filter((name) => name !== 'playground'))('the page says in one line what to do: %s', (name) => {
  const page = readFileSync(resolve(import.meta.dirname, `../../examples/${name}/index.html`), 'utf8');
  const [, hint = ''] = /<p class="hint" id="hint">(.+?)<\/p>/s.exec(page) ?? [];
  const text = hint
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  expect(text).toMatch(/^[A-Z].*\.$/);
  expect(text.length).toBeLessThanOrEqual(LINE);
  expect(page).toContain('aria-describedby="hint help"');
});
