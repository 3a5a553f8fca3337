import { expect, test } from 'vitest';
import { openPage } from '../browser/support/openPage';

test('the front page shows its demo on a busy machine, whose browser is never idle', async () => {
  // The page is loaded anew, and gives up what it was fetching.
  const page = await openPage('', { expectedComplaint: /net::ERR_ABORTED/ });
  await page.addInitScript(() => {
    window.requestIdleCallback = (run, { timeout } = {}) =>
      timeout === undefined ? 0 : Number(setTimeout(run, timeout, { didTimeout: true, timeRemaining: () => 0 }));
  });
  await page.reload();
  const demo = page.frameLocator('iframe[title="Live demo"]');
  await expect.poll(() => demo.locator('#backend').textContent()).toContain('wasm');
});
