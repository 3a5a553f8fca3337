import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { textOf } from '../support/textOf';

const address = 'character/?triangles=1000';

async function placeOf(page: Page): Promise<number[]> {
  return (await textOf(page, 'place')).split(', ').map(Number);
}

async function openStanding(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage(address, { ...options, isStill: true });
  await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
  await expect.poll(() => textOf(page, 'ground')).toBe('Ground');
  return page;
}

describe('the page of a character', () => {
  it('the character walks by itself until a person takes over', async () => {
    const page = await openPage(address);
    await expect.poll(() => textOf(page, 'ground')).toBe('Ground');
    const [startX, , startZ] = await placeOf(page);
    await expect
      .poll(async () => {
        const [x, , z] = await placeOf(page);
        return Math.hypot(x - startX, z - startZ);
      })
      .toBeGreaterThan(1);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
    // It stands where a key is pressed that does not walk.
    await page.locator('canvas').press('Shift');
    const stopped = await placeOf(page);
    await page.waitForTimeout(500);
    expect(await placeOf(page)).toEqual(stopped);
  });

  it('the keyboard walks, in the direction in which one looks, and jumps', async () => {
    const page = await openStanding();
    const [startX, , startZ] = await placeOf(page);
    await page.locator('canvas').focus();
    await page.keyboard.down('w');
    await expect.poll(async () => (await placeOf(page))[2]).toBeLessThan(startZ - 0.5);
    await page.keyboard.up('w');
    expect((await placeOf(page))[0]).toBeCloseTo(startX, 1);
    // A quarter to the right.
    const { x, y, width, height } = await pictureBounds(page);
    await page.mouse.move(x + width - 20, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 20 - Math.PI / 2 / 0.005, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.down('ArrowUp');
    await expect.poll(async () => Math.abs((await placeOf(page))[0] - startX)).toBeGreaterThan(0.5);
    await page.keyboard.up('ArrowUp');
    await page.keyboard.down('Space');
    await expect.poll(() => textOf(page, 'ground')).toBe('nothing');
    await page.keyboard.up('Space');
    await expect.poll(() => textOf(page, 'ground')).toBe('Ground');
  });

  it('a thumb on the left walks, and a button jumps', async () => {
    const page = await openStanding({ viewport: { width: 360, height: 640 }, touch: true });
    const [, , startZ] = await placeOf(page);
    const { x, y, height } = await pictureBounds(page);
    await page.locator('canvas').evaluate(
      (canvas, [atX, atY]) => {
        const send = (type: string, up: number): void => {
          const at = { pointerId: 7, pointerType: 'touch', clientX: atX, clientY: atY - up, bubbles: true };
          // Only a real pointer can be captured.
          canvas.setPointerCapture = () => undefined;
          canvas.dispatchEvent(new PointerEvent(type, at));
        };
        send('pointerdown', 0);
        send('pointermove', 40);
      },
      [x + 60, y + height / 2] as const,
    );
    await expect.poll(async () => (await placeOf(page))[2]).toBeLessThan(startZ - 0.3);
    await page.getByRole('button', { name: 'Jump' }).click();
    await expect.poll(() => textOf(page, 'ground')).toBe('nothing');
  });

  it('the page shows contacts, and the code of the player', async () => {
    const page = await openStanding();
    expect(await textOf(page, 'contacts')).toBe('');
    await page.getByLabel('Show contacts').check();
    await expect.poll(() => textOf(page, 'contacts')).toBe('1');
    expect(await page.locator('.shown-code').textContent()).toContain('moveAndSlide(scene');
    await page.getByLabel('First person').check();
    await expect.poll(() => textOf(page, 'step-time')).toMatch(/s$/);
  });
});
