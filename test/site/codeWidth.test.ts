import { expect, inject, test } from 'vitest';
import { openPage } from '../browser/support/openPage';
import { documentPages } from './support/siteFiles';

/** The widest letters of a font of code, in heights: those of SF Mono. */
const WIDEST = 0.62;

test('no page cuts a line of code in a window of 1280 pixels', async () => {
  // Pages are left while they fetch the pages that they link to.
  const page = await openPage('limits.html', {
    viewport: { width: 1280, height: 800 },
    expectedComplaint: /net::ERR_ABORTED/,
  });
  const cut: string[] = [];
  for (const path of documentPages) {
    await page.goto(new URL(path, inject('site')).href, { waitUntil: 'domcontentloaded' });
    const lines = await page.evaluate((widest) => {
      return Array.from(document.querySelectorAll('pre > code'), (code) => {
        const { fontSize, paddingLeft, paddingRight } = getComputedStyle(code);
        const room = (code.parentElement?.clientWidth ?? 0) - parseFloat(paddingLeft) - parseFloat(paddingRight);
        const most = Math.floor(room / (widest * parseFloat(fontSize)));
        return (code.textContent ?? '').split('\n').filter((line) => line.length > most);
      }).flat();
    }, WIDEST);
    cut.push(...lines.map((line) => `${path}: ${line}`));
  }
  expect(cut).toEqual([]);
});
