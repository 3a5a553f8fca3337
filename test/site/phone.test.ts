import { describe, expect, test } from 'vitest';
import { openPage } from '../browser/support/openPage';
import { documentPages } from './support/siteFiles';

const phone = { viewport: { width: 390, height: 800 }, touch: true };

describe('a phone', () => {
  test.each(documentPages)('%s is not wider than the screen', async (path) => {
    const page = await openPage(path, phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
  });
});
