import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/openPage';

/** Opens the demo in a frame of a page of the same site. */
async function openEmbedded(query: string): Promise<{ page: Page; frame: Frame }> {
  const page = await openPage('');
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.prepend(frame);
  }, `front/${query}`);
  const handle = await page.locator('iframe').elementHandle();
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('the page has no frame');
  await expect.poll(() => frame.locator('#backend').textContent()).toContain('wasm');
  return { page, frame };
}

function themeOf(frame: Frame): Promise<string | undefined> {
  return frame.evaluate(() => document.documentElement.dataset.theme);
}

describe('the city drawn by rays', () => {
  it('the Raycaster of three.js finds the same box as the page, and would take minutes for a frame', async () => {
    const page = await openPage('front/', { viewport: { width: 640, height: 400 } });
    await expect.poll(() => page.locator('#answer').textContent()).toBe('the same box');
    await expect.poll(() => page.locator('#three-time').textContent()).toMatch(/ms$/);
    expect(await page.locator('#three-frame').textContent()).toMatch(/ s$/);
    expect(await page.locator('#rays').textContent()).toMatch(/^\d+,\d00$/);
  });

  it('the page in a frame shows its times over the picture, without its panel', async () => {
    const { frame } = await openEmbedded('');
    expect(await themeOf(frame)).toBe('light');
    expect(await frame.locator('.readout').first().isVisible()).toBe(true);
    expect(await frame.locator('h1').isVisible()).toBe(false);
    const fills = await frame.locator('canvas').evaluate((canvas) => canvas.clientWidth === innerWidth);
    expect(fills).toBe(true);
  });

  it('the page in a frame takes the theme from the address, and then from messages of the page around it', async () => {
    const { page, frame } = await openEmbedded('?theme=dark');
    expect(await themeOf(frame)).toBe('dark');
    const send = (message: unknown) =>
      page.evaluate((data) => {
        document.querySelector('iframe')?.contentWindow?.postMessage(data, location.origin);
      }, message);
    await send({ theme: 'light' });
    await expect.poll(() => themeOf(frame)).toBe('light');
    await send({ theme: 'purple' });
    await send('dark');
    await send({ theme: 'dark' });
    await expect.poll(() => themeOf(frame)).toBe('dark');
  });
});
