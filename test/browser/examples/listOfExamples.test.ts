import { describe, expect, it } from 'vitest';
import { openPage } from '../support/openPage';
import { takePicture } from '../support/takePicture';

const examples = [
  ['A city drawn by rays', 'front/'],
  ['Playground', 'playground/'],
  ['A million boxes', 'million-boxes/'],
  ['A city in tiles', 'tiled-city/'],
  ['Cities of the world', 'cities/'],
  ['A mesh with a skeleton', 'skeleton/'],
  ['A million triangles', 'million-triangles/'],
  ['A building', 'building/'],
  ['A character', 'character/'],
  ['Editor', 'editor/'],
  ['react-three-fiber', 'react-three-fiber/'],
  ['Babylon.js', 'babylon/'],
  ['Picking oriented boxes', 'picking/'],
  ['Ray and AABB', 'ray-aabb/'],
  ['Plane and AABB', 'plane-aabb/'],
] as const;

describe('the front page', () => {
  it('the front page lists the examples, each with a sentence and a picture', async () => {
    const page = await openPage('');
    const items = await page.getByRole('listitem').all();
    const listed = await Promise.all(
      items.map(async (item) => {
        const sentence = await item.locator('p').textContent();
        const size = await item.locator('img').evaluate(async (image: HTMLImageElement) => {
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        });
        expect(sentence).toMatch(/\.$/);
        expect(Math.min(...size), String(size)).toBeGreaterThanOrEqual(400);
        return item.getByRole('heading').textContent();
      }),
    );
    expect(listed).toEqual(examples.map(([name]) => name));
  });

  it('the front page leads to pages with these names, and they lead back', async () => {
    const page = await openPage('');
    for (const [name, folder] of examples) {
      const link = page.getByRole('link', { name });
      expect(await link.evaluate(({ href }: HTMLAnchorElement) => href)).toBe(new URL(folder, page.url()).href);
      // The page need not run for this: everyExample.test.ts runs it.
      const { title, back } = await page.evaluate(async (folder) => {
        const text = await (await fetch(folder)).text();
        const linked = new DOMParser().parseFromString(text, 'text/html');
        const links = [...linked.querySelectorAll('a')].filter((link) => link.textContent === 'slabtree examples');
        return {
          title: linked.querySelector('h1')?.textContent,
          back: links.map((link) => link.getAttribute('href')),
        };
      }, folder);
      expect(title).toBe(name);
      expect(back).toEqual(['../']);
    }
  });

  it('the front page can be used by the keyboard', async () => {
    const page = await openPage('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The page need not run for this.
    await page.waitForURL(/\/playground\//, { waitUntil: 'commit' });
  });

  it.each([
    ['light', 200, 255],
    ['dark', 0, 55],
  ] as const)('the front page is %s if the system is', async (colorScheme, darkest, lightest) => {
    const { rgba } = await takePicture(await openPage('', { colorScheme }));
    for (const value of rgba.subarray(0, 3)) {
      expect(value).toBeGreaterThanOrEqual(darkest);
      expect(value).toBeLessThanOrEqual(lightest);
    }
  });

  it('the front page fits a phone', async () => {
    const page = await openPage('', { viewport: { width: 320, height: 640 }, touch: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
