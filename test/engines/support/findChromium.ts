import { findBrowser } from '../../browser/support/findBrowser';
import { launchBrowser } from '../../browser/support/launchBrowser';
import type { Engine } from './engine';

/** The Chromium of the browser tests. If none starts, throws an error that says what to do. */
export async function findChromium(): Promise<Engine> {
  const found = await findBrowser();
  return {
    name: 'Chromium',
    open: async (address) => {
      const browser = await launchBrowser(found);
      const page = await browser.newPage();
      const ended = new Promise<never>((_, reject) => {
        page.once('crash', () => {
          reject(new Error('the page crashed in Chromium'));
        });
      });
      await page.goto(address);
      return { ended, close: () => browser.close() };
    },
  };
}
