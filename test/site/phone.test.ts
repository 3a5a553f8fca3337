import { describe, expect, test } from 'vitest';
import { openPage } from '../browser/support/openPage';
import { documentPages } from './support/siteFiles';

const phone = { viewport: { width: 390, height: 800 }, touch: true };

describe('a phone', () => {
  test.each(documentPages)('%s is not wider than the screen', async (path) => {
    // The test ends while the demo of the front page is loaded.
    const page = await openPage(path, { ...phone, expectedComplaint: /net::ERR_ABORTED/ });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
  });
});
