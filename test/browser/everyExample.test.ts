import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exampleNames } from './support/exampleNames';
import { lightAddress } from './support/lightAddress';
import { openPage } from './support/openPage';
import { type Picture, takePicture } from './support/takePicture';

/** The examples that use only primitives on a few boxes, and need no tree. */
const withoutTree = ['plane-aabb', 'ray-aabb'];

const phone = { viewport: { width: 360, height: 640 }, touch: true };

describe.each(exampleNames)('%s', (name) => {
  const address = lightAddress(name);

  /** Waits until a page has loaded its boxes. The kernel must hold them if the page needs a tree. */
  async function hasLoaded(page: Page): Promise<void> {
    if (withoutTree.includes(name)) return;
    await expect.poll(() => page.locator('#backend').textContent()).toContain('wasm');
  }

  test('the example fits and runs on a phone, light and dark, and the keyboard reaches the picture', async () => {
    const page = await openPage(address, phone);
    await hasLoaded(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
    const light = brightness(await takePicture(page));
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = brightness(await takePicture(page));
    expect(light - dark, `light ${light}, dark ${dark}`).toBeGreaterThan(80);

    const focused = page.locator(':focus-visible');
    do {
      await page.keyboard.press('Tab');
      expect(await focused.count(), 'elements with a visible focus').toBe(1);
      expect(await focused.evaluate(hasOutline), await focused.evaluate((element) => element.outerHTML)).toBe(true);
    } while (!(await focused.evaluate((element) => element.matches('canvas'))));
  });
});

/** The mean of all channels, from 0 to 255. */
function brightness({ rgba }: Picture): number {
  let sum = 0;
  for (let pixel = 0; pixel < rgba.length; pixel += 4) sum += rgba[pixel] + rgba[pixel + 1] + rgba[pixel + 2];
  return sum / (3 * (rgba.length / 4));
}

/** Whether an element shows its focus. Runs in the page. */
function hasOutline(element: Element): boolean {
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
}
