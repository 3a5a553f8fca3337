import { expect, inject, test } from 'vitest';
import { openPage } from '../browser/support/openPage';
import { documentPages } from './support/siteFiles';

/** The widest letters of a font of code, in heights: those of SF Mono. */
const WIDEST = 0.62;

test('in a window of 1280 pixels no page cuts code, and each line of a guide is as long as it was written', async () => {
  // Pages are left while they fetch the pages that they link to.
  const page = await openPage('limits.html', {
    viewport: { width: 1280, height: 800 },
    expectedComplaint: /net::ERR_ABORTED/,
  });
  const cut: string[] = [];
  const broken: string[] = [];
  for (const path of documentPages) {
    await page.goto(new URL(path, inject('site')).href, { waitUntil: 'domcontentloaded' });
    const blocks = await page.evaluate((widest) => {
      return Array.from(document.querySelectorAll('pre > code'), (code) => {
        const { fontSize, paddingLeft, paddingRight } = getComputedStyle(code);
        const pre = code.parentElement ?? code;
        const room = pre.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return {
          lines: (code.textContent ?? '').split('\n'),
          most: Math.floor(room / (widest * parseFloat(fontSize))),
          isCut: pre.scrollWidth > pre.clientWidth,
        };
      });
    }, WIDEST);
    for (const { lines, most, isCut } of blocks) {
      if (isCut) cut.push(`${path}: ${lines[0]}`);
      // The docstrings, from which the reference is made, are wider.
      if (path.startsWith('reference/')) continue;
      broken.push(...lines.filter((line) => line.length > most).map((line) => `${path}: ${line}`));
    }
  }
  expect(cut).toEqual([]);
  expect(broken).toEqual([]);
});
