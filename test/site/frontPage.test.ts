import { posix } from 'node:path';
import { expect, inject, test } from 'vitest';
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

test.each([
  ['light', 'front.jpg', 'front-dark.jpg'],
  ['dark', 'front-dark.jpg', 'front.jpg'],
] as const)(
  'the still of a %s system is %s, and %s after the switch: only that one is loaded',
  async (system, still, other) => {
    const requests: string[] = [];
    const page = await openPage('limits.html', {
      viewport: { width: 1280, height: 800 },
      colorScheme: system,
      // The page is left while it loads its demo.
      expectedComplaint: /net::ERR_ABORTED/,
      requested: (request) => requests.push(posix.basename(request.url())),
    });
    const stillsOfFrontPage = async () => {
      requests.length = 0;
      await page.goto(inject('site'));
      const shown = page.locator('.demo img:visible');
      await shown.evaluate((image: HTMLImageElement) => image.decode());
      await page.locator('iframe.shown').waitFor();
      const address = await shown.getAttribute('src');
      return { shown: posix.basename(address ?? ''), loaded: requests.filter((name) => /^front.*\.jpg$/.test(name)) };
    };
    expect(await stillsOfFrontPage()).toEqual({ shown: still, loaded: [still] });
    await page.getByRole('switch').first().click();
    expect(await stillsOfFrontPage()).toEqual({ shown: other, loaded: [other] });
  },
);
