import { expect, inject, test } from 'vitest';
import { openPage } from '../browser/support/openPage';
import { documentPages } from './support/siteFiles';

const phone = { viewport: { width: 390, height: 800 }, touch: true };

test('on a phone no page is wider than the screen', async () => {
  // Pages are left while they fetch the pages that they link to, and the front page while it loads its demo.
  const page = await openPage('limits.html', { ...phone, expectedComplaint: /net::ERR_ABORTED/ });
  const widths: Record<string, number> = {};
  for (const path of documentPages) {
    await page.goto(new URL(path, inject('site')).href);
    widths[path] = await page.evaluate(() => document.documentElement.scrollWidth);
  }
  expect(widths).toEqual(Object.fromEntries(documentPages.map((path) => [path, phone.viewport.width])));
});
