import { describe, expect, it } from 'vitest';
import { openPage } from './support/openPage';
import { takePicture } from './support/takePicture';

const examples = [
  ['Ray and AABB', 'ray-aabb/'],
  ['Plane and AABB', 'plane-aabb/'],
  ['Picking oriented boxes', 'picking/'],
  ['Cities of the world', 'cities/'],
  ['A million boxes', 'million-boxes/'],
  ['A million triangles', 'million-triangles/'],
  ['A mesh with a skeleton', 'skeleton/'],
  ['Editor', 'editor/'],
] as const;

describe('the front page', () => {
  it('lists the examples, each with a sentence and a picture', async () => {
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
        expect(size).toEqual([640, 400]);
        return item.getByRole('heading').textContent();
      }),
    );
    expect(listed).toEqual(examples.map(([name]) => name));
  });

  it.each(examples)('leads to %s, and back', async (name, folder) => {
    const page = await openPage('');
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`**/${folder}*`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    // Leaving while the page loads would abort a request, which would count as a complaint.
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'slabtree examples' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('slabtree');
  });

  it('can be used by the keyboard', async () => {
    const page = await openPage('');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/plane-aabb/');
  });

  it.each([
    ['light', 200, 255],
    ['dark', 0, 55],
  ] as const)('is %s if the system is', async (colorScheme, darkest, lightest) => {
    const { rgba } = await takePicture(await openPage('', { colorScheme }));
    for (const value of rgba.subarray(0, 3)) {
      expect(value).toBeGreaterThanOrEqual(darkest);
      expect(value).toBeLessThanOrEqual(lightest);
    }
  });

  it('fits a phone', async () => {
    const page = await openPage('', { viewport: { width: 320, height: 640 }, touch: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
