import type { Page } from 'playwright-core';
import type { Place } from './colorAt';

const STEPS = 8;

/** Drags with the mouse, over places in between as a hand does. */
export async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: STEPS });
  await page.mouse.up();
}

/** Drags with a finger. */
export async function dragByTouch(page: Page, from: Place, to: Place): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= STEPS; step++) {
    const x = from.x + ((to.x - from.x) * step) / STEPS;
    const y = from.y + ((to.y - from.y) * step) / STEPS;
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
