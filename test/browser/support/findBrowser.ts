import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright-core';
import { launchBrowser } from './launchBrowser';
import { unpackChromium } from './unpackChromium';

/** The options that start a browser on this machine. If none starts, throws an error that says what to do. */
export async function findBrowser(): Promise<LaunchOptions> {
  const failures: string[] = [];
  for (const [name, options] of candidates()) {
    try {
      const found = options();
      const browser = await launchBrowser(found);
      await browser.close();
      return found;
    } catch (error) {
      failures.push(`- ${name}: ${String(error)}`);
    }
  }
  throw new Error(`No browser starts, and the tests in test/browser need one.
Install Chrome (https://www.google.com/chrome), or say where a Chrome, Chromium or Edge is:
  CHROME_PATH=/path/to/chrome npm run test:browser
Tried:
${failures.join('\n')}`);
}

/** The browsers to try, the most reliable first. */
function candidates(): [name: string, options: () => LaunchOptions][] {
  const chromePath = process.env.CHROME_PATH;
  if (chromePath !== undefined) return [[`CHROME_PATH (${chromePath})`, () => ({ executablePath: chromePath })]];
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'].filter(existsSync);
  return [
    // This package has only a build for Linux on x64.
    ...(process.platform === 'linux' && process.arch === 'x64'
      ? [['@sparticuz/chromium', unpackChromium] satisfies [string, () => LaunchOptions]]
      : []),
    ['an installed Chrome', () => ({ channel: 'chrome' })],
    ['an installed Edge', () => ({ channel: 'msedge' })],
    ...installed.map((path): [string, () => LaunchOptions] => [path, () => ({ executablePath: path })]),
  ];
}
