import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { textOf } from '../support/textOf';

const address = 'react-three-fiber/?objects=300';
const small = { viewport: { width: 820, height: 400 }, isStill: true };

describe('the page of react-three-fiber', () => {
  it.each(['index and moves', 'index', 'react-three-fiber'])(
    'the crystal under the pointer gets its events and a click: %s',
    async (way) => {
      const page = await openPage(address, small);
      await page.getByLabel(way, { exact: true }).check();
      const place = await placeOfCrystal(page);
      const name = await textOf(page, 'pointed');
      expect(name).toMatch(/^crystal \d+$/);
      await page.mouse.click(place.x, place.y);
      await expect.poll(() => textOf(page, 'clicked')).toBe('1');
      await page.mouse.move(2, 2);
      await expect.poll(() => textOf(page, 'pointed')).toBe('nothing');
    },
  );

  it('the page points at crystals by itself, in each way, and compares their times', async () => {
    const page = await openPage(address, { viewport: small.viewport });
    const names = new Set<string>();
    await expect
      .poll(async () => {
        names.add(await textOf(page, 'pointed'));
        return [...names].filter((name) => name.startsWith('crystal')).length;
      })
      .toBeGreaterThan(1);
    await expect.poll(() => textOf(page, 'compared')).toMatch(/times as long as index\.$/);
    await page.mouse.move(2, 2);
    await expect.poll(() => page.getByLabel('index and moves').isChecked()).toBe(true);
    await expect.poll(() => textOf(page, 'pointed')).toBe('nothing');
  });

  it('each way finds the same crystals', async () => {
    const page = await openPage(address, small);
    const found: string[][] = [];
    for (const way of ['index and moves', 'index', 'react-three-fiber']) {
      await page.getByLabel(way, { exact: true }).check();
      const { width, height } = await pictureBounds(page);
      const names: string[] = [];
      for (let i = 0; i < 20; i++) {
        await page.mouse.move(width * (0.3 + 0.02 * i), height * (0.35 + 0.3 * ((i * 0.618) % 1)));
        names.push(await textOf(page, 'pointed'));
      }
      found.push(names);
    }
    expect(found[0]).toEqual(found[2]);
    expect(found[1]).toEqual(found[2]);
    expect(new Set(found[0]).size).toBeGreaterThan(2);
  });

  it('the page compares the times of moves', async () => {
    const page = await openPage(address, small);
    await page.getByRole('button', { name: 'Time moves each way' }).click();
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(
        /^react-three-fiber alone takes [\d.]+ times as long as index and moves, and [\d.]+ times as long as index\.$/,
      );
    await expect.poll(() => textOf(page, 'stock-time')).toMatch(/s$/);
  });

  it('the page shows the times of mouse moves each way', async () => {
    const page = await openPage(address, small);
    const { width, height } = await pictureBounds(page);
    for (const [way, readout] of [
      ['index and moves', 'moves-time'],
      ['index', 'index-time'],
      ['react-three-fiber', 'stock-time'],
    ]) {
      await page.getByLabel(way, { exact: true }).check();
      for (let i = 0; i < 12; i++) await page.mouse.move(width * (0.4 + 0.01 * i), height / 2);
      await expect.poll(() => textOf(page, readout)).toMatch(/^[\d.]+ (µs|ms)$/);
    }
  });

  it('the page can be used by the keyboard', async () => {
    const page = await openPage(address, small);
    const place = await placeOfCrystal(page);
    await page.mouse.move(place.x, place.y);
    await page.locator('#picture').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page, 'clicked')).toBe('1');
  });
});

/** Moves the mouse to a crystal. */
async function placeOfCrystal(page: Page): Promise<{ x: number; y: number }> {
  const { width, height } = await pictureBounds(page);
  for (let i = 0; i < 100; i++) {
    const place = { x: width * (0.35 + 0.03 * (i % 10)), y: height * (0.35 + 0.03 * Math.floor(i / 10)) };
    await page.mouse.move(place.x, place.y);
    // A slow browser may still tell of the place before this one.
    if ((await textOf(page, 'pointed')) !== 'nothing' && (await isStillPointed(page))) return place;
  }
  throw new Error('there must be a crystal near the middle');
}

async function isStillPointed(page: Page): Promise<boolean> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return (await textOf(page, 'pointed')) !== 'nothing';
}
