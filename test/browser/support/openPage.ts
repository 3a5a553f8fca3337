import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { keepScreenshot } from './keepScreenshot';
import { launchBrowser } from './launchBrowser';

export interface PageOptions {
  /** In CSS pixels, each of which is one pixel of a picture. 820 × 480 by default: little wider than a phone's layout, and quickly drawn. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** 'light' by default. */
  readonly colorScheme?: 'light' | 'dark';
  /** Whether there is a touch screen, as on a phone. */
  readonly touch?: boolean;
  /** Whether the person wants less motion. Then pages do not move by themselves. */
  readonly isStill?: boolean;
  /** Flags for the browser in addition to the usual ones. */
  readonly browserFlags?: readonly string[];
  /** Matches the complaints that are expected. */
  readonly expectedComplaint?: RegExp;
  /** Called for each request of the page, from the first on. */
  readonly requested?: (request: Request) => void;
}

/** The browsers of this test file, by their flags. Almost always there is one. */
const browsers = new Map<string, Promise<Browser>>();

/** Ends the browsers of this test file. */
export async function closeBrowsers(): Promise<void> {
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
}

/**
 * Opens a page of the built examples ('' is the front page, 'editor/' the editor) or of another server, in a context of
 * its own. If the test fails, a screenshot of the page is kept. The test fails if the page complained: by an error on its
 * console, an exception, or a request that failed or went to another server.
 */
export async function openPage(address: string, options: PageOptions = {}): Promise<Page> {
  const { viewport = { width: 820, height: 480 }, colorScheme = 'light', touch = false, browserFlags = [] } = options;
  const { isStill = false, expectedComplaint, requested } = options;
  const browser = await browserWith(browserFlags);
  const context = await browser.newContext({
    viewport,
    colorScheme,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: isStill ? 'reduce' : 'no-preference',
  });
  // Shorter than the timeout of a test, so the error names what did not happen.
  context.setDefaultTimeout(60_000);
  await context.addInitScript(drawHardEdges);
  const page = await context.newPage();
  const url = new URL(address, inject('site'));
  const complaints = complaintsOf(page, url.origin);
  if (requested) page.on('request', requested);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      await keepScreenshot(page).catch((error: unknown) => complaints.push(`no screenshot: ${String(error)}`));
    }
    // What the page has done so far may complain in its next task.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => undefined);
    await context.close();
    const unexpected = complaints.filter((complaint) => expectedComplaint?.test(complaint) !== true);
    if (unexpected.length > 0) throw new Error(`${url.href} complained:\n${unexpected.join('\n')}`);
  });
  await page.goto(url.href);
  return page;
}

/**
 * Runs in the page. Smooth edges take a third of the time of a browser that draws on the CPU, and no test looks at an edge.
 */
function drawHardEdges(): void {
  const { getContext } = HTMLCanvasElement.prototype as { getContext: (kind: string, options?: object) => unknown };
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, kind: string, options?: object) {
      return getContext.call(this, kind, kind === 'webgl2' ? { ...options, antialias: false } : options);
    },
  });
}

function browserWith(flags: readonly string[]): Promise<Browser> {
  const key = flags.join(' ');
  const running = browsers.get(key) ?? launchBrowser(inject('browser'), flags);
  browsers.set(key, running);
  return running;
}

/** A growing list of everything that goes wrong on a page from now on, one line each. */
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

/** Whether a message is an error, or a warning of three.js, which warns if it is used wrongly. */
function isComplaint(message: ConsoleMessage): boolean {
  if (message.type() !== 'warning') return message.type() === 'error';
  // react-three-fiber uses a class that three.js has deprecated.
  return message.text().startsWith('THREE.') && !message.text().startsWith('THREE.Clock:');
}
