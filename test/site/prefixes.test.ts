import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../browser/support/openPage';
import { prefixes } from './support/globalSetup';
import { documentPages } from './support/siteFiles';

const wide = { viewport: { width: 1280, height: 800 } };

/** The page that lies in the most folders. */
const [deepest] = [...documentPages].sort((a, b) => b.split('/').length - a.split('/').length);
/** A page in a folder, with the menu of the guides. */
const inFolder = 'coming-from/rapier.html';

/** Marks the document when its menus react. A page that the server sends anew has no mark. */
async function markWhenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  await page.evaluate(() => {
    document.documentElement.setAttribute('data-marked', '');
  });
}
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));

const headingOf = (page: Page) => page.locator('main h1').textContent();

describe.each(prefixes)('a site in the folder %s', (prefix) => {
  const folder = encodeURI(prefix.slice(1));
  /** The path of the current page in the site. */
  const pathOf = (page: Page) => new URL(page.url()).pathname.slice(1 + folder.length);

  test('menus, links of pages and the way back work without loading the page anew', async () => {
    // A page that is loaded anew gives up what it was fetching ahead.
    const page = await openPage(`${folder}${inFolder}`, { ...wide, expectedComplaint: /net::ERR_ABORTED/ });
    await markWhenReady(page);
    const sidebar = page.locator('.VPSidebar');
    await sidebar.getByRole('link', { name: 'Limits', exact: true }).click();
    await expect.poll(() => headingOf(page)).toContain('Limits');
    expect(pathOf(page)).toBe('limits.html');
    await page.locator('main').getByRole('link', { name: 'tiles', exact: true }).first().click();
    await expect.poll(() => headingOf(page)).toContain('tiles');
    expect(pathOf(page)).toMatch(/^tiles\.html/);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe(inFolder);
    await sidebar.getByRole('link', { name: 'Guide', exact: true }).click();
    await expect.poll(() => pathOf(page)).toBe('guide.html');
    expect(await isMarked(page)).toBe(true);
    await page.reload();
    expect(await headingOf(page)).toContain('Guide');
  });

  test('the search finds a heading, and leads to it without loading the page anew', async () => {
    const page = await openPage(`${folder}${deepest}`, wide);
    await markWhenReady(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('what an answer means');
    const found = page.getByRole('option').first();
    await found.waitFor();
    await found.click();
    await expect.poll(() => pathOf(page)).toBe('guide.html');
    expect(new URL(page.url()).hash).toBe('#what-an-answer-means');
    expect(await isMarked(page)).toBe(true);
  });

  test('the front page shows its demo after a still, and leads to the examples', async () => {
    const page = await openPage(folder, wide);
    await page.locator('.demo img:visible').evaluate((image: HTMLImageElement) => image.decode());
    const demo = page.frameLocator('iframe[title="Live demo"]');
    await expect.poll(() => demo.locator('#backend').textContent()).toContain('wasm');
    await page.locator('header').getByRole('link', { name: 'Examples', exact: true }).click();
    await page.waitForURL(`**/examples/`);
    expect(pathOf(page)).toBe('examples/');
  });
});
