import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, inject, onTestFinished } from 'vitest';
import { keepScreenshot } from './keepScreenshot';
import { launchBrowser } from './launchBrowser';

export interface PageOptions {
  /** In CSS pixels, one of which is one pixel of a picture; 1000 × 700 by default. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** 'light' by default. */
  readonly colorScheme?: 'light' | 'dark';
  /** Whether there is a touch screen, as on a phone. */
  readonly touch?: boolean;
  /** Flags that the browser is started with beside the usual ones. */
  readonly browserFlags?: readonly string[];
  /** What the page is expected to complain of. */
  readonly expectedComplaint?: RegExp;
}

/** The file's browsers, by their flags: almost always one. */
const browsers = new Map<string, Promise<Browser>>();

afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/**
 * Opens a page of the built examples ('' is the front page, 'editor/' the editor) or of another server, in a context of
 * its own. When the test ends, a screenshot of the page is kept, and the test fails where the page complained: an error
 * on its console, an exception, a request that failed or went to another server.
 */
export async function openPage(address: string, options: PageOptions = {}): Promise<Page> {
  const { viewport = { width: 1000, height: 700 }, colorScheme = 'light', touch = false, browserFlags = [] } = options;
  const { expectedComplaint } = options;
  const browser = await browserWith(browserFlags);
  const context = await browser.newContext({ viewport, colorScheme, hasTouch: touch, isMobile: touch });
  // Shorter than a test's time, so that what has been waited for in vain is named.
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const url = new URL(address, inject('site'));
  const complaints = complaintsOf(page, url.origin);
  onTestFinished(async () => {
    await keepScreenshot(page).catch((error: unknown) => complaints.push(`no screenshot: ${String(error)}`));
    await context.close();
    const unexpected = complaints.filter((complaint) => expectedComplaint?.test(complaint) !== true);
    if (unexpected.length > 0) throw new Error(`${url.href} complained:\n${unexpected.join('\n')}`);
  });
  await page.goto(url.href);
  return page;
}

function browserWith(flags: readonly string[]): Promise<Browser> {
  const key = flags.join(' ');
  const running = browsers.get(key) ?? launchBrowser(inject('browser'), flags);
  browsers.set(key, running);
  return running;
}

/** What goes wrong on a page from now on, one line each; the list grows. */
function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (isComplaint(message)) {
      complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.stack ?? String(error)}`));
  page.on('crash', () => complaints.push('the page crashed'));
  page.on('requestfailed', (request) => {
    complaints.push(`request failed: ${request.url()} (${request.failure()?.errorText ?? 'no reason given'})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) complaints.push(`request to another server: ${request.url()}`);
  });
  return complaints;
}

/** Errors; and warnings of three.js, which says so where it is used wrongly. */
function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' || (message.type() === 'warning' && message.text().startsWith('THREE.'));
}
