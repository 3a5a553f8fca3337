import { describe, expect, it } from 'vitest';
import { drawnPart, expectWhole, windows } from '../support/drawnPart';
import { openPage } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { textOf } from '../support/textOf';

describe('the page of a mesh with a skeleton, with fewer triangles', () => {
  it('the page names the triangle under the mouse while the mesh swims, as three.js does', async () => {
    const page = await openPage('skeleton/?triangles=2000', { viewport: { width: 820, height: 400 } });
    await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
    const { x, y, width, height } = await pictureBounds(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    await expect.poll(() => textOf(page, 'pointed')).toMatch(/^Triangle [\d,]+$/);
    for (const name of ['pose-time', 'pick-time', 'next-time']) {
      await expect.poll(() => textOf(page, name)).toMatch(/s$/);
    }
    // It swims on.
    const first = await textOf(page, 'pointed');
    await expect.poll(() => textOf(page, 'pointed')).not.toBe(first);
    await page.getByLabel('It swims').uncheck();
  });

  it('the page names triangles by itself, and so does three.js, until a person points', async () => {
    const page = await openPage('skeleton/?triangles=2000', { viewport: { width: 820, height: 400 } });
    await expect.poll(() => textOf(page, 'pointed')).toMatch(/^Triangle [\d,]+$/);
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(/^Raycaster .* for the same pose and pick: [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
    await page.mouse.move(2, 2);
    await expect.poll(() => textOf(page, 'pointed')).toBe('');
  });

  it.each(windows)(
    'the page shows the whole mesh while it swims, in a window of $width by $height',
    async (viewport) => {
      const page = await openPage('skeleton/?triangles=2000', { viewport });
      await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
      for (let i = 0; i < 3; i++) expectWhole(await drawnPart(page));
    },
  );
});
