import { describe, expect, it } from 'vitest';
import { drawnPart, expectWhole, windows } from './support/drawnPart';
import { openPage } from './support/openPage';
import { pictureBounds } from './support/placeOf';
import { textOf } from './support/textOf';

describe('the page of a mesh with a skeleton, with fewer triangles', () => {
  it('the page names the triangle under the mouse while the mesh swims, as three.js does', async () => {
    const page = await openPage('skeleton/?triangles=2000', { viewport: { width: 820, height: 400 } });
    await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
    const { x, y, width, height } = await pictureBounds(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    await expect.poll(() => textOf(page, 'pointed')).toMatch(/^Triangle [\d,]+$/);
    // three.js is asked where the mouse stops. By then the mesh may have left.
    let moves = 0;
    const askAgain = async () => {
      await page.mouse.move(x + width / 2 + (moves++ % 2), y + height / 2);
      return textOf(page, 'three-answer');
    };
    await expect.poll(askAgain).toMatch(/^triangle [\d,]+, the same$/);
    for (const name of ['pose-time', 'pick-time', 'next-time', 'three-time']) {
      await expect.poll(() => textOf(page, name)).toMatch(/s$/);
    }
    // It swims on.
    const first = await textOf(page, 'pointed');
    await expect.poll(() => textOf(page, 'pointed')).not.toBe(first);
    await page.getByLabel('It swims').uncheck();
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
