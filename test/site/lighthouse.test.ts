import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser/support/launchBrowser';
import { documentPages } from './support/siteFiles';

const root = resolve(import.meta.dirname, '../..');
const command = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');

/** The first Node that Lighthouse 13 takes, from npm. */
const NODE = 'node@22';

/** Each of these is to have 95 of 100 points at least. Points for performance depend on the machine. */
const categories = ['accessibility', 'best-practices', 'seo'];

let browser: Browser | undefined;
let port = 0;

/** A port of this machine that nobody uses. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}

beforeAll(async () => {
  port = await freePort();
  browser = await launchBrowser(inject('browser'), [
    `--remote-debugging-port=${port}`,
    // The demo would draw on the CPU, and leave no time for the page around it.
    '--disable-3d-apis',
  ]);
});

afterAll(() => browser?.close());

interface Report {
  readonly categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  readonly audits: Record<string, { score: number | null; title: string }>;
}

async function lighthouse(page: string, flags: readonly string[]): Promise<Report> {
  const url = new URL(page, inject('site')).href;
  const options = ['--port', String(port), '--output', 'json', '--quiet', '--only-categories', categories.join()];
  const args = ['--yes', '-p', NODE, 'node', command, url, ...options, ...flags];
  const { stdout } = await promisify(execFile)('npx', args, { cwd: root, maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as Report;
}

/** The category with its points, and the audits that cost points. */
function belowLimit({ categories, audits }: Report): string[] {
  return Object.entries(categories)
    .filter(([, { score }]) => score < 0.95)
    .map(([name, { score, auditRefs }]) => {
      const lost = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1);
      return `${name}: ${100 * score} points, for ${lost.map(({ id }) => audits[id].title).join('; ')}`;
    });
}

const inReference = documentPages.filter((page) => page.startsWith('reference/')).slice(0, 1);

describe.each([
  ['a phone', []],
  ['a desktop', ['--preset', 'desktop']],
])('Lighthouse on %s', (_, flags) => {
  test.each(['', 'guide.html', ...inReference])('Lighthouse gives at least 95 points to /%s', async (page) => {
    const report = await lighthouse(page, flags);
    expect(Object.keys(report.categories).sort()).toEqual(categories);
    expect(belowLimit(report)).toEqual([]);
  });
});
